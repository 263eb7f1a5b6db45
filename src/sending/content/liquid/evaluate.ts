/**
 * Runs a syntax tree over values. Everything is counted: nodes, items of loops, characters; own
 * properties of plain data are all that a name can reach.
 */
import type { Expression, Node, Value } from './ast.ts'
import { escapeFor } from './escape.ts'
import {
  applyFilter,
  isAbsent,
  isLocalized,
  type Locale,
  maxChars,
  TooMuch,
  textOf,
} from './filters.ts'

export type LetterValues = Readonly<Record<string, unknown>>

export type Raw = Extract<Node, { kind: 'raw' }>

interface Evaluation {
  /** In order; what is everybody's as it stands in the tree. */
  readonly parts: readonly (string | Raw)[]
  /** Names that were to be printed, and have neither value nor fallback. */
  readonly missing: readonly string[]
}

const maxNodes = 100_000
const maxItems = 200
const maxListed = 1_000
/** Characters that are looked at cost less than those that are printed. */
const lookedAtShare = 1 / 4
/** What a date or a sum costs beside other filters. */
const localizedNodes = 20

/** Throws TooMuch. */
export function evaluate(nodes: readonly Node[], values: LetterValues, locale: Locale): Evaluation {
  const run = new Run(values, locale)
  run.body(nodes)
  return { parts: run.parts, missing: [...run.missing] }
}

export const textOfParts = (parts: Evaluation['parts']): string =>
  parts.map(one => (typeof one === 'string' ? one : one.text)).join('')

class Run {
  readonly parts: (string | Raw)[] = []
  readonly missing = new Set<string>()
  readonly #values: LetterValues
  readonly #locale: Locale
  /** Of loops and assignments, innermost last. */
  readonly #scopes: Map<string, unknown>[] = [new Map()]
  #nodes = 0
  #chars = 0

  constructor(values: LetterValues, locale: Locale) {
    this.#values = values
    this.#locale = locale
  }

  body(nodes: readonly Node[]): void {
    for (const node of nodes) this.#run(node)
  }

