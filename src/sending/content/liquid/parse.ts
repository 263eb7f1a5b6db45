/**
 * Template sources as syntax trees of our own. The parser is liquidjs's; its tree is taken over node
 * by node, so that whatever is not known here is refused and never runs.
 */
import { Liquid, LiquidError, type Template } from 'liquidjs'
import type { Text } from '#kernel/base/languages.ts'
import {
  type Expression,
  type Filter,
  LiquidFault,
  type Node,
  operators,
  type Spot,
  type Value,
} from './ast.ts'
import { maxDepth, mustBeShallow, mustBeShort, tooDeep } from './depth.ts'
import { filterNames } from './filters.ts'

const allowedTags = ['if', 'unless', 'case', 'for', 'assign', 'comment', 'raw']
const maxSourceChars = 5 * 1024 * 1024
/** Outputs and tags: the time that the parser takes grows with their square. */
const maxMarks = 10_000
const maxLoopDepth = 2

const engine = new Liquid({ ownPropertyOnly: true, cache: false })
for (const name of Object.keys(engine.tags)) {
  if (!allowedTags.includes(name)) delete engine.tags[name]
}

/** Anything in liquidjs's tree; its classes are told apart by their names. */
type Theirs = Readonly<Record<string, unknown>> & {
  readonly constructor: { readonly name: string }
}

interface Inside {
  /** Where in the source each line begins. */
  readonly lines: readonly number[]
  readonly loops: number
  readonly depth: number
}

/** Throws LiquidFault. Places are those of plain text; `placed` gives those of HTML. */
export function parseLiquid(source: string): readonly Node[] {
  if (source.length > maxSourceChars) {
    throw new LiquidFault(
      { en: 'The source is longer than 5 MB.', pt: 'O código tem mais de 5 MB.' },
      { line: 1, column: 1 },
    )
  }
  mustHoldFew(source)
  mustBeShallow(source)
  return nodesOf(parsed(source), { lines: lineStarts(source), loops: 0, depth: 0 })
}

