/**
 * What the rules ask of a file, from the syntax tree of a real parser (oxc): what it imports, and
 * how, what it exports, its functions, its comments. A regular expression would miss re-exports,
 * `import()`, types named in place and workers started by URL.
 */
import { parseSync, visitorKeys } from 'oxc-parser'
import type { Source } from './sources.ts'

interface Import {
  readonly specifier: string
  /** The names that are taken; 'all' where they cannot be told. */
  readonly names: readonly string[] | 'all'
  /** Erased before the program runs. */
  readonly byType: boolean
  /** Started as a worker, by its URL: no name is taken, and no circle is closed. */
  readonly byUrl: boolean
  readonly line: number
}

interface Export {
  readonly name: string
  /** As the tree calls its declaration; `list` for `export { … }`. */
  readonly kind: string
  /** The name in its file, where a list may give it away by another. */
  readonly local: string
  /** Where a list takes it from that passes it on at once; null elsewhere. */
  readonly source: string | null
  readonly line: number
}

/** A name of this file, and what another file calls it. */
interface TakenName {
  readonly specifier: string
  readonly name: string
}

export interface MeasuredFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** The name of what it is passed to; null where it is bound to a name or property. */
  readonly passedTo: string | null
}

interface Binding {
  readonly name: string
  readonly line: number
}

interface Chance {
  readonly what: string
  readonly line: number
}

export interface ParsedFile extends Source {
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
  /** Types and classes that are declared here, given away or not, and on which line. */
  readonly types: ReadonlyMap<string, number>
  /** The whole, for rules that ask of it what few ask. */
  readonly program: AnyNode
  /** What is imported by name, by the name that it has here. */
  readonly taken: ReadonlyMap<string, TakenName>
  readonly functions: readonly MeasuredFunction[]
  /** Constants, exported or not, that a number or a sum of some is written for. */
  readonly numbers: readonly Binding[]
  readonly comments: readonly { readonly text: string; readonly line: number }[]
  /** Places that take time or chance from the machine. */
  readonly chances: readonly Chance[]
}

/** A node of any type: which fields it has follows from its type, as the parser's pages say. */
export interface AnyNode {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: a field is text, a node or a list, by type of node
  readonly [field: string]: any
}

/** A walk's results, and what it has to know of the file. */
interface Walk {
  lineOf(offset: number): number
  readonly imports: Import[]
  readonly exports: Export[]
  readonly types: Map<string, number>
  readonly taken: Map<string, TakenName>
  readonly functions: MeasuredFunction[]
  readonly numbers: Binding[]
  readonly chances: Chance[]
  /** How often an identifier stands anywhere, and which of its members are named. */
  readonly uses: Map<string, number>
  readonly members: Map<string, string[]>
  readonly namespaces: { readonly local: string; readonly index: number }[]
}

