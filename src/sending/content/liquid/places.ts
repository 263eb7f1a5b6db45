/**
 * Where the values of an HTML template stand. The source is read as a browser's tokenizer would read
 * it (HTML standard §13.2.5), only as far as places need: text, attributes, their quotes, comments,
 * the raw text of `style`. Every branch of an `if` must end where it began, so that no value can come
 * to stand elsewhere than it was judged to stand.
 */
import { assert } from '#kernel/base/assert.ts'
import { partOfAddress } from './address-part.ts'
import { LiquidFault, type Node, type Place, type Spot } from './ast.ts'
import { withoutMarks } from './marks.ts'

interface State {
  readonly at:
    | 'text'
    | 'name'
    | 'tag'
    | 'attribute'
    | 'equals'
    | 'value'
    | 'comment'
    /** What browsers take for a comment up to the next `>`: §13.2.5.41. */
    | 'bogus'
    | 'raw'
  /** The tag, or the element whose raw text this is. */
  readonly tag: string
  readonly attribute: string
  /** '' where it has none. */
  readonly quote: string
  /** Of a value: what has been read of it, with a mark for each value of a person. */
  readonly written: string
  /** Within a comment that Outlook reads as html, and everybody else does not. */
  readonly isHidden: boolean
  /** The beginning of what only the next text shows to be a tag or a comment. */
  readonly pending: string
}

const start: State = {
  at: 'text',
  tag: '',
  attribute: '',
  quote: '',
  written: '',
  isHidden: false,
  pending: '',
}
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
  'longdesc',
  'lowsrc',
  'dynsrc',
  'ping',
  'srcset',
  'imagesrcset',
])
/** Their values are programs or pages, whatever is escaped in them. */
const isProgram = (attribute: string): boolean =>
  attribute.startsWith('on') || attribute === 'srcdoc' || attribute === 'xml:base'
/** They change other attributes, load programs, or say where all links of a page lead. */
const powerful = new Set([
  'script',
  'base',
  'set',
  'animate',
  'animatecolor',
  'animatemotion',
  'animatetransform',
])
const rawElements = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes'])
/** Outlook reads what lies in such a comment as HTML. */
const conditional = /^<!(?:--)?\[(?:if [^\]>]*|endif)\](?:--)?>/i
/** Stands for a value of a person in what is read of an attribute. */
const valueMark = '\uFFFC'

/** The same nodes with the place of each value. Throws LiquidFault. */
export function placed(nodes: readonly Node[]): readonly Node[] {
  return walk(nodes, start).nodes
}

interface BranchState {
  readonly nodes: readonly Node[]
  readonly state: State
}

