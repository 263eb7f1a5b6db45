/**
 * What an expression of a source gives where it is made of constants alone: texts, templates, lists,
 * objects, functions that only return, across files. No program is run; what a parameter decides, or
 * what is worked out by other means, is `Unknown`.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AnyNode, parse } from '../../../scripts/tidy/parse.ts'

/** Thrown where an expression cannot be read without running the program. */
export class Unknown extends Error {}

/** A name's value: as it is, or as it will be read. */
type Bound = { readonly value: unknown } | { readonly node: AnyNode; readonly in: Place }

/** Where an expression stands: its file, and the names of the functions around it, the nearest first. */
export interface Place {
  readonly module: Module
  readonly names: readonly ReadonlyMap<string, Bound>[]
}

export interface Module {
  readonly file: string
  readonly text: string
  readonly program: AnyNode
  readonly declared: ReadonlyMap<string, AnyNode>
  readonly taken: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>
}

/** Reads the modules below `root`, whose package.json says where `#…` leads. */
export interface Modules {
  readonly root: string
  readonly read: (file: string) => Module
}

const builtIn = new Map<string, unknown>([
  ['Object', Object],
  ['String', String],
  ['Math', Math],
])

/** `beside`: sources that are in no file, by the names that they would have. */
export function modulesOf(root: string, beside: Readonly<Record<string, string>> = {}): Modules {
  const known = new Map<string, Module>()
  const read = (file: string): Module => {
    const module =
      known.get(file) ??
      readModule(file, beside[file] ?? readFileSync(path.join(root, file), 'utf8'))
    known.set(file, module)
    return module
  }
  return { root, read }
}

function readModule(file: string, text: string): Module {
  const { program, taken } = parse({ file, text })
  const declared = new Map<string, AnyNode>()
  for (const statement of program.body as AnyNode[]) {
    const declaration: AnyNode = statement.declaration ?? statement
    for (const { id, init } of declaration.declarations ?? [])
      if (id.type === 'Identifier' && init) declared.set(id.name, init)
    if (declaration.type === 'FunctionDeclaration') declared.set(declaration.id.name, declaration)
  }
  return { file, text, program, declared, taken }
}

/** The value of an expression; throws `Unknown`. */
export function evaluate(modules: Modules, node: AnyNode, at: Place): unknown {
  const of = (part: AnyNode) => evaluate(modules, part, at)
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return of(node.expression)
    case 'TemplateLiteral':
      return templateOf(node, of)
    case 'BinaryExpression':
      return calculated(node, of)
    case 'ConditionalExpression':
      return isTrue(node.test, of) ? of(node.consequent) : of(node.alternate)
    case 'ArrayExpression':
      return node.elements.flatMap((one: AnyNode) =>
        one.type === 'SpreadElement' ? (of(one.argument) as unknown[]) : [of(one)],
      )
    case 'ObjectExpression':
      return objectOf(node, of)
    case 'MemberExpression':
      return memberOf(node, of)
    case 'CallExpression':
      return (of(node.callee) as (...values: unknown[]) => unknown)(...node.arguments.map(of))
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return functionOf(modules, node, at)
    case 'Identifier':
      return named(modules, node.name, at)
    default:
      throw new Unknown(node.type)
  }
}

type Of = (part: AnyNode) => unknown

/** Of what a parameter decides, either way is the program's: the first is taken. */
function isTrue(test: AnyNode, of: Of): boolean {
  try {
    return Boolean(of(test))
  } catch (error) {
    if (error instanceof Unknown) return true
    throw error
  }
}

function templateOf({ quasis, expressions }: AnyNode, of: Of): string {
  const texts = expressions.map((one: AnyNode) => String(of(one)))
  return quasis.map((one: AnyNode, i: number) => one.value.cooked + (texts[i] ?? '')).join('')
}

function calculated({ operator, left, right }: AnyNode, of: Of): unknown {
  if (operator === '+') return (of(left) as string) + (of(right) as string)
  if (operator === '===') return of(left) === of(right)
  throw new Unknown(operator)
}

/** Its values are read when they are asked for: one that cannot be read leaves the others. */
function objectOf({ properties }: AnyNode, of: Of): object {
  const made = {}
  for (const one of properties as AnyNode[]) {
    if (one.type === 'SpreadElement') {
      Object.defineProperties(made, Object.getOwnPropertyDescriptors(of(one.argument)))
      continue
    }
    const key = one.computed ? of(one.key) : (one.key.name ?? one.key.value)
    Object.defineProperty(made, key as string, {
      get: () => of(one.value),
      enumerable: true,
      configurable: true,
    })
  }
  return made
}

function memberOf({ object, property, computed }: AnyNode, of: Of): unknown {
  const whole = of(object) as Record<string, unknown> | null | undefined
  const name = computed ? (of(property) as string) : property.name
  const value = whole?.[name]
  if (value === undefined) throw new Unknown(`.${name}`)
  return typeof value === 'function' ? value.bind(whole) : value
}

/** A function that declares constants and returns. */
function functionOf(modules: Modules, node: AnyNode, at: Place) {
  return (...values: unknown[]): unknown => {
    const own = new Map<string, Bound>()
    const inside = { ...at, names: [own, ...at.names] }
    for (const [i, one] of node.params.entries()) bind(own, one, values[i], at)
    if (node.body.type !== 'BlockStatement') return evaluate(modules, node.body, inside)
    for (const statement of node.body.body as AnyNode[]) {
      if (statement.type === 'ReturnStatement') return evaluate(modules, statement.argument, inside)
      if (statement.type !== 'VariableDeclaration') throw new Unknown(statement.type)
      for (const { id, init } of statement.declarations)
        own.set(id.name, { node: init, in: inside })
    }
    throw new Unknown('returns nothing')
  }
}

/** Names what a function is given, as its parameter takes it apart. */
function bind(own: Map<string, Bound>, pattern: AnyNode, value: unknown, at: Place): void {
  if (pattern.type === 'Identifier') own.set(pattern.name, { value })
  else if (pattern.type === 'ObjectPattern')
    for (const one of pattern.properties as AnyNode[])
      bind(own, one.value, (value as Record<string, unknown>)[one.key.name], at)
  else if (pattern.type !== 'AssignmentPattern') throw new Unknown(pattern.type)
  else if (value !== undefined) bind(own, pattern.left, value, at)
  else own.set(pattern.left.name, { node: pattern.right, in: at })
}

function named(modules: Modules, name: string, at: Place): unknown {
  const bound = at.names.find(one => one.has(name))?.get(name)
  if (bound !== undefined)
    return 'node' in bound ? evaluate(modules, bound.node, bound.in) : bound.value
  const { module } = at
  const declared = module.declared.get(name)
  if (declared !== undefined) return evaluate(modules, declared, { module, names: [] })
  const taken = module.taken.get(name)
  const file = taken && fileOf(modules.root, module.file, taken.specifier)
  if (file !== undefined)
    return named(modules, taken!.name, { module: modules.read(file), names: [] })
  if (builtIn.has(name)) return builtIn.get(name)
  throw new Unknown(name)
}

/** `#tenants/…` stands for `src/tenants/…`; of packages nothing is known. */
function fileOf(root: string, from: string, specifier: string): string | undefined {
  const file = specifier.startsWith('#')
    ? `src/${specifier.slice(1)}`
    : path.posix.join(path.posix.dirname(from), specifier)
  return /^[#.]/.test(specifier) && existsSync(path.join(root, file)) ? file : undefined
}
