/**
 * What can never mean anything, whoever gets the letter: names of loops that there are not, places in
 * lists that are written otherwise, values that no filter reads, links whose host a person would
 * choose. It is said to the author, where it stands.
 */
import type { Text } from '#kernel/base/languages.ts'
import { type Expression, LiquidFault, type Node, type Spot, type Value } from './ast.ts'
import { evaluate } from './evaluate.ts'
import { TooMuch, wrongArgument } from './filters.ts'

const loopNames = new Set([
  'index',
  'index0',
  'rindex',
  'rindex0',
  'first',
  'last',
  'length',
  'parentloop',
])

/** Throws LiquidFault. */
export function mustMeanSomething(nodes: readonly Node[], loops = 0): void {
  for (const node of nodes) {
    if (node.kind === 'raw') continue
    const judged = judgedOf(node)
    for (const value of judged.values) mustBeRead(value, node.spot, loops)
    for (const one of judged.expressions) mustHaveNames(one, node.spot, loops)
    if (node.kind === 'output' && node.place === 'host') throw fault(chosenHost, node.spot)
    if (node.kind === 'case' && node.branches.some(one => one.values.length === 0)) {
      throw fault(emptyWhen, node.spot)
    }
    if (node.kind === 'for' && isContinue(node.offset)) throw fault(noContinue, node.spot)
    for (const { body, deeper } of judged.bodies) mustMeanSomething(body, loops + deeper)
  }
}

interface NodeParts {
  readonly values: readonly Value[]
  readonly expressions: readonly Expression[]
  readonly bodies: readonly { readonly body: readonly Node[]; readonly deeper: 0 | 1 }[]
}

function judgedOf(node: Exclude<Node, { kind: 'raw' }>): NodeParts {
  const here = (bodies: readonly (readonly Node[])[]) =>
    bodies.map(body => ({ body, deeper: 0 }) as const)
  switch (node.kind) {
    case 'output':
    case 'assign':
      return { values: [node.value], expressions: [], bodies: [] }
    case 'if':
      return {
        values: [],
        expressions: node.branches.map(one => one.when),
        bodies: here([...node.branches.map(one => one.body), node.otherwise]),
      }
    case 'case':
      return {
        values: [node.of],
        expressions: node.branches.flatMap(one => one.values),
        bodies: here([...node.branches.map(one => one.body), node.otherwise]),
      }
    case 'for':
      return {
        values: [],
        expressions: [node.list, node.limit, node.offset].filter(one => one !== null),
        bodies: [{ body: node.body, deeper: 1 }, ...here([node.otherwise])],
      }
  }
}

const fault = (text: Text, spot: Spot): LiquidFault => new LiquidFault(text, spot)

function mustBeRead(value: Value, spot: Spot, loops: number): void {
  const { initial, filters } = value
  mustHaveNames(initial, spot, loops)
  for (const filter of filters) {
    const wrong = wrongArgument(filter)
    if (wrong !== null) throw fault(wrong, filter.spot)
    for (const one of filter.args) mustHaveNames(one, filter.spot, loops)
  }
  const all = [initial, ...filters.flatMap(one => one.args)]
  if (filters.length === 0 || all.some(one => one.kind !== 'literal')) return
  if (languages.every(language => isUnread(value, language))) throw fault(unread, spot)
}

const languages = ['pt', 'en']

/** Nobody's value is in it: it is the same in every letter of a language. */
function isUnread(value: Value, language: string): boolean {
  const node = { kind: 'output', value, place: 'plain', spot: { line: 1, column: 1 } } as const
  try {
    return evaluate([node], {}, { language, timeZone: 'UTC' }).missing.length > 0
  } catch (error) {
    if (error instanceof TooMuch) return false
    throw error
  }
}

function mustHaveNames(expression: Expression, spot: Spot, loops: number): void {
  switch (expression.kind) {
    case 'path':
      mustHaveName(expression.path, spot, loops)
      for (const step of expression.path) {
        if (typeof step === 'object') mustHaveNames(step, spot, loops)
      }
      break
    case 'not':
      mustHaveNames(expression.of, spot, loops)
      break
    case 'binary':
      mustHaveNames(expression.left, spot, loops)
      mustHaveNames(expression.right, spot, loops)
  }
}

type Path = Extract<Expression, { kind: 'path' }>['path']

function mustHaveName([root, ...names]: Path, spot: Spot, loops: number): void {
  const place = names.find(name => typeof name === 'string' && /^\d+$/.test(name))
  if (place !== undefined && root !== 'event') throw fault(inBrackets(String(place)), spot)
  if (root !== 'forloop' || loops === 0) return
  const known = names.findIndex((name, n) => {
    const isOuter = name === 'parentloop'
    return isOuter
      ? n >= loops - 1 || n === names.length - 1
      : n < names.length - 1 || !loopNames.has(String(name))
  })
  if (names.length > 0 && known < 0) return
  const name = ['forloop', ...names.map(one => (typeof one === 'object' ? '*' : one))].join('.')
  throw fault(noLoopName(name), spot)
}

const isContinue = (offset: Expression | null): boolean =>
  offset?.kind === 'path' && offset.path.length === 1 && offset.path[0] === 'continue'

const chosenHost: Text = {
  en: 'A value cannot be part of the host of a link. Give the whole link as one value.',
  pt: 'Um valor não pode ser parte do endereço do site em um link. Informe o link inteiro em um só valor.',
}

const emptyWhen: Text = {
  en: 'A "when" names no value.',
  pt: 'Um "when" não tem valor.',
}

const noContinue: Text = {
  en: 'A loop cannot go on where another one ended.',
  pt: 'Um laço não pode continuar de onde outro parou.',
}

const unread: Text = {
  en: 'The filter cannot read this value.',
  pt: 'O filtro não consegue ler este valor.',
}

const inBrackets = (place: string): Text => ({
  en: `A place in a list is written [${place}], not .${place}.`,
  pt: `Uma posição na lista se escreve [${place}], não .${place}.`,
})

const noLoopName = (name: string): Text => ({
  en: `There is no ${name}. A loop has ${[...loopNames].join(', ')}.`,
  pt: `Não existe ${name}. Um laço tem ${[...loopNames].join(', ')}.`,
})
