/**
 * The text part of an email that was given as html only: readers of plain text, watches and spam
 * filters want one. One pass over the html, its work bounded by its length whatever it holds (no
 * tree, no stack that hostile nesting could grow, nothing read twice), for it runs on the way of
 * every such email; a whole parse costs ten times as much. What many letters share is read once.
 */
import type { Settings } from '../base/config.ts'
import { lessThan } from './html-text.ts'
import { addText, endLink, newPage, type Page, step } from './text-page.ts'
import { cutLines, type Pieces, textOfBody } from './transfer-encoding.ts'

/** Of html and of text, in UTF-16 units: beyond, there is no text part. Gmail clips at 102 KB. */
const maxHtml = 512 * 1024
const maxText = 256 * 1024

/** The text of an html; null where there is none to read, or too much. */
export function plainText(html: string): string | null {
  const text = plainBody([html])
  return text === null ? null : textOfBody(text)
}

/** The same of an html in parts, some of which other letters have, too. */
export function plainBody(parts: readonly (string | SharedHtml)[]): Pieces | null {
  let chars = 0
  for (const one of parts) chars += typeof one === 'string' ? one.length : one.html.length
  if (chars > maxHtml) return null
  const page = newPage()
  let unread = ''
  let patience = maxHalves
  for (const one of parts) {
    if (typeof one === 'string' || patience === 0) {
      unread += typeof one === 'string' ? one : one.html
      continue
    }
    const rest = walkShared(page, unread, one)
    if (rest.length === unread.length + one.html.length) patience -= 1
    unread = rest
  }
  walk(page, unread)
  endLink(page)
  return page.size === 0 || page.size > maxText ? null : [...page.out, '\n']
}

/** To the end, whatever it is that ends there. */
function walk(page: Page, html: string): void {
  for (let at = 0; at < html.length && page.size <= maxText; ) {
    const next = step(page, html, at)
    if (next >= 0) at = next
    // A tag that never ends is not shown, nor is anything behind it.
    else if (html[at] === '<' && at + 1 < html.length) return
    else {
      addText(page, html.slice(at))
      return
    }
  }
}

/** The text part that an email gets which was given without one; `text: ''` wants none. */
export function madeText(
  { html, text }: { readonly html?: string | null; readonly text?: string | null },
  settings: Pick<Settings, 'MALOTE_TEXT_PART'>,
): string | null {
  const isMissing = html !== undefined && html !== null && (text === undefined || text === null)
  return isMissing && settings.MALOTE_TEXT_PART ? plainText(html) : null
}

// Html that many letters share --------------------------------------------------------------------

/** A part of many letters' html, with what was found that it does to their text. */
export interface SharedHtml {
  readonly html: string
  /** By where in it a letter's reading began to need nothing from before, and how its page was. */
  readonly effects: Map<string, Effect>
}

interface Effect {
  /** What is from here on depends on what follows. */
  readonly end: number
  readonly text: Pieces
  readonly size: number
  readonly then: State
}

/** Of the page, what decides how it goes on, while no link is open. */
type State = Pick<Page, 'breaks' | 'hasSpace' | 'mark' | 'inPre'> & {
  readonly lists: readonly number[]
}

/** Letters differ little in how they come to a part; those that do are read each for itself. */
const maxEffects = 8
/** How often a part may end nothing that was begun before it: each time that is read again. */
const maxHalves = 8

export const sharedHtml = (html: string): SharedHtml => ({ html, effects: new Map() })

/** Returns what could not be read without what follows. */
function walkShared(page: Page, unread: string, shared: SharedHtml): string {
  const html = unread + shared.html
  for (let at = 0; page.size <= maxText; ) {
    if (at >= unread.length && isCut(page, html, at)) {
      const { end } = affect(page, shared, at - unread.length)
      return shared.html.slice(end)
    }
    const next = step(page, html, at)
    if (next < 0) return html.slice(at)
    at = next
  }
  return ''
}

/** Where nothing that was begun matters, but for the page's state. */
const isCut = (page: Page, html: string, at: number): boolean =>
  page.link === null && html.charCodeAt(at) === lessThan

function affect(page: Page, shared: SharedHtml, from: number): Effect {
  const before = stateOf(page)
  const key = JSON.stringify([from, page.size === 0, ...Object.values(before)])
  const effect = shared.effects.get(key) ?? effectOf(shared.html, from, page)
  if (shared.effects.size < maxEffects) shared.effects.set(key, effect)
  page.out.push(...effect.text)
  page.size += effect.size
  const { lists, ...rest } = effect.then
  Object.assign(page, rest, { lists: [...lists] })
  return effect
}

function effectOf(html: string, from: number, { size, lists, ...rest }: Page): Effect {
  const start = size === 0 ? 0 : 1
  const page: Page = { ...rest, lists: [...lists], out: [], size: start }
  let end = from
  let pieces = 0
  let then = stateOf(page)
  for (let at = from; at >= 0; at = step(page, html, at)) {
    if (!isCut(page, html, at)) continue
    end = at
    pieces = page.out.length
    then = stateOf(page)
  }
  const text = textOfBody(page.out.slice(0, pieces))
  // What is put in per recipient is looked for in what is not encoded yet.
  const isEverybodys = !text.includes('{{')
  return { end, text: isEverybodys ? cutLines(text) : [text], size: text.length, then }
}

const stateOf = ({ breaks, hasSpace, mark, inPre, lists }: Page): State => ({
  breaks,
  hasSpace,
  mark,
  inPre,
  lists: [...lists],
})
