/**
 * Contents that letters share, with values of each person: Liquid that was read once, and is run for
 * every letter. Where links, the opening image and the end of a link's address stand is found once,
 * too, with a real HTML tokenizer, and marked by characters that are none (Unicode's noncharacters,
 * which no value keeps); a letter then costs running its syntax tree and putting in its own links.
 */
import { finished } from 'node:stream/promises'
import { RewritingStream } from 'parse5-html-rewriting-stream'
import { decode } from '#kernel/mail/html-text.ts'
import { plainText } from '#kernel/mail/plain-text.ts'
import type { EmailContent, Merging, OwnValues } from '../events/email.ts'
import { evaluate } from './liquid/evaluate.ts'
import { createHeld } from './liquid/held.ts'
import { linkEnd, linkStart, pageEnd, withoutMarks } from './liquid/marks.ts'
import { type ReadLetter, readLetter, unsubscribeMark } from './liquid/render.ts'

export interface Merged {
  readonly letter: Pick<ReadLetter, 'html' | 'text'>
  readonly merging: Merging
  /** Where an address in the source leads, of those that were asked for lately. */
  readonly targets: Map<string, string | null>
}

/** What is one recipient's own. */
export interface OwnLinks {
  /** Where clicks on addresses are counted. */
  all(urls: readonly string[]): readonly string[]
  image(): string
  readonly unsubscribe: string
}

interface Filling {
  readonly links: OwnLinks
  /** The address as a browser would go there; null for what is left alone. */
  readonly targetOf: (href: string) => string | null
}

export interface MergedLetter {
  readonly html: string | null
  readonly text: string | null
}

/** A content whose html and text are Liquid. */
export async function readMerged(content: EmailContent, merging: Merging): Promise<Merged> {
  const { html = null, text = null, untracked = [] } = content
  const { html: nodes, text: words } = readLetter({
    subject: '',
    preheader: null,
    html: html === null ? null : await marked(html, untracked),
    text,
  })
  return { letter: { html: nodes, text: words }, merging, targets: new Map() }
}

/** The letter of a person; without `filling` as it was written, watched for nothing. */
export function mergedLetter(
  { letter, merging, targets }: Merged,
  own: OwnValues,
  filling: Filling | null,
): MergedLetter {
  const values = { ...merging.values, ...own.values }
  const locale = { language: merging.language, timeZone: own.zone }
  const html = letter.html === null ? null : evaluate(letter.html, values, locale).text
  const text = letter.text === null ? null : evaluate(letter.text, values, locale).text
  const unsubscribe = filling?.links.unsubscribe ?? unsubscribeMark
  const placed = (part: string): string => part.replaceAll(unsubscribeMark, unsubscribe)
  const words = text ?? (merging.makesText && html !== null ? plainText(withoutMarks(html)) : null)
  return {
    html: html === null ? null : placed(filled(html, filling, targets)),
    text: words === null ? null : placed(words),
  }
}

const maxTargets = 1_000

function filled(
  html: string,
  filling: Filling | null,
  targets: Map<string, string | null>,
): string {
  if (filling === null) return withoutMarks(html)
  const { links, targetOf } = filling
  const [before = '', ...rest] = html.split(linkStart)
  const pieces = rest.map(piece => {
    const end = piece.indexOf(linkEnd)
    const href = end < 0 ? piece : piece.slice(0, end)
    let url = targets.get(href)
    if (url === undefined) {
      url = targetOf(decode(href))
      if (targets.size < maxTargets) targets.set(href, url)
    }
    return { href, url, behind: end < 0 ? '' : piece.slice(end + 1) }
  })
  const own = links.all(pieces.flatMap(({ url }) => url ?? []))
  const out: string[] = [before]
  let n = 0
  for (const { href, url, behind } of pieces) out.push(url === null ? href : own[n++]!, behind)
  const whole = out.join('')
  const at = whole.indexOf(pageEnd)
  return at < 0 ? whole : whole.slice(0, at) + links.image() + whole.slice(at + 1)
}

/** The source with marks around the addresses of its links and at the end of its page. */
async function marked(html: string, without: readonly string[]): Promise<string> {
  const held = createHeld(html)
  const source = held.holdLiquid(withoutMarks(html))
  const marks: { readonly at: number; readonly mark: string }[] = []
  let bodyEnd = source.length
  const stream = new RewritingStream()
  stream.on('startTag', tag => {
    if (without.includes('clicks') || (tag.tagName !== 'a' && tag.tagName !== 'area')) return
    const isLink = tag.attrs.some(({ name, prefix }) => name === 'href' && prefix === undefined)
    const { attrs } = (tag.sourceCodeLocation ?? {}) as {
      attrs?: Readonly<Record<string, { startOffset: number; endOffset: number }>>
    }
    const place = isLink ? attrs?.href : undefined
    if (place === undefined) return
    const written = source.slice(place.startOffset, place.endOffset)
    const [open = '', quote = ''] = /^[^=]*=\s*(["']?)/.exec(written) ?? []
    if (open === '') return
    marks.push(
      { at: place.startOffset + open.length, mark: linkStart },
      { at: place.endOffset - quote.length, mark: linkEnd },
    )
  })
  stream.on('endTag', tag => {
    if (tag.tagName === 'body') bodyEnd = tag.sourceCodeLocation?.startOffset ?? bodyEnd
  })
  stream.resume()
  stream.end(source)
  await finished(stream)
  if (!without.includes('opens')) marks.push({ at: bodyEnd, mark: pageEnd })
  return held.restore(withMarks(source, marks))
}

function withMarks(
  source: string,
  marks: readonly { readonly at: number; readonly mark: string }[],
): string {
  const out: string[] = []
  let from = 0
  for (const { at, mark } of marks.toSorted((a, b) => a.at - b.at)) {
    out.push(source.slice(from, at), mark)
    from = at
  }
  return [...out, source.slice(from)].join('')
}
