/**
 * An html page as browsers read it: where its body begins and ends, what is read in it, where its
 * links and images lead. The tokenizer of the HTML standard (parse5) finds the places, so that what
 * only looks like a tag, in a comment, an attribute or a script, is none. Liquid is held meanwhile.
 */
import { createHeld, type LiquidHolder } from './liquid/held.ts'
import { type PageScan, scanPage } from './page-scan.ts'

interface HeldPage extends PageScan {
  readonly source: string
  readonly held: LiquidHolder
}

function heldPage(html: string): HeldPage {
  const held = createHeld(html)
  const source = held.holdLiquid(withoutComments(html, held))
  return { source, held, ...scanPage(source, held) }
}

/** What Liquid leaves out is no place of the page. */
function withoutComments(html: string, held: LiquidHolder): string {
  const out: string[] = []
  let at = 0
  const [open, close] = [/\{%-?\s*comment\s*-?%\}/g, /\{%-?\s*endcomment\s*-?%\}/g]
  for (let found = open.exec(html); found !== null; found = open.exec(html)) {
    close.lastIndex = open.lastIndex
    if (close.exec(html) === null) break
    out.push(html.slice(at, found.index), held.hold(html.slice(found.index, close.lastIndex)))
    at = close.lastIndex
    open.lastIndex = at
  }
  return [...out, html.slice(at)].join('')
}

export const readPage = (html: string): PageScan['page'] => heldPage(html).page

interface Additions {
  /** What comes first in the body. */
  readonly first?: string
  /** What comes last in it. */
  readonly last?: string
  /** For the head. */
  readonly head?: string
}

/** The page with more in it; everything else stays as it is. */
export function withAdded(html: string, { first = '', last = '', head = '' }: Additions): string {
  const { source, held, places } = heldPage(html)
  const { bodyStart, bodyEnd, htmlEnd, end } = places
  const start = bodyStart ?? places.headEnd ?? places.head
  const before = bodyEnd ?? htmlEnd
  const marks = [
    { at: Math.min(places.head, start), added: head },
    { at: start, added: first },
    { at: Math.max(start, before === null ? end : Math.min(before, end)), added: last },
  ]
  const out: string[] = []
  let at = 0
  for (const mark of marks) {
    out.push(held.restore(source.slice(at, mark.at)), mark.added)
    at = mark.at
  }
  return [...out, held.restore(source.slice(at))].join('')
}

/** What a whole page says, with its styles, to stand in another page; a part of one stays as it is. */
export function bodyOf(html: string): string {
  const { source, held, places } = heldPage(html)
  const { bodyStart, bodyEnd, htmlEnd, styles } = places
  if (bodyStart === null) return html
  const end = bodyEnd ?? htmlEnd
  const body = source.slice(bodyStart, end === null || end < bodyStart ? source.length : end)
  const before = styles.map(one => source.slice(one.from, one.end))
  return held.restore([...before, body].join(''))
}

/** The page with its links changed: each as it is written, Liquid and escapes among it. */
export function withLinks(html: string, change: (href: string) => string): string {
  const { source, held, places } = heldPage(html)
  const out: string[] = []
  let at = 0
  for (const { from, end } of places.links) {
    const [, before = '', value = '', after = ''] =
      /^([^=]*=\s*["']?)(.*?)(["']?)$/s.exec(source.slice(from, end)) ?? []
    const written = held.restore(value)
    const changed = change(written)
    if (changed === written) continue
    out.push(held.restore(source.slice(at, from) + before), changed, after)
    at = end
  }
  return at === 0 ? html : [...out, held.restore(source.slice(at))].join('')
}
