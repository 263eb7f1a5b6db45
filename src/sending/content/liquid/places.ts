/**
 * Where the values of an HTML template stand. The source is read as a browser's tokenizer would read
 * it (HTML standard §13.2.5), only as far as places need: text, attributes, their quotes, comments,
 * the raw text of `style`. Every branch of an `if` must end where it began, so that no value can come
 * to stand elsewhere than it was judged to stand.
 */
import { assert } from '#kernel/base/assert.ts'
import { LiquidFault, type Node, type Place, type Spot } from './ast.ts'
import { withoutMarks } from './marks.ts'

interface State {
  readonly at: 'text' | 'name' | 'tag' | 'attribute' | 'equals' | 'value' | 'comment' | 'raw'
  /** The tag, or the element whose raw text this is. */
  readonly tag: string
  readonly attribute: string
  /** '' where it has none. */
  readonly quote: string
  /** Of a value: what has been read of it. */
  readonly part: 'start' | 'scheme' | 'path' | 'query'
}

const start: State = { at: 'text', tag: '', attribute: '', quote: '', part: 'start' }
const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'background',
  'cite',
  'poster',
  'data',
  'xlink:href',
])
/** Their values are programs or pages, whatever is escaped in them. */
const isProgram = (attribute: string): boolean =>
  attribute.startsWith('on') || attribute === 'srcdoc'
const rawElements = new Set(['style', 'script'])
/** Outlook reads what lies in such a comment as HTML. */
const conditional = /^<!(?:--)?\[(?:if [^\]]*|endif)\](?:--)?>/i

/** The same nodes with the place of each value. Throws LiquidFault. */
export function placed(nodes: readonly Node[]): readonly Node[] {
  return walk(nodes, start).nodes
}

interface Walked {
  readonly nodes: readonly Node[]
  readonly state: State
}

function walk(nodes: readonly Node[], before: State): Walked {
  let state = before
  const walked = nodes.map((node): Node => {
    if (node.kind === 'raw') {
      state = read(node.text, state)
      return node
    }
    if (node.kind === 'output') {
      const place = placeIn(state, node.spot)
      return { ...node, place }
    }
    return node.kind === 'assign' ? node : branched(node, state)
  })
  return { nodes: walked, state }
}

function branched(node: Extract<Node, { kind: 'if' | 'case' | 'for' }>, state: State): Node {
  const same = (nodes: readonly Node[]): readonly Node[] => {
    const walked = walk(nodes, state)
    if (isSame(walked.state, state)) return walked.nodes
    throw new LiquidFault(
      {
        en: 'A branch must close the HTML tags and quotes that it opens.',
        pt: 'Um ramo deve fechar as tags e aspas de HTML que abre.',
      },
      spotIn(nodes),
    )
  }
  const otherwise = same(node.otherwise)
  if (node.kind === 'for') return { ...node, body: same(node.body), otherwise }
  if (node.kind === 'case') {
    const branches = node.branches.map(one => ({ ...one, body: same(one.body) }))
    return { ...node, branches, otherwise }
  }
  const branches = node.branches.map(one => ({ ...one, body: same(one.body) }))
  return { ...node, branches, otherwise }
}

/** What has been read of a value may differ: where nothing has, everything is judged as its start. */
const isSame = (one: State, other: State): boolean =>
  one.at === other.at &&
  one.quote === other.quote &&
  (one.at !== 'value' || one.attribute === other.attribute) &&
  (one.at !== 'raw' || one.tag === other.tag)

function spotIn(nodes: readonly Node[]): Spot {
  for (const node of nodes) if (node.kind === 'output') return node.spot
  return { line: 1, column: 1 }
}

function placeIn({ at, tag, attribute, quote, part }: State, spot: Spot): Place {
  if (at === 'text') return 'text'
  if (at === 'comment') return 'attribute'
  if (at === 'raw' && tag === 'style') return 'style'
  if (at === 'value' && quote !== '' && !isProgram(attribute)) {
    if (attribute === 'style') return 'style'
    if (!urlAttributes.has(attribute)) return 'attribute'
    if (part === 'start') return 'url'
    // Of `java` a value would make a scheme: nothing that it holds ends one.
    return part === 'scheme' ? 'query' : part
  }
  throw new LiquidFault(
    {
      en: 'A value may stand in text or in an attribute with quotes, not here.',
      pt: 'Um valor pode ficar no texto ou em um atributo entre aspas, não aqui.',
    },
    spot,
  )
}

