/**
 * The words in HTML: where tags and their attributes end, and what character references stand for,
 * read as browsers read them.
 */
import named from './named-characters.json' with { type: 'json' }

export const [slash, exclamation, question, lessThan] = [0x2f, 0x21, 0x3f, 0x3c]

export const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

/** Behind the next `mark`; -1: nowhere. */
export function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

/** Where a tag's `>` is: quotes count only where a value begins. -1: nowhere. */
export function tagEnd(html: string, from: number): number {
  let isValue = false
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === 0x3e) return at
    if (isValue && (code === 0x22 || code === 0x27)) {
      at = html.indexOf(code === 0x22 ? '"' : "'", at + 1)
      if (at < 0) return -1
      isValue = false
    } else if (code === 0x3d) isValue = true
    else if (code > 0x20) isValue = false
  }
  return -1
}

const nameForm = /[^\s/>]{1,20}/y

export function tagName(html: string, from: number): string {
  nameForm.lastIndex = from
  return (nameForm.exec(html)?.[0] ?? '').toLowerCase()
}

/** Behind the end tag of an element whose content is no markup; -1: nowhere. */
export function afterSilent(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  if (found === null) return -1
  const close = tagEnd(html, found.index + 2)
  return close < 0 ? -1 : close + 1
}

/** The first value of an attribute, as the standard has it, entities resolved. */
export function attribute(source: string, name: string): string | null {
  const form = /[\s/]*([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'][^\s]*)))?/y
  for (let found = form.exec(source); found !== null; found = form.exec(source)) {
    if (found[1]!.toLowerCase() !== name) continue
    return decode(found[2] ?? found[3] ?? found[4] ?? '', 'attribute')
  }
  return null
}

/** The target of a link as text says it; null for what means nothing outside of the html. */
export function target(href: string | null): string | null {
  const url = (href ?? '').trim().replace(/[\t\r\n]/g, '')
  // What is put in per recipient, such as {{unsubscribe_url}}, is put into the text as well.
  if (url.startsWith('{{')) return url
  if (!/^(?:https?:\/\/|mailto:|tel:)./i.test(url)) return null
  return url.replace(/[\s<>]/g, mark => encodeURIComponent(mark))
}

const entities: ReadonlyMap<string, string> = new Map(Object.entries(named.characters))
/** Those that end without a semicolon, too (HTML standard §13.5), none longer than six letters. */
const legacy: ReadonlySet<string> = new Set(named.legacy)
const maxLegacy = 6

const western = new TextDecoder('windows-1252')
const form = /&(?:#(\d{1,12});?|#[xX]([0-9a-fA-F]{1,8});?|([a-zA-Z][a-zA-Z0-9]{1,31})(;?))/g

/** Resolves character references as §13.2.5.72 to .80 do; what is none stays as it is written. */
export function decode(text: string, place: 'text' | 'attribute' = 'text'): string {
  if (!text.includes('&')) return text
  return text.replace(form, (source, decimal, hex, name, end, at: number) => {
    if (name === undefined) {
      return character(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
    }
    const known = end === ';' ? entities.get(name) : undefined
    if (known !== undefined) return known
    const next = text[at + source.length] ?? ''
    return unended(name, end === '' ? next : end, place) + end
  })
}

/** A name without its semicolon, with what stands behind it. */
function unended(name: string, next: string, place: 'text' | 'attribute'): string {
  for (let length = Math.min(maxLegacy, name.length); length > 1; length--) {
    const start = name.slice(0, length)
    if (!legacy.has(start)) continue
    const rest = name.slice(length)
    // An address may hold `&copy=1`, which is meant as it stands.
    const isAddress = place === 'attribute' && (rest !== '' || /[=a-z0-9]/i.test(next))
    return isAddress ? `&${name}` : entities.get(start)! + rest
  }
  return `&${name}`
}

/** HTML standard §13.2.5.80: 0x80 to 0x9f were meant as windows-1252; nonsense is marked as such. */
function character(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return western.decode(Uint8Array.of(code))
  const isText = code > 0x1f || code === 0x09 || code === 0x0a || code === 0x0d
  const isWhole = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isText && isWhole && code !== 0x7f ? String.fromCodePoint(code) : '\ufffd'
}
