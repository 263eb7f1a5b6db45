/**
 * Runs a syntax tree over values. Everything is counted: nodes, items of loops, characters; own
 * properties of plain data are all that a name can reach.
 */
import type { Expression, Node, Value } from './ast.ts'
import { comparison } from './decimal.ts'
import { escapeFor } from './escape.ts'
import { isAbsent, isAlike, type Locale, sizeOf, textOf } from './filter.ts'
import { applyFilter, isLocalized, maxChars, TooMuch } from './filters.ts'
import { holeMark } from './marks.ts'
import { readNumber } from './numbers.ts'

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

/** Throws TooMuch. `marksHoles`: where nothing could be printed stands a mark. */
export function evaluate(
  nodes: readonly Node[],
  values: LetterValues,
  locale: Locale,
  { marksHoles = false }: { readonly marksHoles?: boolean } = {},
): Evaluation {
  const run = new Run(values, locale, marksHoles ? holeMark : '')
  run.body(nodes)
  return { parts: run.parts, missing: [...run.missing] }
}

export const textOfParts = (parts: Evaluation['parts']): string =>
  parts.map(one => (typeof one === 'string' ? one : one.text)).join('')

/** What comes out of a value with its filters. */
interface Outcome {
  readonly value: unknown
  /** What lacks a value, so that there is nothing to print; null: all is there. */
  readonly hole: string | null
  /** Whether it is written in the letter, be it nothing. */
  readonly isAuthored: boolean
}

class Run {
  readonly parts: (string | Raw)[] = []
  readonly missing = new Set<string>()
  readonly #values: LetterValues
  readonly #locale: Locale
  readonly #hole: string
  /** Of loops and assignments, innermost last. */
  readonly #scopes: Map<string, unknown>[] = [new Map()]
  /** What was assigned: of whom it lacks a value, or that it is written in the letter. */
  readonly #assigned = new Map<string, Pick<Outcome, 'hole' | 'isAuthored'>>()
  #nodes = 0
  #chars = 0

  constructor(values: LetterValues, locale: Locale, hole: string) {
    this.#values = values
    this.#locale = locale
    this.#hole = hole
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
        const { value } = this.#through(node.of)
        const branch = node.branches.find(({ values }) =>
          values.some(one => {
            this.#count()
            return equals(value, this.#value(one))
          }),
        )
        this.body(branch?.body ?? node.otherwise)
        break
      }
      case 'for':
        this.#loop(node)
        break
      case 'assign': {
        const outcome = this.#through(node.value)
        this.#scopes[0]!.set(node.name, outcome.value)
        this.#assigned.set(node.name, outcome)
      }
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
    const outcome = this.#through(value)
    // What is encoded already is not encoded again.
    const isEncoded = place === 'query' && value.filters.at(-1)?.name === 'url_encode'
    const text = escapeFor(isEncoded ? 'attribute' : place, textOf(outcome.value))
    const isHole = text === null || (isAbsent(outcome.value) && !outcome.isAuthored)
    const hole = outcome.hole ?? (isHole ? nameOfValue(value) : null)
    if (hole !== null) this.missing.add(hole)
    const printed = (text ?? '') + (hole === null ? '' : this.#hole)
    this.#put(printed, printed.length)
  }

  #loop(node: Extract<Node, { kind: 'for' }>): void {
    const list = this.#value(node.list)
    const all = Array.isArray(list) ? list.slice(0, maxListed) : []
    const from = node.offset === null ? 0 : this.#whole(node.offset)
    const count = node.limit === null ? maxItems : this.#whole(node.limit)
    const taken = all.slice(from, from + Math.min(count, maxItems))
    if (node.isReversed) taken.reverse()
    if (taken.length === 0) this.body(node.otherwise)
    const parentloop = this.#scopes.at(-1)!.get('forloop')
    const scope = new Map<string, unknown>()
    this.#scopes.push(scope)
    taken.forEach((item, n) => {
      scope.set(node.name, item)
      scope.set('forloop', {
        index: n + 1,
        index0: n,
        rindex: taken.length - n,
        rindex0: taken.length - n - 1,
        first: n === 0,
        last: n === taken.length - 1,
        length: taken.length,
        parentloop,
      })
      this.body(node.body)
    })
    this.#scopes.pop()
  }

