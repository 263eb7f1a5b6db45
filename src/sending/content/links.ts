/**
 * The links of an email: where they lead, and what their text says where that looks like an address
 * of a site. A whole parse of a newsletter takes milliseconds, and nearly no link has such a text,
 * so anchors are found by their first characters, `<a`, without which no parser makes one, and only
 * what is unusual is read by a real HTML tokenizer (parse5, the one of the HTML standard). Mistaking
 * a comment for an anchor is possible, missing an anchor is not. The areas of an image map are links
 * without a text.
 */
import { RewritingStream } from 'parse5-html-rewriting-stream'

export interface Link {
  /** The target as written, entities resolved. */
  readonly href: string
  /** What the reader sees, where it might name a site. */
  readonly text: string | null
}

/** Text of one anchor is read this far; no reader takes more for the name of a site. */
const maxAnchorLength = 8192
/** Links kept, and beginnings of anchors looked at: more are there only to keep us busy. */
const maxLinks = 10_000
const maxLooked = 50_000
/** Where anchors without an end have made us read so much, of the next only the first is read. */
const maxRead = 4_000_000
const scantAnchorLength = 512
/** So much is read by the tokenizer; of further anchors only what looks like their target. */
const maxParsed = 500_000
/** Handed to the tokenizer first; each further part is twice as long. */
const firstPartLength = 256
/** Of a text that names a site and nothing else. */
const maxRoughText = 256

/** Every link of the html, in order. */
export function linksOfHtml(html: string): Link[] {
  const links: Link[] = []
  let parsed = 0
  let looked = 0
  let read = 0
  for (const { 0: opening, index } of html.matchAll(/<a(?:rea)?(?=[\s/])/gi)) {
    if (looked++ === maxLooked || links.length === maxLinks) break
    const length = read < maxRead ? maxAnchorLength : scantAnchorLength
    const piece = html.slice(index, index + length)
    const end = piece.search(/<\/a/i)
    read += end < 0 ? piece.length : end
    const isArea = opening.length > 2
    const quick = isArea ? null : quickLink(piece)
    if (quick !== null) {
      links.push(quick)
      continue
    }
    const anchor = isArea ? `<a${piece.slice(opening.length)}` : piece
    const result = parsed < maxParsed ? parseAnchor(anchor) : roughAnchor(anchor)
    parsed += result.length
    if (result.link !== null) links.push(isArea ? { ...result.link, text: null } : result.link)
  }
  return links
}

/** The targets written out in a plain text. */
export function linksOfText(text: string): Link[] {
  const links: Link[] = []
  for (const [href] of text.matchAll(/\bhttps?:\/\/[^\s<>"'()[\]{}]+/gi)) {
    if (links.length === maxLinks) break
    links.push({ href, text: null })
  }
  return links
}

/**
 * The html with `between` for each tag, which ends at the next `>`. Said as a regular expression, it
 * would be read to its end for each `<` that has none.
 */
export function withoutTags(html: string, between: string): string {
  let text = ''
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) return text + html.slice(at)
    text += html.slice(at, open) + between
    at = close + 1
  }
}

/** An ordinary anchor, read without the tokenizer; null where it is not plainly ordinary. */
function quickLink(piece: string): Link | null {
  const end = piece.indexOf('>')
  if (end < 0) return null
  const tag = piece.slice(0, end)
  if (!isPlain(tag)) return null
  const target = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)
  const href = target?.[1] ?? target?.[2]
  if (
    href === undefined ||
    !/^(https?:\/\/[a-z0-9.-]+([/?#:][^\\]*)?|mailto:.*|#.*)$/i.test(href)
  ) {
    return null
  }
  // `https://shop.example:&#64;evil.example/` leads to the second: only a reader of entities knows.
  if (/&(?!amp;)(#|\w+;)/.test(href)) return null
  return mayNameSite(piece, end + 1) ? null : { href: href.replaceAll('&amp;', '&'), text: null }
}

/** Attributes as everybody writes them, and href but once, so that no second one can hide. */
function isPlain(tag: string): boolean {
  if (tag.toLowerCase().split('href').length !== 2) return false
  return /^<a(\s+[\w:-]+(\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?$/i.test(tag)
}

/** Whether the text from here to the end of the anchor holds something like `name.tld`. */
function mayNameSite(piece: string, start: number): boolean {
  let end = piece.indexOf('</', start)
  while (end >= 0 && piece[end + 2] !== 'a' && piece[end + 2] !== 'A') {
    end = piece.indexOf('</', end + 2)
  }
  const inside = piece.slice(start, end < 0 ? piece.length : end)
  if (!/[.&\u3002\uff0e\uff61]/.test(inside)) return false
  const text = withoutTags(inside, '')
  return /&(#|period)|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}/u.test(text)
}

interface LinkMatch {
  readonly link: Link | null
  /** How much of the piece was tokenized. */
  readonly length: number
}

/** What comes first that looks like a target, be it that of the next anchor, and the text after it. */
function roughAnchor(piece: string): LinkMatch {
  const target = /href\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/i.exec(piece)
  const end = target === null ? piece.length : target.index + target[0].length
  // What ends with the piece is perhaps cut in the midst of its host.
  if (target === null || end === piece.length) return { link: null, length: 0 }
  const tagEnd = piece.indexOf('>', end)
  const text = tagEnd < 0 ? '' : piece.slice(tagEnd + 1, tagEnd + 1 + maxRoughText)
  return parseAnchor(`<a href=${target[1]}>${text}`)
}

/** One anchor, tokenized from its first character to its end tag or the next anchor. */
function parseAnchor(piece: string): LinkMatch {
  const stream = new RewritingStream()
  let href: string | undefined
  let text = ''
  let state: 'before' | 'inside' | 'after' = 'before'
  stream.on('startTag', tag => {
    if (tag.tagName === 'a') state = state === 'before' ? 'inside' : 'after'
    if (tag.tagName !== 'a' || state !== 'inside') return
    const attribute = (name: string) => tag.attrs.find(one => one.name === name)?.value
    // The older name is for drawings alone, and there too the newer one comes first.
    href = attribute('href') ?? attribute('xlink:href')
  })
  stream.on('endTag', tag => {
    if (tag.tagName === 'a') state = 'after'
  })
  stream.on('text', token => {
    if (state === 'inside') text += token.text
  })
  stream.on('comment', () => {})
  // Tokens come while a part is handed over: the stream has nothing to wait for. Most anchors end
  // long before the piece does.
  const isOver = (): boolean => state === 'after'
  let at = 0
  for (let length = firstPartLength; at < piece.length && !isOver(); length *= 2) {
    stream.write(piece.slice(at, at + length))
    at += length
  }
  if (!isOver()) stream.end()
  return { link: href === undefined ? null : { href, text }, length: at }
}