function read(text: string, before: State): State {
  let state = before
  let at = 0
  while (at < text.length) {
    const step = steps[state.at](text, at, state)
    assert(step.at > at || step.state.at !== state.at, 'every step reads on')
    state = step.state
    at = step.at
  }
  return state
}

interface Step {
  readonly at: number
  readonly state: State
}

type Stepper = (text: string, at: number, state: State) => Step

const steps: Readonly<Record<State['at'], Stepper>> = {
  text: inText,
  name: inName,
  tag: inTag,
  attribute: inAttribute,
  equals: afterEquals,
  value: inValue,
  comment: inComment,
  raw: inRaw,
}

function inText(text: string, at: number, state: State): Step {
  const open = text.indexOf('<', at)
  if (open < 0) return { at: text.length, state }
  const rest = text.slice(open, open + 300)
  const marker = conditional.exec(rest)
  if (marker !== null) return { at: open + marker[0].length, state }
  // §13.2.5.43: a comment that is closed at once.
  const empty = /^<!---?>/.exec(rest)
  if (empty !== null) return { at: open + empty[0].length, state }
  if (rest.startsWith('<!--')) return { at: open + 4, state: { ...start, at: 'comment' } }
  if (!/^<\/?([a-z!?]|$)/i.test(rest)) return { at: open + 1, state }
  return { at: open + 1, state: { ...start, at: 'name' } }
}

function inName(text: string, at: number, state: State): Step {
  const end = /[\s/>]/.exec(text.slice(at === 0 || text[at] !== '/' ? at : at + 1))
  const from = text[at] === '/' ? at + 1 : at
  const stop = end === null ? text.length : from + end.index
  const slash = text[at] === '/' ? '/' : ''
  const tag = state.tag + slash + text.slice(from, stop).toLowerCase()
  return { at: stop, state: { ...state, at: end === null ? 'name' : 'tag', tag } }
}

function inTag(text: string, at: number, state: State): Step {
  const char = text[at]!
  if (char === '>') {
    const isRaw = rawElements.has(state.tag)
    return { at: at + 1, state: isRaw ? { ...start, at: 'raw', tag: state.tag } : start }
  }
  if (/[\s/]/.test(char)) return { at: at + 1, state }
  return { at, state: { ...state, at: 'attribute', attribute: '' } }
}

function inAttribute(text: string, at: number, state: State): Step {
  const end = /[\s=>/]/.exec(text.slice(at))
  const stop = end === null ? text.length : at + end.index
  const named = { ...state, attribute: state.attribute + text.slice(at, stop).toLowerCase() }
  if (end === null) return { at: stop, state: named }
  if (end[0] === '=') return { at: stop + 1, state: { ...named, at: 'equals' } }
  const isFollowed = /^\s+=/.exec(text.slice(stop))
  if (isFollowed === null) return { at: stop, state: { ...named, at: 'tag' } }
  return { at: stop + isFollowed[0].length, state: { ...named, at: 'equals' } }
}

function afterEquals(text: string, at: number, state: State): Step {
  const char = text[at]!
  if (/\s/.test(char)) return { at: at + 1, state }
  if (char === '>') return { at, state: { ...state, at: 'tag' } }
  const isQuoted = char === '"' || char === "'"
  const quote = isQuoted ? char : ''
  return { at: isQuoted ? at + 1 : at, state: { ...state, at: 'value', quote, part: 'start' } }
}

function inValue(text: string, at: number, state: State): Step {
  const end = state.quote === '' ? /[\s>]/.exec(text.slice(at)) : null
  const close =
    state.quote === '' ? (end === null ? -1 : at + end.index) : text.indexOf(state.quote, at)
  const value = withoutMarks(text.slice(at, close < 0 ? text.length : close))
  if (close >= 0) {
    return { at: state.quote === '' ? close : close + 1, state: { ...state, at: 'tag', quote: '' } }
  }
  return { at: text.length, state: { ...state, part: partAfter(value, state.part) } }
}

function partAfter(value: string, before: State['part']): State['part'] {
  if (/[?#]/.test(value)) return 'query'
  if (before === 'path' || before === 'query' || value.trim() === '') return before
  return /[:/]/.test(value) ? 'path' : 'scheme'
}

function inComment(text: string, at: number, state: State): Step {
  const end = text.indexOf('-->', at)
  return end < 0 ? { at: text.length, state } : { at: end + 3, state: start }
}

function inRaw(text: string, at: number, state: State): Step {
  const end = text.slice(at).search(new RegExp(`</${state.tag}[\\s/>]`, 'i'))
  return end < 0 ? { at: text.length, state } : { at: at + end, state: start }
}