function walk(nodes: readonly Node[], before: State): BranchState {
  let state = before
  const walked = nodes.map((node): Node => {
    if (node.kind === 'raw') {
      state = read(node.text, state)
      return node
    }
    if (node.kind === 'output') {
      const place = placeIn(state, node.spot)
      if (state.at === 'value') state = { ...state, written: state.written + valueMark }
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
  one.tag === other.tag &&
  one.isHidden === other.isHidden &&
  one.pending === other.pending &&
  (one.at !== 'value' || one.attribute === other.attribute)

function spotIn(nodes: readonly Node[]): Spot {
  for (const node of nodes) if (node.kind === 'output') return node.spot
  return { line: 1, column: 1 }
}

function placeIn(state: State, spot: Spot): Place {
  const { at, tag, attribute, quote } = state
  if (at === 'text' && state.pending === '') return 'text'
  if (at === 'comment' && state.pending === '') return 'attribute'
  if (at === 'raw' && tag === 'style') return 'style'
  const isValue = at === 'value' && quote !== ''
  if (isValue && !isProgram(attribute) && !powerful.has(tag) && !isRefresh(state)) {
    if (attribute === 'style') return 'style'
    return urlAttributes.has(attribute) ? partOfAddress(state.written, attribute) : 'attribute'
  }
  throw new LiquidFault(
    {
      en: 'A value may stand in text or in an attribute with quotes, not here.',
      pt: 'Um valor pode ficar no texto ou em um atributo entre aspas, não aqui.',
    },
    spot,
  )
}

/** `<meta http-equiv="refresh" content="0;url=…">` leads elsewhere by itself. */
const isRefresh = ({ tag, attribute, written }: State): boolean =>
  tag === 'meta' && attribute === 'content' && /^\s*\d*\s*[;,]|url\s*=/i.test(written)

/** Up to the end of a comment that hides html, and from there on. */
function read(given: string, before: State): State {
  const text = before.pending + given
  let state: State = { ...before, pending: '' }
  let at = 0
  while (at < text.length) {
    const { isHidden } = state
    const close = isHidden ? /--!?>/.exec(text.slice(at)) : null
    const end = close === null ? text.length : at + close.index + close[0].length
    const piece = text.slice(0, end)
    while (at < end && state.isHidden === isHidden) {
      const step = steps[state.at](piece, at, state)
      assert(step.at > at || step.state.at !== state.at, 'every step reads on')
      state = step.state
      at = step.at
    }
    if (close === null || at < end) continue
    if (state.at !== 'text') throw endsWithin()
    state = { ...state, isHidden: false }
  }
  return state
}

const endsWithin = (): LiquidFault =>
  new LiquidFault(
    {
      en: 'A comment for Outlook ends within a tag or another comment.',
      pt: 'Um comentário para o Outlook termina dentro de uma tag ou de outro comentário.',
    },
    { line: 1, column: 1 },
  )

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
  bogus: inBogus,
  raw: inRaw,
}

const fresh = ({ isHidden }: State): State => ({ ...start, isHidden })

function inText(text: string, at: number, state: State): Step {
  const open = text.indexOf('<', at)
  if (open < 0) return { at: text.length, state }
  const rest = text.slice(open, open + 300)
  const marker = conditional.exec(rest)
  if (marker !== null) {
    const isHidden = state.isHidden || (/^<!--/.test(marker[0]) && !marker[0].endsWith('-->'))
    return { at: open + marker[0].length, state: { ...state, isHidden } }
  }
  // §13.2.5.43: a comment that is closed at once.
  const empty = /^<!--(?:-?>)/.exec(rest) ?? /^<\/>/.exec(rest)
  if (empty !== null) return { at: open + empty[0].length, state }
  if (/^<(?:\/|!-{0,3})?$/.test(rest))
    return { at: text.length, state: { ...state, pending: rest } }
  if (rest.startsWith('<!--')) return { at: open + 4, state: { ...fresh(state), at: 'comment' } }
  if (/^<\/?[a-z]/i.test(rest)) return { at: open + 1, state: { ...fresh(state), at: 'name' } }
  if (/^<[!?/]/.test(rest)) return { at: open + 1, state: { ...fresh(state), at: 'bogus' } }
  return { at: open + 1, state }
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
    const after = fresh(state)
    return { at: at + 1, state: isRaw ? { ...after, at: 'raw', tag: state.tag } : after }
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
  return { at: isQuoted ? at + 1 : at, state: { ...state, at: 'value', quote, written: '' } }
}

function inValue(text: string, at: number, state: State): Step {
  const end = state.quote === '' ? /[\s>]/.exec(text.slice(at)) : null
  const close =
    state.quote === '' ? (end === null ? -1 : at + end.index) : text.indexOf(state.quote, at)
  const value = withoutMarks(text.slice(at, close < 0 ? text.length : close))
  if (close >= 0) {
    const after = { ...state, at: 'tag', quote: '', written: '' } as const
    return { at: state.quote === '' ? close : close + 1, state: after }
  }
  return { at: text.length, state: { ...state, written: state.written + value } }
}

/** §13.2.5.44 and on: `--!>` ends it, too. */
function inComment(text: string, at: number, state: State): Step {
  const end = /--!?>/.exec(text.slice(at))
  if (end !== null) return { at: at + end.index + end[0].length, state: fresh(state) }
  const pending = /-{1,2}!?$/.exec(text.slice(at))?.[0] ?? ''
  return { at: text.length, state: { ...state, pending } }
}

function inBogus(text: string, at: number, state: State): Step {
  const end = text.indexOf('>', at)
  return end < 0 ? { at: text.length, state } : { at: end + 1, state: fresh(state) }
}

function inRaw(text: string, at: number, state: State): Step {
  const end = text.slice(at).search(new RegExp(`</${state.tag}[\\s/>]`, 'i'))
  return end < 0 ? { at: text.length, state } : { at: at + end, state: fresh(state) }
}