function mustHoldFew(source: string): void {
  let marks = 0
  const mark = /\{[{%]/g
  while (mark.exec(source) !== null) marks += 1
  if (marks <= maxMarks) return
  throw new LiquidFault(
    {
      en: `The source holds more than ${maxMarks} values and tags of Liquid.`,
      pt: `O código tem mais de ${maxMarks} valores e marcações de Liquid.`,
    },
    { line: 1, column: 1 },
  )
}

function parsed(source: string): Template[] {
  try {
    return engine.parse(source)
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const [line = 1, column = 1] = positionOf(error)
    // Their message ends with the place, which is told beside it.
    const why = error.message.replace(/, line:\d+.*$/s, '')
    throw new LiquidFault(syntaxFault(why), { line, column })
  }
}

/** What the parser says in English alone. */
const inPortuguese: readonly (readonly [RegExp, string])[] = [
  [/^tag "(.*)" not found$/s, 'a marcação "$1" não existe aqui'],
  [/^tag (.*) not closed$/s, 'a marcação $1 não foi fechada'],
  [/^output (.*) not closed$/s, 'o valor $1 não foi fechado'],
]

function syntaxFault(why: string): Text {
  const known = inPortuguese.find(([form]) => form.test(why))
  const pt = known === undefined ? `Erro de sintaxe: ${why}.` : `${why.replace(...known)}.`
  return { en: `${capital(why)}.`, pt: capital(pt) }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function positionOf(error: LiquidError): readonly number[] {
  const { token } = error as unknown as { token?: { getPosition?: () => number[] } }
  return token?.getPosition?.() ?? []
}

const nodesOf = (theirs: unknown, inside: Inside): Node[] =>
  (theirs as readonly Theirs[]).flatMap(one => nodeOf(one, inside))

function nodeOf(one: Theirs, inside: Inside): Node[] {
  const spot = spotOf(one, inside)
  if (inside.depth > maxDepth) throw tooDeep(spot)
  const below = { ...inside, depth: inside.depth + 1 }
  switch (one.constructor.name) {
    case 'HTML':
      return [{ kind: 'raw', text: String(one.str) }]
    case 'Output':
      return [{ kind: 'output', value: filteredOf(one.value, spot), place: 'plain', spot }]
    case 'IfTag':
    case 'UnlessTag':
      return [choiceOf(one, below, spot)]
    case 'CaseTag':
      return [caseOf(one, below, spot)]
    case 'ForTag':
      return [loopOf(one, below, spot)]
    case 'AssignTag':
      return [{ kind: 'assign', name: String(one.key), value: filteredOf(one.value, spot), spot }]
    case 'CommentTag':
      return []
    case 'RawTag':
      return [{ kind: 'raw', text: rawText(one) }]
    default:
      throw unknownPart(one.constructor.name, spot)
  }
}

function lineStarts(source: string): readonly number[] {
  const starts = [0]
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return starts
}

/** By halves: counting the lines before each of many nodes would be quadratic. */
function spotOf(one: Theirs, { lines }: Inside): Spot {
  const { begin = 0 } = (one.token ?? {}) as { begin?: number }
  let [line, next] = [1, lines.length + 1]
  while (next - line > 1) {
    const middle = (line + next) >> 1
    if (lines[middle - 1]! <= begin) line = middle
    else next = middle
  }
  return { line, column: begin - lines[line - 1]! + 1 }
}

const rawText = (one: Theirs): string =>
  (one.tokens as readonly { getText(): string }[]).map(token => token.getText()).join('')

function choiceOf(one: Theirs, below: Inside, spot: Spot): Node {
  const isUnless = one.constructor.name === 'UnlessTag'
  const branches = (one.branches as readonly Theirs[]).map((branch, n) => {
    const { initial, filters } = filteredOf(branch.value, spot)
    if (filters.length > 0) throw unknownPart('| in a condition', spot)
    const when: Expression = isUnless && n === 0 ? { kind: 'not', of: initial } : initial
    return { when, body: nodesOf(branch.templates, below) }
  })
  return { kind: 'if', branches, otherwise: nodesOf(one.elseTemplates ?? [], below), spot }
}

function caseOf(one: Theirs, below: Inside, spot: Spot): Node {
  return {
    kind: 'case',
    of: filteredOf(one.value, spot),
    branches: (one.branches as readonly Theirs[]).map(branch => ({
      values: (branch.values as readonly Theirs[]).map(value => operandOf(value, spot)),
      body: nodesOf(branch.templates, below),
    })),
    otherwise: nodesOf(one.elseTemplates ?? [], below),
    spot,
  }
}

function loopOf(one: Theirs, below: Inside, spot: Spot): Node {
  if (below.loops >= maxLoopDepth) {
    throw new LiquidFault(
      { en: 'Loops lie at most two deep.', pt: 'Laços podem ter no máximo dois níveis.' },
      spot,
    )
  }
  const collection = one.collection as Theirs
  const list = isRange(collection) ? null : operandOf(collection, spot)
  if (list?.kind !== 'path') {
    throw new LiquidFault(
      { en: 'A loop goes over a declared list.', pt: 'Um laço percorre uma lista declarada.' },
      spot,
    )
  }
  const { hash = {} } = one.hash as { hash?: Readonly<Record<string, Theirs | undefined>> }
  for (const name of Object.keys(hash)) {
    if (!['limit', 'offset', 'reversed'].includes(name)) throw unknownPart(name, spot)
  }
  const inLoop = { ...below, loops: below.loops + 1 }
  return {
    kind: 'for',
    name: String(one.variable),
    list,
    limit: hash.limit === undefined ? null : operandOf(hash.limit, spot),
    offset: hash.offset === undefined ? null : operandOf(hash.offset, spot),
    isReversed: 'reversed' in hash,
    body: nodesOf(one.templates, inLoop),
    otherwise: nodesOf(one.elseTemplates ?? [], below),
    spot,
  }
}

const isRange = ({ constructor: { name } }: Theirs): boolean => name === 'RangeToken'

function filteredOf(theirs: unknown, spot: Spot): Value {
  const { initial, filters } = theirs as { initial: Theirs; filters: readonly Theirs[] }
  mustBeShort(filters.length, spot)
  return { initial: expressionOf(initial, spot), filters: filters.map(one => filterOf(one, spot)) }
}

function filterOf({ name, args }: Theirs, spot: Spot): Filter {
  if (!filterNames.has(String(name))) {
    throw new LiquidFault(
      { en: `There is no filter "${name}".`, pt: `Não existe o filtro "${name}".` },
      spot,
    )
  }
  const given = args as readonly Theirs[]
  // `default: x, allow_false: true` names its last argument.
  if (given.some(Array.isArray)) throw unknownPart('a named argument', spot)
  return { name: String(name), args: given.map(one => operandOf(one, spot)), spot }
}

/** From the reverse Polish order in which liquidjs keeps expressions. What is short is not deep. */
function expressionOf(theirs: Theirs, spot: Spot): Expression {
  const stack: Expression[] = []
  const postfix = theirs.postfix as readonly Theirs[]
  mustBeShort(postfix.length, spot)
  for (const token of postfix) {
    if (token.constructor.name !== 'OperatorToken') {
      stack.push(operandOf(token, spot))
      continue
    }
    const right = stack.pop()
    if (right === undefined) throw unknownPart('an empty expression', spot)
    if (token.operator === 'not') {
      stack.push({ kind: 'not', of: right })
      continue
    }
    const operator = operators.find(name => name === token.operator)
    const left = stack.pop()
    if (operator === undefined || left === undefined) {
      throw unknownPart(String(token.operator), spot)
    }
    stack.push({ kind: 'binary', operator, left, right })
  }
  const [whole, ...rest] = stack
  if (whole === undefined || rest.length > 0) throw unknownPart('an empty expression', spot)
  return whole
}

function operandOf(token: Theirs, spot: Spot): Expression {
  switch (token.constructor.name) {
    case 'QuotedToken':
      return { kind: 'literal', value: String(token.content) }
    case 'NumberToken':
      return { kind: 'literal', value: Number(token.content) }
    case 'LiteralToken':
      return literalOf(String(token.literal), spot)
    case 'PropertyAccessToken':
      return pathOf(token, spot)
    default:
      throw unknownPart(token.constructor.name, spot)
  }
}

function literalOf(word: string, spot: Spot): Expression {
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' }
  if (word === 'nil' || word === 'null') return { kind: 'literal', value: null }
  if (word === 'empty' || word === 'blank') return { kind: 'nothing', isBlank: word === 'blank' }
  throw unknownPart(word, spot)
}

function pathOf({ variable, props }: Theirs, spot: Spot): Expression {
  if (variable !== undefined) throw unknownPart('[ ] after a text', spot)
  const path = (props as readonly Theirs[]).map(prop => {
    const { name } = prop.constructor
    if (name === 'IdentifierToken' || name === 'QuotedToken') return String(prop.content)
    if (name === 'NumberToken') return Number(prop.content)
    return operandOf(prop, spot)
  })
  if (typeof path[0] !== 'string') throw unknownPart('[ ] without a name', spot)
  return { kind: 'path', path }
}

const unknownPart = (what: string, spot: Spot): LiquidFault =>
  new LiquidFault(
    { en: `Templates cannot use ${what} here.`, pt: `Modelos não podem usar ${what} aqui.` },
    spot,
  )