/** Reads one file; throws where it is no program. */
export function parse(source: Source): ParsedFile {
  const lang = /\.tsx$/.test(source.file) ? 'tsx' : /\.[cm]?js$/.test(source.file) ? 'js' : 'ts'
  const { program, comments, errors } = parseSync(source.file, source.text, { lang })
  if (errors.length > 0) throw new Error(`${source.file}: ${errors[0]!.message}`)
  const starts = lineStarts(source.text)
  const walk: Walk = {
    lineOf: offset => lineOf(starts, offset),
    imports: [],
    exports: [],
    types: new Map(),
    taken: new Map(),
    functions: [],
    numbers: [],
    chances: [],
    uses: new Map(),
    members: new Map(),
    namespaces: [],
  }
  const root = program as unknown as AnyNode
  visit(walk, root, null)
  nameNamespaceMembers(walk)
  const { imports, exports, types, taken, functions, numbers, chances } = walk
  return {
    ...source,
    program: root,
    imports,
    exports,
    types,
    taken,
    functions,
    numbers,
    chances,
    comments: comments.map(({ value, start }) => ({ text: value, line: walk.lineOf(start) })),
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

function visit(walk: Walk, node: AnyNode, parent: AnyNode | null): void {
  noteImport(walk, node)
  noteExport(walk, node)
  noteType(walk, node)
  noteFunction(walk, node, parent)
  noteNumbers(walk, node)
  noteChance(walk, node)
  noteUse(walk, node)
  for (const child of partsOf(node)) visit(walk, child, node)
}

/** The nodes directly inside of one. */
export const partsOf = (node: AnyNode): AnyNode[] =>
  (visitorKeys[node.type] ?? []).flatMap(key => node[key] ?? []).filter(one => one !== null)

/** A node and all that are in it, each with the one around it. */
export function* nodesOf(
  node: AnyNode,
  parent: AnyNode | null = null,
): Generator<readonly [node: AnyNode, parent: AnyNode | null]> {
  yield [node, parent]
  for (const child of partsOf(node)) yield* nodesOf(child, node)
}

/** The line of a node of this file. */
export const lineIn = ({ text }: Source, { start }: AnyNode): number =>
  text.slice(0, start).split('\n').length

export const nameOf = (node: AnyNode): string => node.name ?? String(node.value)

function noteImport(walk: Walk, node: AnyNode): void {
  const add = (specifier: unknown, names: Import['names'], byType: boolean): void => {
    if (typeof specifier !== 'string') return
    const byUrl = node.type === 'NewExpression'
    walk.imports.push({ specifier, names, byType, byUrl, line: walk.lineOf(node.start) })
  }
  if (node.type === 'ImportDeclaration') {
    const specifiers: AnyNode[] = node.specifiers
    for (const { type, local, imported } of specifiers) {
      const specifier = node.source.value
      if (imported) walk.taken.set(local.name, { specifier, name: nameOf(imported) })
      if (type !== 'ImportNamespaceSpecifier') continue
      walk.namespaces.push({ local: local.name, index: walk.imports.length })
    }
    const names = specifiers.map(one =>
      one.type === 'ImportDefaultSpecifier' ? 'default' : one.imported ? nameOf(one.imported) : '*',
    )
    add(node.source.value, names.includes('*') ? 'all' : names, node.importKind === 'type')
  } else if (node.type === 'ExportNamedDeclaration' && node.source !== null) {
    const names = node.specifiers.map((one: AnyNode) => nameOf(one.local))
    add(node.source.value, names, node.exportKind === 'type')
  } else if (node.type === 'ExportAllDeclaration') {
    add(node.source.value, 'all', node.exportKind === 'type')
  } else if (node.type === 'ImportExpression') {
    add(textOf(node.source), 'all', false)
  } else if (node.type === 'TSImportType') {
    const first = leftmost(node.qualifier)
    add(node.source.value, first === null ? 'all' : [first], true)
  } else if (node.type === 'CallExpression' && node.callee.name === 'require') {
    add(textOf(node.arguments[0]), 'all', false)
  } else if (isUrlBesideThisFile(node)) {
    add(textOf(node.arguments[0]), [], false)
  }
}

/** What a text or template says; `*` stands for what is put into it, which no file is called. */
function textOf(node: AnyNode | undefined): string | null {
  if (node?.type !== 'TemplateLiteral') return typeof node?.value === 'string' ? node.value : null
  return node.quasis.map((one: AnyNode) => one.value.cooked).join('*')
}

function leftmost(qualifier: AnyNode | null): string | null {
  if (qualifier === null) return null
  return qualifier.type === 'TSQualifiedName' ? leftmost(qualifier.left) : qualifier.name
}

/** `new URL('./worker.ts', import.meta.url)`: how a worker's file is named. */
function isUrlBesideThisFile(node: AnyNode): boolean {
  if (node.type !== 'NewExpression' || node.callee.name !== 'URL') return false
  const [first, second] = node.arguments
  return /\.[cm]?[jt]sx?$/.test(textOf(first) ?? '') && second?.property?.name === 'url'
}

function noteExport(walk: Walk, node: AnyNode): void {
  const line = (one: AnyNode): number => walk.lineOf(one.start)
  if (node.type === 'ExportDefaultDeclaration') {
    const name = 'default'
    walk.exports.push({ name, local: name, kind: node.type, source: null, line: line(node) })
  }
  if (node.type !== 'ExportNamedDeclaration') return
  for (const one of node.specifiers) {
    const [name, local] = [nameOf(one.exported), nameOf(one.local)]
    const source = node.source?.value ?? null
    walk.exports.push({ name, local, kind: 'list', source, line: line(one) })
  }
  const declaration: AnyNode | null = node.declaration
  if (declaration === null) return
  const bound: AnyNode[] =
    declaration.type === 'VariableDeclaration'
      ? declaration.declarations.flatMap((one: AnyNode) => boundNames(one.id))
      : [declaration.id]
  for (const id of bound) {
    const { type: kind } = declaration
    walk.exports.push({ name: id.name, local: id.name, kind, source: null, line: line(id) })
  }
}

const typeDeclarations = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'ClassDeclaration',
])

function noteType(walk: Walk, node: AnyNode): void {
  if (typeDeclarations.has(node.type) && node.id)
    walk.types.set(node.id.name, walk.lineOf(node.start))
}