  #whole(expression: Expression): number {
    const number = readNumber(this.#value(expression), this.#locale.language)
    return number === null ? 0 : Math.max(0, Math.trunc(Number(number.units) / 10 ** number.scale))
  }

  /**
   * A value through its filters. Whatever lacks a value on the way, or cannot be read, leaves a hole,
   * which only a `default` that has one fills.
   */
  #through(of: Value): Outcome {
    let value = this.#value(of.initial)
    let hole = this.#holeIn(of.initial, value)
    let isAuthored = this.#isAuthored(of.initial)
    for (const { name, args } of of.filters) {
      this.#count()
      if (isLocalized(name)) this.#nodes += localizedNodes
      const given = args.map(one => this.#value(one))
      this.#charge(value, ...given)
      if (name === 'default') {
        if (!isAbsent(value) && value !== false && hole === null) continue
        const [other] = args
        value = given[0]
        hole = other === undefined ? hole : this.#holeIn(other, value)
        isAuthored = other !== undefined && this.#isAuthored(other)
        continue
      }
      hole ??= args.reduce<string | null>(
        (found, one, n) => found ?? this.#holeIn(one, given[n]),
        null,
      )
      value = applyFilter(name, value, given, this.#locale)
      if (value === undefined) hole ??= nameOfValue(of)
      // Of one item the letter may say nothing, and of several something.
      isAuthored = args.every(one => this.#isAuthored(one)) && (isAuthored || name === 'plural')
    }
    return { value, hole, isAuthored }
  }

  /** Whose value is not there; null: nobody's, or it is written in the letter. */
  #holeIn(expression: Expression, value: unknown): string | null {
    if (expression.kind !== 'path') return null
    const assigned = this.#assignedOf(expression)
    if (assigned?.hole != null) return assigned.hole
    return isAbsent(value) && assigned?.isAuthored !== true ? nameOf(expression) : null
  }

  #isAuthored(expression: Expression): boolean {
    if (expression.kind === 'path') return this.#assignedOf(expression)?.isAuthored === true
    return expression.kind === 'literal' || expression.kind === 'nothing'
  }

  /** Of a name that means nothing else here. */
  #assignedOf({ path: [root, ...rest] }: Extract<Expression, { kind: 'path' }>) {
    if (rest.length > 0 || this.#assigned.size === 0) return undefined
    const isLoops = this.#scopes.some((scope, n) => n > 0 && scope.has(String(root)))
    return isLoops ? undefined : this.#assigned.get(String(root))
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
          ? isTrue(second) && first.some(one => equals(one, second))
          : typeof first === 'string' && textOf(second) !== '' && first.includes(textOf(second))
      default:
        return compares(operator, first, second, this.#locale.language)
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

/** Whose value it is: of several, the first. */
function nameOfValue({ initial, filters }: Value): string {
  const all = [initial, ...filters.flatMap(one => one.args)]
  const path = all.find(one => one.kind === 'path')
  return path === undefined ? (filters[0]?.name ?? 'nil') : nameOf(path)
}

const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== undefined

type Nothing = Extract<Expression, { kind: 'nothing' }>

const isNothing = (value: unknown): value is Nothing =>
  typeof value === 'object' && value !== null && (value as Nothing).kind === 'nothing'

function equals(one: unknown, other: unknown): boolean {
  if (isNothing(one) && isNothing(other)) return one.isBlank === other.isBlank
  if (isNothing(other)) return isEmpty(one, other)
  if (isNothing(one)) return isEmpty(other, one)
  return isAlike(one, other)
}

function isEmpty(value: unknown, { isBlank }: Nothing): boolean {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return true
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  if (!isBlank) return false
  return value === false || (value ?? null) === null || textOf(value).trim() === ''
}

/** Texts by their signs; a number and a text of digits as numbers. */
function compares(
  operator: '<' | '>' | '<=' | '>=',
  one: unknown,
  other: unknown,
  language: string,
): boolean {
  const order = orderOf(one, other, language)
  if (order === null) return false
  switch (operator) {
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
  }
}

/** null: they cannot be compared. */
function orderOf(one: unknown, other: unknown, language: string): number | null {
  if (typeof one === 'string' && typeof other === 'string') {
    return one === other ? 0 : one < other ? -1 : 1
  }
  const [a, b] = [readNumber(one, language), readNumber(other, language)]
  return a === null || b === null ? null : comparison(a, b)
}
