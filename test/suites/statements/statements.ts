/** The statements of the program: `query<Row>(text, …)`, or `query(text, …)` where the rows' type follows. */
import { visitorKeys } from 'oxc-parser'
import type { AnyNode } from '../../../scripts/tidy/parse.ts'
import { evaluate, type Modules, type Place, Unknown } from './evaluate.ts'

export interface Statement {
  readonly file: string
  readonly line: number
  readonly call: Span
  /** Where the type of its rows stands; null where it follows from what is done with them. */
  readonly type: Span | null
  /** Null where a parameter decides it: it cannot be told without running the program. */
  readonly text: string | null
}

interface Span {
  readonly start: number
  readonly end: number
}

type Names = Place['names']

export function statementsIn(modules: Modules, file: string): Statement[] {
  const module = modules.read(file)
  const found: Statement[] = []
  const visit = (node: AnyNode, names: Names): void => {
    const inside = /Function/.test(node.type) ? [namesOf(node, { module, names }), ...names] : names
    if (isQuery(node)) {
      const type = node.typeArguments === null ? null : spanOf(node.typeArguments.params[0])
      const line = module.text.slice(0, node.start).split('\n').length
      const text = textOf(modules, node.arguments[0], { module, names })
      found.push({ file, line, call: spanOf(node), type, text })
    }
    for (const part of partsOf(node)) visit(part, inside)
  }
  visit(module.program, [])
  return found
}

const spanOf = ({ start, end }: AnyNode): Span => ({ start, end })

const isQuery = (node: AnyNode): boolean =>
  node.type === 'CallExpression' && node.callee.property?.name === 'query'

function textOf(modules: Modules, node: AnyNode, at: Place): string | null {
  try {
    return String(evaluate(modules, node, at))
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** What a function's parameters and constants are called: what its caller gives is unknown. */
function namesOf(node: AnyNode, at: Place): Names[number] {
  const own: Map<string, { node: AnyNode; in: Place }> = new Map()
  const inside = { ...at, names: [own, ...at.names] }
  const given = { type: 'a parameter', start: 0, end: 0 }
  const bind = (pattern: AnyNode, init: AnyNode | null): void => {
    if (pattern.type === 'Identifier') own.set(pattern.name, { node: init ?? given, in: inside })
    else for (const part of partsOf(pattern)) bind(part, null)
  }
  for (const one of node.params) bind(one, null)
  const visit = (part: AnyNode): void => {
    if (/Function/.test(part.type)) return
    if (part.type === 'VariableDeclaration')
      for (const { id, init } of part.declarations) bind(id, part.kind === 'const' ? init : null)
    for (const inner of partsOf(part)) visit(inner)
  }
  if (node.body) visit(node.body)
  return own
}

function partsOf(node: AnyNode): AnyNode[] {
  return (visitorKeys[node.type] ?? [])
    .flatMap(key => node[key] as AnyNode | null | (AnyNode | null)[])
    .filter((part): part is AnyNode => part !== null && part !== undefined)
}
