/** One pass over a page whose Liquid is held: what its tokens are, and where they stand. */
import { RewritingStream } from 'parse5-html-rewriting-stream'
import type { LiquidHolder } from './liquid/held.ts'

interface PageRead {
  /** What is read: no comment, no style, nothing that is not displayed. */
  readonly words: string
  readonly hasTitle: boolean
  /** Of `a` and `area`, as written, Liquid among it. */
  readonly links: readonly string[]
  readonly images: readonly {
    readonly source: string | null
    readonly hasAlt: boolean
    readonly hasSize: boolean
  }[]
  /** Names to which a link within the page may lead. */
  readonly anchors: ReadonlySet<string>
}

interface PagePlaces {
  /** Behind the start tag of the body; null: it has none. */
  readonly bodyStart: number | null
  /** Of its last end tag. */
  readonly bodyEnd: number | null
  readonly htmlEnd: number | null
  /** Where what belongs into the head may stand. */
  readonly head: number
  /** Behind the end tag of the head; null: it has none. */
  readonly headEnd: number | null
  /** Behind what is whole; what follows ends within a comment, a tag or a style. */
  readonly end: number
  /** Of `style` before the body, and of comments for Outlook with one. */
  readonly styles: readonly Place[]
  /** Of the `href` of `a` and `area`, with its name and quotes. */
  readonly links: readonly Place[]
}

interface Place {
  readonly from: number
  readonly end: number
}

export interface PageScan {
  readonly page: PageRead
  readonly places: PagePlaces
}

/** Behind every source, so that its end is seen to be no part of a comment, a tag or a style. */
const endMark = 'the end of the page'
/** Their content is no markup. */
const silent = new Set('style script title textarea xmp iframe noembed noframes'.split(' '))
const empty = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }
type SourceNode = {
  readonly sourceCodeLocation?: { readonly startOffset: number; readonly endOffset: number } | null
}
interface StartTag {
  readonly sourceCodeLocation?:
    | (NonNullable<SourceNode['sourceCodeLocation']> & {
        /** parse5 tells where each attribute stands, though its types do not say so here. */
        readonly attrs?: Readonly<Record<string, { startOffset: number; endOffset: number }>>
      })
    | null
  readonly tagName: string
  readonly selfClosing: boolean
  readonly attrs: readonly {
    readonly name: string
    readonly value: string
    readonly prefix?: string | undefined
  }[]
}

/** Tokens come while a source is handed over, so that nothing has to be waited for. */
export function scanPage(source: string, held: LiquidHolder): PageScan {
  const scan = new Scan(source.length, held)
  const stream = new RewritingStream()
  stream.on('doctype', token => scan.doctype(token))
  stream.on('startTag', token => scan.startTag(token))
  stream.on('endTag', token => scan.endTag(token.tagName, token))
  stream.on('text', token => scan.text(token.text, token))
  stream.on('comment', token => scan.comment(token.text, token))
  stream.write(`${source}<!--${endMark}-->`)
  return scan.result()
}

class Scan {
  readonly #held: LiquidHolder
  readonly #places: Mutable<PagePlaces> & { styles: Place[]; links: Place[] }
  readonly #words: string[] = []
  readonly #links: string[] = []
  readonly #images: PageRead['images'][number][] = []
  readonly #anchors = new Set<string>()
  #hasTitle = false
  /** An element whose content is no markup. */
  #raw: { readonly name: string; readonly from: number } | null = null
  /** An element that is not displayed, and how many of its name are open in it. */
  #unseen: { readonly name: string; depth: number } | null = null
  #whole = 0
  #isWhole = false