  #run(node: Node): void {
    this.#count()
    switch (node.kind) {
      case 'raw':
        this.#put(node, node.text.length)
        break
      case 'output':
        this.#output(node)
        break
      case 'if': {
        const branch = node.branches.find(({ when }) => isTrue(this.#value(when)))
        this.body(branch?.body ?? node.otherwise)
        break
      }
      case 'case': {
        const value = this.#filtered(node.of)
        const branch = node.branches.find(({ values }) =>
          values.some(one => equals(value, this.#value(one))),
        )
        this.body(branch?.body ?? node.otherwise)
        break
      }
      case 'for':
        this.#loop(node)
        break
      case 'assign':
        this.#scopes[0]!.set(node.name, this.#filtered(node.value))
    }
  }

  #count(): void {
    this.#nodes += 1
    if (this.#nodes > maxNodes) throw new TooMuch()
  }

  /** What a step looks at, however little it gives. */
  #charge(...values: readonly unknown[]): void {
    for (const value of values) this.#chars += sizeOf(value) * lookedAtShare
    if (this.#chars > maxChars) throw new TooMuch()
  }

  #put(part: string | Raw, chars: number): void {
    this.#chars += chars
    if (this.#chars > maxChars) throw new TooMuch()
    this.parts.push(part)
  }

  #output({ value, place }: Extract<Node, { kind: 'output' }>): void {
    const initial = this.#value(value.initial)
    const hasDefault = value.filters.some(one => one.name === 'default')
    const { initial: from } = value
    if (isAbsent(initial) && !hasDefault && from.kind === 'path') this.missing.add(nameOf(from))
    // What is encoded already is not encoded again.
    const isEncoded = place === 'query' && value.filters.at(-1)?.name === 'url_encode'
    const text = escapeFor(isEncoded ? 'attribute' : place, textOf(this.#through(value, initial)))
    this.#put(text, text.length)
  }

  #loop(node: Extract<Node, { kind: 'for' }>): void {
    const list = this.#value(node.list)
    const all = Array.isArray(list) ? list.slice(0, maxListed) : []
    const from = node.offset === null ? 0 : Number(this.#value(node.offset)) || 0
    const count = node.limit === null ? maxItems : Number(this.#value(node.limit)) || 0
    const taken = all.slice(from, from + Math.min(count, maxItems))
    if (node.isReversed) taken.reverse()
    if (taken.length === 0) this.body(node.otherwise)
    const scope = new Map<string, unknown>()
    this.#scopes.push(scope)
    taken.forEach((item, n) => {
      scope.set(node.name, item)
      scope.set('forloop', {
        index: n + 1,
        index0: n,
        first: n === 0,
        last: n === taken.length - 1,
        length: taken.length,
      })
      this.body(node.body)
    })
    this.#scopes.pop()
  }

  #filtered(value: Value): unknown {
    return this.#through(value, this.#value(value.initial))
  }

  #through({ filters }: Value, initial: unknown): unknown {
    let value = initial
    for (const { name, args } of filters) {
      this.#count()
      if (isLocalized(name)) this.#nodes += localizedNodes
      const given = args.map(one => this.#value(one))
      this.#charge(value, ...given)
      value = applyFilter(name, value, given, this.#locale)
    }
    return value
  }

  #value(expression: Expression): unknown {
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'nothing':
        return expression
      case 'path':
        return this.#path(expression.path)
      case 'not':
        return !isTrue(this.#value(expression.of))
      case 'binary':
        return this.#binary(expression)
    }
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): unknown {
    this.#count()
    const first = this.#value(left)
    if (operator === 'and') return isTrue(first) && isTrue(this.#value(right))
    if (operator === 'or') return isTrue(first) || isTrue(this.#value(right))
    const second = this.#value(right)
    this.#charge(first, second)
    switch (operator) {
      case '==':
        return equals(first, second)
      case '!=':
        return !equals(first, second)
      case 'contains':
        return Array.isArray(first)
          ? first.some(one => equals(one, second))
          : typeof first === 'string' && !isAbsent(second) && first.includes(textOf(second))
      default:
        return compares(operator, first, second)
    }
  }

  #path(path: Extract<Expression, { kind: 'path' }>['path']): unknown {
    const [root, ...rest] = path
    let value = this.#root(String(root))
    for (const step of rest) {
      this.#count()
      if (typeof value === 'string') this.#charge(value)
      value = member(value, typeof step === 'object' ? this.#value(step) : step)
    }
    return value
  }

  #root(name: string): unknown {
    for (const scope of this.#scopes.toReversed()) if (scope.has(name)) return scope.get(name)
    return member(this.#values, name)
  }
}

/** Of a value as text, more or less. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return Array.isArray(value) ? value.reduce((sum, one) => sum + 1 + sizeOf(one), 0) : 1
}

function member(value: unknown, step: unknown): unknown {
  if (Array.isArray(value)) {
    if (step === 'size') return value.length
    if (step === 'first') return value[0]
    if (step === 'last') return value.at(-1)
    return typeof step === 'number' ? value.at(step) : undefined
  }
  if (typeof value === 'string') return step === 'size' ? [...value].length : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const key = textOf(step)
  return Object.hasOwn(value, key) ? (value as LetterValues)[key] : undefined
}

/** As people would write it. */
const nameOf = ({ path }: Extract<Expression, { kind: 'path' }>): string =>
  path.map(step => (typeof step === 'object' ? '*' : step)).join('.')

const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== undefined

type Nothing = Extract<Expression, { kind: 'nothing' }>

const isNothing = (value: unknown): value is Nothing =>
  typeof value === 'object' && value !== null && (value as Nothing).kind === 'nothing'

function equals(one: unknown, other: unknown): boolean {
  if (isNothing(other)) return isEmpty(one, other)
  if (isNothing(one)) return isEmpty(other, one)
  return (one ?? null) === (other ?? null)
}

function isEmpty(value: unknown, { isBlank }: Nothing): boolean {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return true
  if (!isBlank) return false
  return value === false || (value ?? null) === null || textOf(value).trim() === ''
}

function compares(operator: '<' | '>' | '<=' | '>=', one: unknown, other: unknown): boolean {
  const areNumbers = typeof one === 'number' && typeof other === 'number'
  const areTexts = typeof one === 'string' && typeof other === 'string'
  if (!areNumbers && !areTexts) return false
  switch (operator) {
    case '<':
      return one < other
    case '>':
      return one > other
    case '<=':
      return one <= other
    case '>=':
      return one >= other
  }
}