/** The identifiers that a pattern binds. */
function boundNames(pattern: AnyNode): AnyNode[] {
  if (pattern.type === 'Identifier') return [pattern]
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left)
  if (pattern.type === 'RestElement') return boundNames(pattern.argument)
  const parts: (AnyNode | null)[] = pattern.elements ?? pattern.properties
  return parts.flatMap(one => (one === null ? [] : boundNames(one.value ?? one)))
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

function noteFunction(walk: Walk, node: AnyNode, parent: AnyNode | null): void {
  if (!functionTypes.includes(node.type) || !node.body) return
  const name = node.id?.name ?? boundName(parent)
  const isPassed = parent?.type === 'CallExpression' || parent?.type === 'NewExpression'
  const line = walk.lineOf(node.start)
  const lines = walk.lineOf(node.end - 1) - line + 1
  const passedTo = isPassed ? calledName(parent.callee) : name === null ? '' : null
  walk.functions.push({ name: name ?? `in ${passedTo || 'an expression'}`, line, lines, passedTo })
}

function boundName(parent: AnyNode | null): string | null {
  if (parent?.type === 'VariableDeclarator') return parent.id.name ?? null
  if (parent?.type === 'AssignmentExpression') return calledName(parent.left)
  const key = parent?.key
  return key ? nameOf(key) : null
}

function calledName(callee: AnyNode): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.property)
  return callee.type === 'CallExpression' ? calledName(callee.callee) : ''
}

function noteNumbers(walk: Walk, node: AnyNode): void {
  if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return
  for (const { id, init } of node.declarations) {
    if (id.type !== 'Identifier' || init === null || !isNumber(init)) continue
    walk.numbers.push({ name: id.name, line: walk.lineOf(id.start) })
  }
}

const arithmetic = new Set(['+', '-', '*', '/', '%', '**'])

/** As far as it is seen without types: a name by itself may be anything. */
function isNumber(node: AnyNode): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number'
  if (node.type === 'UnaryExpression') return isNumber(node.argument)
  if (node.type === 'CallExpression') return node.callee.object?.name === 'Math'
  if (node.type !== 'BinaryExpression' || !arithmetic.has(node.operator)) return false
  return isNumber(node.left) || isNumber(node.right)
}

const chanceMembers = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'process.hrtime',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])
const chanceCalls = new Set(['setTimeout', 'setInterval'])
const chanceModules = /^(node:)?(timers(\/promises)?|perf_hooks)$/
const chanceImports = /^random[A-Z]/

function noteChance(walk: Walk, node: AnyNode): void {
  const what = chanceIn(node)
  if (what !== null) walk.chances.push({ what, line: walk.lineOf(node.start) })
}

function chanceIn(node: AnyNode): string | null {
  if (node.type === 'MemberExpression') {
    const name = `${node.object.name}.${node.property.name}`
    return chanceMembers.has(name) ? name : null
  }
  if (node.type === 'CallExpression' && chanceCalls.has(node.callee.name)) return node.callee.name
  if (node.type === 'NewExpression' && node.callee.name === 'Date') {
    return node.arguments.length === 0 ? 'new Date()' : null
  }
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return null
  if (chanceModules.test(node.source.value)) return node.source.value
  if (!/^(node:)?crypto$/.test(node.source.value)) return null
  const names = node.specifiers.map((one: AnyNode) => nameOf(one.imported ?? one.local))
  return names.find((name: string) => chanceImports.test(name)) ?? null
}

function noteUse(walk: Walk, node: AnyNode): void {
  if (node.type === 'Identifier') walk.uses.set(node.name, (walk.uses.get(node.name) ?? 0) + 1)
  const isMember = node.type === 'MemberExpression' && !node.computed
  if (!isMember && node.type !== 'TSQualifiedName') return
  const object: AnyNode = isMember ? node.object : node.left
  const member: AnyNode = isMember ? node.property : node.right
  if (object.type !== 'Identifier') return
  walk.members.set(object.name, [...(walk.members.get(object.name) ?? []), member.name])
}

/** Where a namespace is only used by `name.member`, the members are the names that it imports. */
function nameNamespaceMembers(walk: Walk): void {
  for (const { local, index } of walk.namespaces) {
    const members = walk.members.get(local) ?? []
    const isPassedOn = (walk.uses.get(local) ?? 0) - 1 > members.length
    if (!isPassedOn) walk.imports[index] = { ...walk.imports[index]!, names: members }
  }
}
