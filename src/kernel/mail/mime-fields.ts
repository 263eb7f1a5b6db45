/**
 * The header of a message or of one of its parts as it stands (RFC 5322 §2.2), for mail that is
 * carried and not composed: where each field begins and ends, so that one can be taken out or
 * replaced and every other octet stays. Nothing is refused; a line that is no field has no name.
 */
import { decodeWords } from 'postal-mime'

/** A field, by its place in the message. */
export interface MimeField {
  /** In lower case; '' where the line is no field. */
  readonly name: string
  /** Its first octet, the first of its value, and the one behind its line end. */
  readonly start: number
  readonly value: number
  readonly end: number
}

export interface MimeHeader {
  readonly fields: readonly MimeField[]
  /** Of the empty line; the end of what was read where there is none. */
  readonly end: number
  /** Of what stands behind the empty line. */
  readonly bodyStart: number
}

const crlf = Buffer.from('\r\n')
const emptyLine = Buffer.from('\r\n\r\n')
const space = 0x20
const tab = 0x09

/** Where the header ends that begins at `start`; every line ends with CRLF. */
export function headerEndOf(message: Buffer, start = 0, end = message.length): number {
  if (message[start] === 0x0d && message[start + 1] === 0x0a) return start
  const at = message.subarray(start, end).indexOf(emptyLine)
  return at < 0 ? end : start + at + crlf.length
}

/** The fields between two places of a message whose lines all end with CRLF. */
export function readHeader(message: Buffer, start = 0, limit = message.length): MimeHeader {
  const end = headerEndOf(message, start, limit)
  // As text of one character an octet, in which lines are found much sooner.
  const text = message.toString('latin1', start, end)
  const fields: MimeField[] = []
  for (let at = 0; at < text.length; ) {
    const next = fieldEnd(text, at)
    const line = text.slice(at, next)
    const mark = line.indexOf(':')
    const name = mark > 0 ? line.slice(0, mark).trim().toLowerCase() : ''
    const value = start + at + (mark > 0 ? mark + 1 : 0)
    fields.push({ name, start: start + at, value, end: start + next })
    at = next
  }
  return { fields, end, bodyStart: Math.min(end + crlf.length, limit) }
}

/** Behind the first line end that is no fold. */
function fieldEnd(text: string, start: number): number {
  let at = text.indexOf('\r\n', start)
  while (at >= 0) {
    const next = text.charCodeAt(at + crlf.length)
    if (next !== space && next !== tab) return at + crlf.length
    at = text.indexOf('\r\n', at + crlf.length)
  }
  return text.length
}

/** On one line, without what stands around it; octets beyond ASCII as `wordsOf` reads them. */
export function fieldValue(message: Buffer, field: MimeField): string {
  const value = wordsOf(message.subarray(field.value, field.end))
  return value.replaceAll('\r\n', '').trim()
}

/** The value as people read it: encoded words (RFC 2047) decoded, each run of controls a space. */
export function shownValue(value: string): string {
  return readable(decodeWords(value)).trim()
}

/** Without controls, of which NUL cannot be kept, and well-formed. */
export const readable = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').toWellFormed()

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const western = new TextDecoder('windows-1252')

/** Octets that say of themselves no charset: UTF-8 where they are that, else windows-1252. */
export function wordsOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return western.decode(bytes)
  }
}

export interface MimeType {
  /** In lower case, such as `text/plain`; '' where none is given or it cannot be read. */
  readonly type: string
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

const maxParameters = 100

/** `type; name=value; …` (RFC 2045 §5.1), with what RFC 2231 cuts and encodes put together. */
export function readMimeType(value: string): MimeType {
  const [first = '', ...rest] = splitParameters(value)
  const type = first.trim().toLowerCase()
  const given = new Map<string, string>()
  for (const one of rest.slice(0, maxParameters)) {
    const at = one.indexOf('=')
    if (at < 0) continue
    const name = one.slice(0, at).trim().toLowerCase()
    if (!given.has(name)) given.set(name, unquoted(one.slice(at + 1).trim()))
  }
  return { type, parameters: joined(given) }
}

/** At semicolons that stand in no quotes. */
function splitParameters(value: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let i = 0; i < value.length; i++) {
    const character = value[i]
    if (character === '\\' && isQuoted) i++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === ';' && !isQuoted) {
      parts.push(value.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, value.slice(from)]
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value.replace(/\s.*$/s, '')
  const end = value.length > 1 && value.endsWith('"') ? -1 : undefined
  return value.slice(1, end).replace(/\\(.)/gs, '$1')
}

/** RFC 2231 §3, §4: `name*0*=UTF-8''…; name*1*=…` as `name`. */
function joined(given: ReadonlyMap<string, string>): Map<string, string> {
  const whole = new Map<string, string>()
  for (const [name, value] of given) if (!name.includes('*')) whole.set(name, value)
  const cut = new Map<string, string[]>()
  for (const [name, value] of given) {
    const [, base, n = '0', encoded] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name) ?? []
    if (base === undefined || !name.includes('*')) continue
    const pieces = cut.get(base) ?? []
    pieces[Number(n)] = encoded === undefined ? escaped(value) : value
    cut.set(base, pieces)
  }
  for (const [base, pieces] of cut) whole.set(base, extendedValue(pieces.join('')))
  return whole
}

const escaped = (text: string): string => text.replaceAll('%', '%25')

function extendedValue(text: string): string {
  const [, charset = 'utf-8', value = text] = /^([\w.:-]*)'[^']*'(.*)$/s.exec(text) ?? []
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  // What was not encoded may hold characters of its own.
  if (/[^\x00-\xff]/.test(bytes)) return bytes
  return decodeText(Buffer.from(bytes, 'latin1'), charset)
}

/** Labels in mail that the web's list of encodings (WHATWG) does not know by this name. */
const otherNames: Readonly<Record<string, string>> = {
  'iso-8859-8-i': 'iso-8859-8',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  utf8mb4: 'utf-8',
}

/**
 * Text of a charset. One that nobody here can read, and ASCII, is what the octets are: UTF-8, or
 * windows-1252. UTF-8 under the name of a charset of single octets is UTF-8, too.
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const label = charset.trim().toLowerCase()
  if (/^(?:us-ascii|utf-?8|iso-8859-1|windows-1252|)$/.test(label)) return wordsOf(bytes)
  try {
    return new TextDecoder(otherNames[label] ?? label).decode(bytes)
  } catch {
    return wordsOf(bytes)
  }
}
