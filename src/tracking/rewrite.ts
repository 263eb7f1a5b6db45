/**
 * The html of marketing mail, cut once per email into what stays and what is each recipient's own:
 * link targets, the place of the opening image, the place-holder of the unsubscribe link. A real
 * HTML tokenizer finds the links, so that nothing inside comments, scripts or text is taken for one;
 * what is not a changed link keeps its bytes.
 */
import { finished } from 'node:stream/promises'
import { RewritingStream } from 'parse5-html-rewriting-stream'
import { mostAboutBytes } from './link-token.ts'

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

/** Cuts an html at its tracked links and at the end of its body. */
export async function cutHtml(html: string): Promise<readonly Piece[]> {
  const changes: Change[] = []
  let bodyEnd = html.length
  const stream = new RewritingStream()
  stream.on('startTag', tag => {
    if (tag.tagName !== 'a' && tag.tagName !== 'area') return
    const url = trackedUrl(tag.attrs.find(attribute => attribute.name === 'href')?.value)
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
  stream.resume()
  stream.end(html)
  await finished(stream)
  changes.push({ start: bodyEnd, end: bodyEnd, pieces: [{ kind: 'image' }] })
  return assemble(html, changes)
}

function assemble(html: string, changes: readonly Change[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    // A body that ends inside of a link's tag ends nowhere.
    if (change.start < at) continue
    pieces.push(html.slice(at, change.start), ...change.pieces)
    at = change.end
  }
  return [...pieces, html.slice(at)].filter(piece => piece !== '')
}

/** The target to count clicks on, as a browser would go there; null for what is left alone. */
export function trackedUrl(href: string | undefined): string | null {
  if (href === undefined || !/^[\s\u0000-\u0020]*https?:/i.test(href) || !URL.canParse(href))
    return null
  const url = new URL(href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return Buffer.byteLength(url.href) <= mostAboutBytes ? url.href : null
}

/** Puts a recipient's own into the pieces. */
export function fillPieces(
  pieces: readonly Piece[],
  make: { link(url: string): string; image(): string },
): string {
  return pieces
    .map(piece =>
      typeof piece === 'string'
        ? piece
        : piece.kind === 'link'
          ? make.link(piece.url)
          : make.image(),
    )
    .join('')
}

/** Where the sender wants the recipient's own unsubscribe link. */
export const unsubscribePlace = /\{\{\s{0,5}unsubscribe_url\s{0,5}\}\}/g
