/**
 * As much of Helm's templates (Go's text/template with the functions of sprig) as the chart uses; what
 * it does not know is an error. Where Helm itself is installed, the test asks that as well.
 */
import { stringify } from 'yaml'

type Value = unknown
type Scope = { readonly dot: Value; readonly root: Value }
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly words: string }
  | Block

interface Block {
  readonly kind: 'if' | 'with' | 'range' | 'define'
  readonly words: string
  readonly body: Node[]
  readonly otherwise: Node[]
}

export class TemplateRefused extends Error {
  override readonly name = 'TemplateRefused'
}

/** Renders a template; `helpers` is a file of definitions. */
export function render(text: string, helpers: string, root: Value): string {
  const definitions = new Map<string, Node[]>()
  for (const node of parse(helpers)) {
    if (node.kind === 'define') definitions.set(JSON.parse(node.words), node.body)
  }
  return print(parse(text), { dot: root, root }, definitions)
}

function parse(text: string): Node[] {
  const trimmed = text.replaceAll(/\s*\{\{-\s*/g, '{{ ').replaceAll(/\s*-\}\}\s*/g, ' }}')
  const top: Node[] = []
  const open: { readonly block: Block; into: Node[] }[] = []
  for (const [at, piece] of trimmed.split(/\{\{\s*(.*?)\s*\}\}/).entries()) {
    const into = open.at(-1)?.into ?? top
    const [, word = '', words = ''] = /^(\w+)\s*(.*)$/.exec(piece) ?? []
    if (at % 2 === 0) into.push({ kind: 'text', text: piece })
    else if (word === 'if' || word === 'with' || word === 'range' || word === 'define') {
      const block: Block = { kind: word, words, body: [], otherwise: [] }
      into.push(block)
      open.push({ block, into: block.body })
    } else if (word === 'else') open.at(-1)!.into = open.at(-1)!.block.otherwise
    else if (word === 'end') open.pop()
    else into.push({ kind: 'print', words: piece })
  }
  if (open.length > 0) throw new Error(`${open[0]!.block.kind} has no end`)
  return top
}

type Definitions = ReadonlyMap<string, Node[]>

function print(nodes: readonly Node[], scope: Scope, definitions: Definitions): string {
  return nodes.map(node => printOne(node, scope, definitions)).join('')
}

function printOne(node: Node, scope: Scope, definitions: Definitions): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'define') return ''
  const value = evaluate(node.words, scope, definitions)
  if (node.kind === 'print') return String(value ?? '')
  const inside = (dot: Value) => print(node.body, { ...scope, dot }, definitions)
  if (!isTrue(value)) return print(node.otherwise, scope, definitions)
  if (node.kind === 'range') return (value as Value[]).map(inside).join('')
  return inside(node.kind === 'if' ? scope.dot : value)
}

/** As Go has it: empty lists, maps and texts, zero and nothing are false. */
const isTrue = (value: Value): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

function evaluate(pipeline: string, scope: Scope, definitions: Definitions): Value {
  const steps = pipeline.split(/\s\|\s/)
  let value: Value
  for (const [at, step] of steps.entries()) {
    const words = wordsOf(step)
    const rest = words.slice(1).map(word => termOf(word, scope, definitions))
    if (at > 0) rest.push(value)
    value =
      rest.length === 0 && !/^[a-zA-Z]/.test(words[0]!)
        ? termOf(words[0]!, scope, definitions)
        : call(words[0]!, rest, definitions)
  }
  return value
}

const wordsOf = (step: string): string[] => step.match(/\([^)]*\)|"[^"]*"|\S+/g) ?? []

function termOf(word: string, scope: Scope, definitions: Definitions): Value {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope, definitions)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  const [, from, path = ''] = /^(\$?)\.?([\w.]*)$/.exec(word) ?? []
  if (from === undefined) throw new Error(`the test does not know ${word}`)
  let value: Value = from === '$' ? scope.root : scope.dot
  for (const name of path.split('.').filter(Boolean))
    value = (value as Record<string, Value>)?.[name]
  return value
}

function call(name: string, given: Value[], definitions: Definitions): Value {
  const [first, second] = given
  switch (name) {
    case 'include': {
      const body = definitions.get(String(first))
      if (body === undefined) throw new Error(`no definition of ${first}`)
      return print(body, { dot: second, root: second }, definitions)
    }
    case 'toYaml':
      return stringify(first).trimEnd()
    case 'nindent':
      return `\n${String(second).replaceAll(/^(?=.)/gm, ' '.repeat(Number(first)))}`
    case 'quote':
      return JSON.stringify(String(first ?? ''))
    case 'default':
      return isTrue(second) ? second : first
    case 'required':
      if (!isTrue(second)) throw new TemplateRefused(String(first))
      return second
    case 'urlquery':
      return encodeURIComponent(String(first))
    case 'not':
      return !isTrue(first)
    case 'eq':
      return first === second
    default:
      throw new Error(`the test does not know the function ${name}`)
  }
}
