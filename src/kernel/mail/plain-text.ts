/**
 * The text part of an email that was given as html only: readers of plain text, watches and spam
 * filters want one. One pass over the html, its work bounded by its length whatever it holds (no
 * tree, no stack that hostile nesting could grow, nothing read twice), for it runs on the way of
 * every such email; a whole parse costs ten times as much. Tags are told from text as the HTML
 * standard tells them (§13.2.5); what they mean is only ever a line, a list or a link. Targets of
 * links stand in angle brackets behind what they are called (RFC 3986, appendix C).
 */

import type { Settings } from '../base/config.ts'
import {
  after,
  afterSilent,
  attribute,
  decode,
  exclamation,
  isLetter,
  question,
  slash,
  tagEnd,
  tagName,
  target,
} from './html-text.ts'

/** Of html and of text, in UTF-16 units: beyond, there is no text part. Gmail clips at 102 KB. */
const maxHtml = 512 * 1024
const maxText = 256 * 1024

/** The text of an html; null where there is none to read, or too much. */
export function plainText(html: string): string | null {
  if (html.length > maxHtml) return null
  const page = newPage()
  let at = 0
  while (at < html.length && page.size <= maxText) {
    const open = html.indexOf('<', at)
    addText(page, html.slice(at, open < 0 ? html.length : open))
    if (open < 0) break
    at = markup(page, html, open)
  }
  endLink(page)
  const text = page.out.join('')
  return text === '' || page.size > maxText ? null : `${text}\n`
}

/** The text part that an email gets which was given without one; `text: ''` wants none. */
export function madeText(
  { html, text }: { readonly html?: string | null; readonly text?: string | null },
  settings: Pick<Settings, 'MALOTE_TEXT_PART'>,
): string | null {
  const isMissing = html !== undefined && html !== null && (text === undefined || text === null)
  return isMissing && settings.MALOTE_TEXT_PART ? plainText(html) : null
}

/** Reads what begins with `<`; returns where it ends. */
function markup(page: Page, html: string, open: number): number {
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
  // A tag that never ends is not shown, nor is anything behind it.
  if (end < 0) return html.length
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
  if (end < 0) return html.length
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

interface Page {
  readonly out: string[]
  size: number
  /** Line ends, and a space, that are due before the next text. */
  breaks: number
  hasSpace: boolean
  /** The mark of a list's item that has no text yet. */
  mark: string
  /** The lists around: the next number, 0 where there are none. */
  readonly lists: number[]
  inPre: boolean
  link: { readonly target: string | null; readonly from: number } | null
}

const maxLists = 8

const newPage = (): Page => ({
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

function addText(page: Page, source: string): void {
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
function endLink(page: Page): void {
  const { link } = page
  page.link = null
  if (link?.target == null) return
  const called = page.out.slice(link.from).join('').trim()
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

// Entities ---------------------------------------------------------------------------------------
