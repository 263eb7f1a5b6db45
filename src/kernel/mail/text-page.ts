/**
 * The text of an html as it is read: tags are told from text as the HTML standard tells them
 * (§13.2.5); what they mean is only ever a line, a list or a link. Targets of links stand in angle
 * brackets behind what they are called (RFC 3986, appendix C).
 */
import {
  after,
  afterSilent,
  attribute,
  decode,
  exclamation,
  isLetter,
  lessThan,
  question,
  slash,
  tagEnd,
  tagName,
  target,
} from './html-text.ts'
import { type EncodedText, textOfBody } from './transfer-encoding.ts'

/** Reads a run of text, or what begins with `<`; returns where it ends, -1 where it does not. */
export function step(page: Page, html: string, at: number): number {
  if (html.charCodeAt(at) === lessThan) return markup(page, html, at)
  const open = html.indexOf('<', at)
  if (open >= 0) addText(page, html.slice(at, open))
  return open
}

/** Reads what begins with `<`; returns where it ends, -1 where it does not. */
function markup(page: Page, html: string, open: number): number {
  if (open + 1 === html.length) return -1
  const next = html.charCodeAt(open + 1)
  if (isLetter(next)) return startTag(page, html, open)
  if (next === slash) {
    if (isLetter(html.charCodeAt(open + 2))) return endTag(page, html, open)
    return after(html, '>', open + 2)
  }
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 2)
  if (next === exclamation || next === question) return after(html, '>', open + 2)
  addText(page, '<')
  return open + 1
}

function startTag(page: Page, html: string, open: number): number {
  const end = tagEnd(html, open + 1)
  if (end < 0) return -1
  const name = tagName(html, open + 1)
  const what = tags.get(name)
  if (what === 'silent') return afterSilent(html, name, end + 1)
  const attributes = () => html.slice(open + 1 + name.length, end)
  switch (name) {
    case 'a':
      endLink(page)
      page.link = { target: target(attribute(attributes(), 'href')), from: page.out.length }
      break
    case 'img':
      addText(page, attribute(attributes(), 'alt') ?? '')
      break
    case 'br':
      page.breaks = Math.min(2, page.breaks + 1)
      break
    case 'hr':
      breakLine(page, 2)
      addText(page, '-'.repeat(20))
      break
    case 'ol':
    case 'ul':
      page.lists.push(name === 'ol' ? 1 : 0)
      if (page.lists.length > maxLists) page.lists.shift()
      break
    case 'li':
      breakLine(page, 1)
      page.mark = listMark(page)
      break
    case 'pre':
      page.inPre = true
  }
  if (typeof what === 'number') breakLine(page, what)
  else if (what === 'cell') page.hasSpace = true
  return end + 1
}

function endTag(page: Page, html: string, open: number): number {
  const end = tagEnd(html, open + 2)
  if (end < 0) return -1
  const name = tagName(html, open + 2)
  const what = tags.get(name)
  if (name === 'a') endLink(page)
  if (name === 'ol' || name === 'ul') page.lists.pop()
  if (name === 'pre') page.inPre = false
  if (typeof what === 'number') breakLine(page, what)
  else if (what === 'cell') page.hasSpace = true
  return end + 1
}

// Writing ----------------------------------------------------------------------------------------

export interface Page {
  readonly out: (string | EncodedText)[]
  size: number
  /** Line ends, and a space, that are due before the next text. */
  breaks: number
  hasSpace: boolean
  /** The mark of a list's item that has no text yet. */
  mark: string
  /** The lists around: the next number, 0 where there are none. */
  lists: number[]
  inPre: boolean
  link: { readonly target: string | null; readonly from: number } | null
}

const maxLists = 8

export const newPage = (): Page => ({
  out: [],
  size: 0,
  breaks: 0,
  hasSpace: false,
  mark: '',
  lists: [],
  inPre: false,
  link: null,
})

function breakLine(page: Page, breaks: number): void {
  if (breaks > page.breaks) page.breaks = breaks
}

function listMark({ lists }: Page): string {
  const number = lists.at(-1) ?? 0
  if (number > 0) lists[lists.length - 1] = number + 1
  return `${'  '.repeat(Math.max(0, lists.length - 1))}${number > 0 ? `${number}.` : '-'} `
}

/** White space, with what is invisible within it: senders pad the preview of their mail so. */
const spaces = /(?:[\s\u2800](?:\u034f|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff])*)+/g

export function addText(page: Page, source: string): void {
  if (source === '') return
  const text = decode(source)
  if (page.inPre) {
    put(page, text.replace(/\r\n?/g, '\n'))
    return
  }
  const plain = text.replace(spaces, ' ')
  const words = plain.trim()
  if (plain.startsWith(' ')) page.hasSpace = true
  if (words === '') return
  put(page, words)
  page.hasSpace = plain.endsWith(' ')
}

function put(page: Page, text: string): void {
  if (page.size > 0 && page.breaks > 0) write(page, '\n'.repeat(page.breaks))
  else if (page.size > 0 && page.hasSpace) write(page, ' ')
  if (page.mark !== '') write(page, page.mark)
  page.breaks = 0
  page.hasSpace = false
  page.mark = ''
  write(page, text)
}

function write(page: Page, text: string): void {
  page.out.push(text)
  page.size += text.length
}

/** Says where the link leads, unless its text says so already. */
export function endLink(page: Page): void {
  const { link } = page
  page.link = null
  if (link?.target == null) return
  const called = textOfBody(page.out.slice(link.from)).trim()
  const bare = link.target.replace(/^(?:mailto|tel):/i, '')
  if ([link.target, bare, bare.replace(/^https?:\/\//i, '')].includes(called)) return
  // Behind its text, also where a block has ended within the link.
  const { hasSpace, breaks } = page
  if (called !== '') {
    page.hasSpace = true
    page.breaks = 0
  }
  put(page, `<${link.target}>`)
  if (called === '') return
  page.hasSpace = hasSpace
  page.breaks = breaks
}

// Reading ----------------------------------------------------------------------------------------

/**
 * What a tag does to the text: line ends around it, a space between cells, or nothing of it is read
 * (up to its end tag). Tags that are not here are part of the line.
 */
const tags: ReadonlyMap<string, number | 'cell' | 'silent'> = new Map<
  string,
  number | 'cell' | 'silent'
>([
  ...'script style title textarea xmp iframe noembed noframes'
    .split(' ')
    .map(name => [name, 'silent'] as const),
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote hr figure'
    .split(' ')
    .map(name => [name, 2] as const),
  ...'div table tr li dt dd section article aside main nav header footer form fieldset address'
    .split(' ')
    .map(name => [name, 1] as const),
  ...'center caption figcaption body option details summary'
    .split(' ')
    .map(name => [name, 1] as const),
  ['td', 'cell'],
  ['th', 'cell'],
])
