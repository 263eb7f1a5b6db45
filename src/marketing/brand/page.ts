/**
 * What a page of the web says of the brand that it belongs to, read by tokens: a page has no tree
 * here, since whoever writes one may make its tree as large as they like. Strangers' words, for the
 * thread of brand-worker.ts alone.
 */
import { RewritingStream } from 'parse5-html-rewriting-stream'
import { inlineRules } from './rules.ts'

export interface ReadPage {
  /** Proposals in order, the surest first. */
  readonly names: readonly string[]
  /** Addresses of pictures, the surest first. */
  readonly logos: readonly string[]
  readonly sheets: readonly string[]
  /** Rules that stand in the page itself. */
  readonly rules: string
  /** As it says itself, as it is written. */
  readonly themeColor: string | null
}

type Attributes = ReadonlyMap<string, string>

interface PageState {
  names: { readonly sure: number; readonly name: string }[]
  logos: { readonly sure: number; readonly url: string }[]
  readonly sheets: string[]
  readonly rules: string[]
  themeColor: string | null
  base: string
  inside: string
  text: string
}

const maxNameChars = 100
/** To be cut where it is cut takes as long as the square of what stands there. */
const maxTitleChars = 500
const maxLogos = 4
const maxSheets = 4

export function readPage(html: string, url: string): ReadPage {
  const found: PageState = {
    ...{ names: [], logos: [], sheets: [], rules: [], themeColor: null },
    ...{ base: url, inside: '', text: '' },
  }
  const stream = new RewritingStream()
  stream.on('startTag', tag => {
    const attributes = new Map(tag.attrs.map(({ name, value }) => [name, value]))
    startOf(found, tag.tagName, attributes)
  })
  stream.on('text', token => {
    if (found.inside !== '') found.text += token.text
  })
  stream.on('endTag', tag => endOf(found, tag.tagName))
  stream.on('comment', () => {})
  stream.on('doctype', () => {})
  // Tokens come while it is handed over: the stream has nothing to wait for.
  stream.write(html)
  stream.end()
  const host = URL.parse(url)!.hostname.replace(/^www\./, '')
  return {
    names: [...sorted(found.names).map(one => one.name), host],
    logos: [...new Set(sorted(found.logos).map(one => one.url))].slice(0, maxLogos),
    sheets: found.sheets.slice(0, maxSheets),
    rules: found.rules.join('\n'),
    themeColor: found.themeColor,
  }
}

const sorted = <One extends { readonly sure: number }>(all: readonly One[]): One[] =>
  [...all].sort((a, b) => b.sure - a.sure)

function startOf(found: PageState, name: string, attributes: Attributes): void {
  const of = (attribute: string): string => attributes.get(attribute) ?? ''
  found.inside = ''
  if (name === 'base' && of('href') !== '') found.base = absolute(found, of('href')) ?? found.base
  if (name === 'meta') meta(found, of)
  if (name === 'link') link(found, of)
  if (name === 'img') image(found, of)
  const inline = of('style')
  if (inline !== '' && (name === 'body' || name === 'button' || name === 'a')) {
    found.rules.push(inlineRules(name, inline))
  }
  const isJson = name === 'script' && /^application\/ld\+json$/i.test(of('type').trim())
  if (isJson || name === 'style' || name === 'title') {
    found.inside = name
    found.text = ''
  }
}

function endOf(found: PageState, name: string): void {
  const { inside, text } = found
  if (name !== inside) return
  found.inside = ''
  if (name === 'style') found.rules.push(text)
  if (name === 'script') organization(found, text)
  if (name === 'title') titled(found, text)
}

type Of = (attribute: string) => string

function meta(found: PageState, of: Of): void {
  const key = (of('property') || of('name')).trim().toLowerCase()
  const content = of('content')
  if (key === 'og:site_name') named(found, 90, content)
  if (key === 'application-name' || key === 'apple-mobile-web-app-title') named(found, 70, content)
  if (key === 'theme-color') found.themeColor ??= content
  if (key === 'og:image' || key === 'og:image:url') pictured(found, 10, content)
}

function link(found: PageState, of: Of): void {
  const rel = of('rel').toLowerCase().split(/\s+/)
  const href = of('href')
  const side = Number(/^(\d{1,4})x/.exec(of('sizes'))?.[1] ?? 0)
  if (rel.includes('stylesheet') && !/print/i.test(of('media'))) {
    const sheet = absolute(found, href)
    if (sheet !== null) found.sheets.push(sheet)
  }
  if (rel.includes('apple-touch-icon')) pictured(found, 50 + side / 1_000, href)
  if (rel.includes('icon')) pictured(found, 20 + side / 1_000, href)
}

function image(found: PageState, of: Of): void {
  const said = [of('class'), of('id'), of('alt'), of('src').slice(-100)].join(' ')
  if (/logo/i.test(said)) pictured(found, 80, of('src'))
}

function titled(found: PageState, title: string): void {
  const parts = title.slice(0, maxTitleChars).split(/\s+[|–—·•:-]\s+/)
  // The shop's own name is what is shorter, at either end.
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  named(found, 30, last.length < first.length ? last : first)
}

/** Of what a page says for search engines (schema.org): whose it is. */
function organization(found: PageState, text: string): void {
  let all: unknown
  try {
    all = JSON.parse(text)
  } catch {
    return
  }
  const graph = (all as { '@graph'?: unknown } | null)?.['@graph']
  for (const one of [all, graph].flat()) {
    if (typeof one !== 'object' || one === null) continue
    const { '@type': type, name, logo } = one as Record<string, unknown>
    // Anything may stand there, and not all that JSON can say has words.
    const types = [type]
      .flat()
      .filter(one => typeof one === 'string')
      .join(' ')
    const isWhose = /Organization|Store|Business|Brand|Corporation/.test(types)
    if (!isWhose && !/WebSite/.test(types)) continue
    if (typeof name === 'string') named(found, isWhose ? 80 : 60, name)
    const url =
      typeof logo === 'string' ? logo : (logo as { url?: unknown } | null | undefined)?.url
    if (typeof url === 'string') pictured(found, 90, url)
  }
}

function named(found: PageState, sure: number, text: string): void {
  const name = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  if (name !== '' && name.length <= maxNameChars) found.names.push({ sure, name })
}

function pictured(found: PageState, sure: number, address: string): void {
  const url = absolute(found, address)
  // Drawings are pages of their own, and no picture that is kept.
  if (url !== null && !/\.(svg|ico)$/i.test(URL.parse(url)!.pathname))
    found.logos.push({ sure, url })
}

function absolute({ base }: PageState, address: string): string | null {
  const url = URL.parse(address.trim(), base)
  if (url === null || address.trim() === '' || !/^https?:$/.test(url.protocol)) return null
  return url.href.length <= 2_000 ? url.href : null
}