  constructor(length: number, held: LiquidHolder) {
    this.#held = held
    this.#places = {
      bodyStart: null,
      bodyEnd: null,
      htmlEnd: null,
      head: 0,
      headEnd: null,
      end: length,
      styles: [],
      links: [],
    }
  }

  doctype(token: SourceNode): void {
    this.#places.head = this.#pass(token).endOffset
  }

  startTag(token: StartTag): void {
    const { startOffset, endOffset } = this.#pass(token)
    const { tagName: name } = token
    const attribute = (key: string): string | null =>
      token.attrs.find(one => one.name === key && one.prefix === undefined)?.value ?? null
    if (name === 'html' || name === 'head') this.#places.head = endOffset
    if (name === 'body') this.#places.bodyStart ??= endOffset
    if (name === 'title') this.#hasTitle = true
    if (silent.has(name)) this.#raw = { name, from: startOffset }
    for (const anchor of [attribute('id'), attribute('name')]) {
      if (anchor !== null) this.#anchors.add(anchor)
    }
    this.#leads(name, attribute, token)
    if (this.#unseen !== null) {
      if (this.#unseen.name === name) this.#unseen.depth += 1
    } else if (!token.selfClosing && !empty.has(name) && isUnseen(attribute)) {
      this.#unseen = { name, depth: 1 }
    }
  }

  #leads(name: string, attribute: (key: string) => string | null, token: StartTag): void {
    const href = attribute('href')
    if ((name === 'a' || name === 'area') && href !== null) {
      this.#links.push(this.#held.restore(href))
      const place = token.sourceCodeLocation?.attrs?.href
      if (place) this.#places.links.push({ from: place.startOffset, end: place.endOffset })
    }
    if (name !== 'img') return
    const [src, style] = [attribute('src'), attribute('style') ?? '']
    this.#images.push({
      source: src === null ? null : this.#held.restore(src),
      hasAlt: attribute('alt') !== null,
      hasSize: attribute('width') !== null || /(?:^|[;\s-])width\s*:/i.test(style),
    })
  }

  endTag(name: string, token: SourceNode): void {
    const { startOffset, endOffset } = this.#pass(token)
    if (name === 'head') this.#places.headEnd = endOffset
    if (name === 'body') this.#places.bodyEnd = startOffset
    if (name === 'html') this.#places.htmlEnd = startOffset
    if (this.#raw?.name === name) {
      if (name === 'style') this.#addStyle(this.#raw.from, endOffset)
      this.#raw = null
    }
    if (this.#unseen?.name !== name) return
    this.#unseen.depth -= 1
    if (this.#unseen.depth === 0) this.#unseen = null
  }

  text(text: string, token: SourceNode): void {
    this.#pass(token)
    if (this.#raw === null && this.#unseen === null) this.#words.push(text)
  }

  comment(text: string, token: SourceNode): void {
    if (text === endMark) this.#isWhole = true
    if (text.endsWith(endMark)) {
      // What the page does not end has read the mark as its own.
      if (text !== endMark) this.#whole = token.sourceCodeLocation?.startOffset ?? this.#whole
      return
    }
    const { startOffset, endOffset } = this.#pass(token)
    if (/^\[if /i.test(text) && /<style/i.test(text)) this.#addStyle(startOffset, endOffset)
  }

  #addStyle(from: number, end: number): void {
    if (this.#places.bodyStart === null) this.#places.styles.push({ from, end })
  }

  #pass({ sourceCodeLocation }: SourceNode) {
    const { startOffset, endOffset } = sourceCodeLocation ?? { startOffset: 0, endOffset: 0 }
    this.#whole = endOffset
    return { startOffset, endOffset }
  }

  result(): PageScan {
    const { end } = this.#places
    const whole = this.#isWhole ? end : Math.min(this.#whole, end)
    const places = { ...this.#places, end: this.#raw?.from ?? whole }
    const page = {
      words: this.#held.restore(this.#words.join(' ')),
      hasTitle: this.#hasTitle,
      links: this.#links,
      images: this.#images,
      anchors: this.#anchors,
    }
    return { page, places }
  }
}

/** By its own attributes: mail programs know few other ways. */
const isUnseen = (attribute: (key: string) => string | null): boolean =>
  attribute('hidden') !== null || /display\s*:\s*none/i.test(attribute('style') ?? '')
