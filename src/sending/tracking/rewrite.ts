/**
 * The html of marketing mail, cut once per email into what stays and what is each recipient's own:
 * link targets, the place of the opening image, the place-holder of the unsubscribe link. A real
 * HTML tokenizer finds the links, so that nothing inside comments, scripts or text is taken for one;
 * what is not a changed link keeps its bytes.
 */
import { finished } from 'node:stream/promises'
import { RewritingStream } from 'parse5-html-rewriting-stream'
import type { WatchedAct } from '../events/email.ts'
import { maxAboutBytes } from './link-token.ts'

/** Pieces in order: text as it is, or something to fill in. */
export type Piece =
  | string
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'image' }

/** parse5 tells where each attribute stands, though its types do not say so here. */
interface Places {
  readonly attrs?: Readonly<Record<string, { startOffset: number; endOffset: number }>>
}

interface Change {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
}

/** Lets others have their turn: 5 MB of links take seconds to cut, and more to fill. */
type Breathe = () => Promise<void>
const restless: Breathe = async () => {}
/** Read, and links made, between two breaths: 20 ms of work. */
const stretchLength = 64 * 1024
const stretchLinks = 256

interface Cutting {
  readonly breathe?: Breathe
  /** What the letter is not watched for. */
  readonly without?: readonly WatchedAct[]
}

/** Cuts an html at its tracked links and at the end of its body. */
export async function cutHtml(
  html: string,
  { breathe = restless, without = [] }: Cutting = {},
): Promise<readonly Piece[]> {
  const isClicked = !without.includes('clicks')
  const changes: Change[] = []
  let bodyEnd = html.length
  const stream = new RewritingStream()
  stream.on('startTag', tag => {
    if (!isClicked || (tag.tagName !== 'a' && tag.tagName !== 'area')) return
    // In a drawing `xlink:href` has the same name, and a prefix.
    const href = tag.attrs.find(({ name, prefix }) => name === 'href' && prefix === undefined)
    const url = trackedUrl(href?.value)
    const { attrs: places } = (tag.sourceCodeLocation ?? {}) as Places
    const place = places?.href
    if (url === null || !place) return
    changes.push({
      start: place.startOffset,
      end: place.endOffset,
      pieces: ['href="', { kind: 'link', url }, '"'],
    })
  })
  stream.on('endTag', tag => {
    if (tag.tagName === 'body') bodyEnd = tag.sourceCodeLocation?.startOffset ?? bodyEnd
  })
  for (let at = 0; at < html.length; at += stretchLength) {
    if (at > 0) await breathe()
    stream.write(html.slice(at, at + stretchLength))
  }
  stream.end()
  await finished(stream)
  if (!without.includes('opens')) {
    changes.push({ start: bodyEnd, end: bodyEnd, pieces: [{ kind: 'image' }] })
  }
  return assemble(html, changes)
}

function assemble(html: string, changes: readonly Change[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    pieces.push(html.slice(at, change.start), ...change.pieces)
    at = change.end
  }
  return [...pieces, html.slice(at)].filter(piece => piece !== '')
}

/** The target to count clicks on, as a browser would go there; null for what is left alone. */
export function trackedUrl(href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href)) return null
  const url = new URL(href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return Buffer.byteLength(url.href) <= maxAboutBytes ? url.href : null
}

/** Puts a recipient's own into the pieces. */
export async function fillPieces(
  pieces: readonly Piece[],
  make: { link(url: string): string; image(): string },
  breathe = restless,
): Promise<string> {
  const filled: string[] = []
  let links = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      filled.push(piece)
      continue
    }
    filled.push(piece.kind === 'link' ? make.link(piece.url) : make.image())
    if (++links % stretchLinks === 0) await breathe()
  }
  return filled.join('')
}

/** Where the sender wants the recipient's own unsubscribe link. */
export const unsubscribePlace = /\{\{\s{0,5}unsubscribe_url\s{0,5}\}\}/g
