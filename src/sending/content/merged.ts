/**
 * Contents that letters share, with values of each person: Liquid that was read once, and is run for
 * every letter. Where links, the opening image and the end of a link's address stand is found once,
 * too, with a real HTML tokenizer, and marked by characters that are none (Unicode's noncharacters,
 * which no value keeps). What everybody gets alike is encoded and made text of once; a letter then
 * costs running its syntax tree and putting in its own.
 */
import { finished } from 'node:stream/promises'
import { RewritingStream } from 'parse5-html-rewriting-stream'
import { decode } from '#kernel/mail/html-text.ts'
import { plainBody } from '#kernel/mail/plain-text.ts'
import { type EncodedText, type Pieces, textOfBody } from '#kernel/mail/transfer-encoding.ts'
import type { EmailContent, Merging, OwnValues } from '../events/email.ts'
import { evaluate, type Raw, textOfParts } from './liquid/evaluate.ts'
import { createHeld } from './liquid/held.ts'
import { linkEnd, linkStart, pageEnd, withoutMarks } from './liquid/marks.ts'
import { type ReadLetter, readLetter, unsubscribeMark } from './liquid/render.ts'
import { partOf, type SharedPart, sharedParts } from './shared-parts.ts'

export interface MergedContent {
  readonly letter: Pick<ReadLetter, 'html' | 'text'>
  /** Of all raw text in the html. */
  readonly shared: ReadonlyMap<Raw, SharedPart>
  readonly merging: Merging
  /** Where an address in the source leads, of the first that were asked for. */
  readonly targets: Map<string, string | null>
}

/** What is one recipient's own. */
export interface OwnLinks {
  /** Where clicks on addresses are counted. */
  all(urls: readonly string[]): readonly string[]
  image(): string
  readonly unsubscribe: string
}

export interface Filling {
  readonly links: OwnLinks
  /** The address as a browser would go there, null for what is left alone; null: all is. */
  readonly targetOf: ((href: string) => string | null) | null
}

interface MergedLetter<Part> {
  readonly html: Part | null
  readonly text: Part | null
}

/** A content whose html and text are Liquid. */
export async function readMerged(content: EmailContent, merging: Merging): Promise<MergedContent> {
  const { html = null, text = null, untracked = [] } = content
  const letter = readLetter({
    subject: '',
    preheader: null,
    html: html === null ? null : await marked(html, untracked),
    text,
  })
  return { letter, shared: sharedParts(letter.html ?? []), merging, targets: new Map() }
}

/** The letter of a person; without `filling` as it was written, watched for nothing. */
export function mergedLetter(
  merged: MergedContent,
  own: OwnValues,
  filling: Filling | null,
): MergedLetter<string> {
  const { html, text } = mergedBodies(merged, own, filling ?? asWritten)
  return {
    html: html === null ? null : textOfBody(html),
    text: text === null ? null : textOfBody(text),
  }
}

const asWritten: Filling = {
  links: { all: () => [], image: () => '', unsubscribe: unsubscribeMark },
  targetOf: null,
}

/** The same for a message, with what is encoded already. */
export function mergedBodies(
  { letter, shared, merging, targets }: MergedContent,
  own: OwnValues,
  filling: Filling,
): MergedLetter<Pieces> {
  const values = { ...merging.values, ...own.values }
  const locale = { language: merging.language, timeZone: own.zone }
  const run = (part: 'html' | 'text') => {
    const nodes = letter[part]
    return nodes === null ? null : evaluate(nodes, values, locale).parts
  }
  const html = run('html')?.map(one => partOf(shared, one)) ?? null
  const given = run('text')
  const made = () =>
    merging.makesText && html !== null ? plainBody(html.map(({ words }) => words)) : null
  const text = given === null ? made() : [textOfParts(given)]
  const pieces = html?.flatMap(one => one.pieces) ?? null
  return {
    html: pieces === null ? null : filled(pieces, filling, targets),
    text: text === null ? null : filled(text, filling, targets),
  }
}

const maxTargets = 1_000

/** What is a recipient's own, in its places. */
function filled(
  pieces: Pieces,
  { links, targetOf }: Filling,
  targets: Map<string, string | null>,
): Pieces {
  const out: (string | EncodedText)[] = []
  const placed = (text: string): string => text.replaceAll(unsubscribeMark, links.unsubscribe)
  const urls: string[] = []
  /** Where in `out` each of `urls` is to stand. */
  const places: number[] = []
  let href: string | null = null
  let hasImage = false
  const endLink = (): void => {
    if (href === null) return
    const url = targetOf === null ? null : target(href, targetOf, targets)
    if (url !== null) places[urls.push(url) - 1] = out.length
    out.push(url === null ? placed(href) : '')
    href = null
  }
  for (const piece of pieces) {
    if (piece === linkStart) {
      endLink()
      href = ''
    } else if (piece === linkEnd) endLink()
    else if (piece === pageEnd) {
      if (!hasImage) out.push(links.image())
      hasImage = true
    } else if (href !== null) href += typeof piece === 'string' ? piece : piece.text
    else out.push(typeof piece === 'string' ? placed(piece) : piece)
  }
  endLink()
  for (const [n, url] of links.all(urls).entries()) out[places[n]!] = url
  return out
}

function target(
  href: string,
  targetOf: NonNullable<Filling['targetOf']>,
  targets: Map<string, string | null>,
): string | null {
  const known = targets.get(href)
  if (known !== undefined) return known
  const url = targetOf(decode(href, 'attribute'))
  if (targets.size < maxTargets) targets.set(href, url)
  return url
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
