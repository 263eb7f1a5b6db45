/**
 * Header fields: encoding, folding, and what a sender may set. Text beyond ASCII becomes encoded
 * words (RFC 2047), long lines are folded (RFC 5322 §2.2.3), and no control character
 * ever gets into a header, whatever was handed in: each run of them becomes one space. Every
 * function that builds returns whole lines that end with CRLF.
 */
import { assert } from '../base/assert.ts'
import { fill, type Text } from '../base/languages.ts'
import type { Address } from './address.ts'

/**
 * Lines should end by column 78 (RFC 5322 §2.1.1), and by 76 where they hold encoded words (RFC
 * 2047 §2): 76 does for both. They must end by 998; the margin is for what stands before a word.
 */
const foldAt = 76
const longestWord = 900
const wordOverhead = '=?UTF-8?B??='.length

const crlf = '\r\n'

/** One unstructured field, for example Subject: plain where that is exact, else encoded. */
export function textHeader(name: string, value: string): string {
  const text = withoutControls(value)
  if (isPlain(text)) return foldText(name, text)
  const used = name.length + 2
  // A long name leaves no room for a word on its line: then the value starts on the next.
  const words = encodedWords(text, used > 40 ? 1 : used)
  return `${name}:${used > 40 ? crlf : ''} ${words.join(`${crlf} `)}${crlf}`
}

/**
 * One field whose value is ASCII in a syntax of its own: never encoded, folded at spaces. A run of
 * them becomes one, which is what it means between tokens (RFC 5322 §3.2.2) and to DKIM: no line
 * holds a long run, and none may be white space alone. So the words that were checked are the lines.
 */
export function structuredHeader(name: string, value: string): string {
  const text = withoutControls(value).trim().replace(/ {2,}/g, ' ')
  assert(isAscii(text), `structuredHeader: ${name} must be ASCII; encode or refuse it before`)
  return foldText(name, text)
}

/** From, To, Cc, Reply-To (RFC 5322 §3.6.2, §3.6.3); raw UTF-8 only in local parts (RFC 6532). */
export function addressHeader(name: string, addresses: readonly Address[]): string {
  const tokens: string[] = []
  const last = addresses.length - 1
  for (let i = 0; i <= last; i++) {
    const address = addresses[i]!
    const comma = i === last ? '' : ','
    if (address.name === undefined) tokens.push(` ${address.email}${comma}`)
    else tokens.push(...phraseTokens(address.name), ` <${address.email}>${comma}`)
  }
  return foldTokens(`${name}:`, tokens)
}

/** A display name as the pieces between which a line may be folded. */
function phraseTokens(name: string): string[] {
  const text = withoutControls(name).trim()
  if (text === '') return []
  if (!isPlain(text) || text.length > 60) {
    // The first word may stand behind `Reply-To: `.
    return encodedWords(text, 'Reply-To: '.length).map(word => ` ${word}`)
  }
  if (/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(text)) {
    return tokensOf(` ${text}`)
  }
  return [` "${text.replace(/["\\]/g, '\\$&')}"`]
}

/**
 * Joins pieces that begin with white space, breaking the line before a piece that would pass
 * column 76. A piece is never white space alone, so no line is (RFC 5322 §3.2.2).
 */
function foldTokens(start: string, tokens: readonly string[]): string {
  let out = start
  let column = start.length
  for (const token of tokens) {
    if (column + token.length > foldAt && column > start.length) {
      out += crlf
      column = 0
    }
    out += token
    column += token.length
  }
  return out + crlf
}

function foldText(name: string, text: string): string {
  if (name.length + 2 + text.length <= foldAt) return `${name}: ${text}${crlf}`
  return foldTokens(`${name}:`, tokensOf(` ${text}`))
}

/** ` two words` as [` two`, ` words`]; spaces in a row stay with the word behind them. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let start = 0
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && (text[i] !== ' ' || text[i - 1] === ' ')) continue
    tokens.push(text.slice(start, i))
    start = i
  }
  return tokens
}

/** Text that means itself in a header and survives folding exactly. */
function isPlain(text: string): boolean {
  if (!isAscii(text) || text.startsWith(' ') || text.endsWith(' ')) return false
  // Looks like the start of an encoded word: readers would decode it, so it is encoded itself.
  if (text.includes('=?') && /=\?[^?\s]+\?[BbQq]\?/.test(text)) return false
  if (text.length <= longestWord) return true
  return tokensOf(text).every(word => word.length <= longestWord)
}

/**
 * Text as encoded words (RFC 2047), each of at most 75 characters and of whole characters (§5);
 * the first leaves room for what stands before it on its line. Base64 or Q, whichever is shorter.
 */
export function encodedWords(text: string, columnsUsed: number): string[] {
  const bytes = Buffer.from(text, 'utf8')
  let qLength = 0
  for (const byte of bytes) qLength += qSafe[byte] === 1 ? 1 : 3
  const useQ = qLength <= Math.ceil(bytes.length / 3) * 4
  const words: string[] = []
  let room = foldAt - columnsUsed - wordOverhead
  let start = 0
  while (start < bytes.length) {
    const end = useQ ? endOfQ(bytes, start, room) : endOfB(bytes, start, room)
    const part = bytes.subarray(start, end)
    words.push(useQ ? `=?UTF-8?Q?${qEncoded(part)}?=` : `=?UTF-8?B?${part.toString('base64')}?=`)
    start = end
    room = foldAt - 1 - wordOverhead
  }
  return words
}

/** Letters and digits and `!*+-/`: all that Q may leave bare in a phrase (RFC 2047 §5 (3)). */
const qSafe = new Uint8Array(256)
for (const character of '!*+-/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ') {
  qSafe[character.charCodeAt(0)] = 1
}

function qEncoded(bytes: Buffer): string {
  let out = ''
  for (const byte of bytes) {
    if (byte === 0x20) out += '_'
    else if (qSafe[byte] === 1) out += String.fromCharCode(byte)
    else out += `=${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`
  }
  return out
}

/** The end of the longest run of whole characters that fits: at least one character. */
function endOfQ(bytes: Buffer, start: number, room: number): number {
  let length = 0
  let end = start
  while (end < bytes.length) {
    const next = nextCharacter(bytes, end)
    for (let i = end; i < next; i++) length += qSafe[bytes[i]!] === 1 ? 1 : 3
    if (length > room && end > start) break
    end = next
  }
  return end
}

function endOfB(bytes: Buffer, start: number, room: number): number {
  let end = Math.min(bytes.length, start + Math.floor(room / 4) * 3)
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  return end > start ? end : nextCharacter(bytes, start)
}

function nextCharacter(bytes: Buffer, at: number): number {
  let next = at + 1
  while (next < bytes.length && (bytes[next]! & 0xc0) === 0x80) next++
  return next
}

/**
 * A parameter such as ` filename="…"` as pieces to fold between; beyond ASCII or long in the form
 * of RFC 2231 §4, cut into numbered parts (§3). Readers join the parts in their order.
 */
export function parameter(name: string, value: string): string[] {
  const text = withoutControls(value)
  // Many readers decode encoded words here too, against RFC 2047 §5.
  if (isAscii(text) && text.length <= 60 && !text.includes('=?')) {
    return [` ${name}="${text.replace(/["\\]/g, '\\$&')}"`]
  }
  const parts: string[] = []
  let part = ''
  for (const character of text.toWellFormed()) {
    const piece = /[A-Za-z0-9._-]/.test(character) ? character : percentEncoded(character)
    if (part.length + piece.length > 50) {
      parts.push(part)
      part = ''
    }
    part += piece
  }
  parts.push(part)
  if (parts.length === 1) return [` ${name}*=UTF-8''${part}`]
  return parts.map((p, i) => ` ${name}*${i}*=${i === 0 ? "UTF-8''" : ''}${p}`)
}

const percentEncoded = (character: string): string =>
  Buffer.from(character, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&')

/** A field made of a first value and parameters, `;` between them. */
export function parameterHeader(name: string, value: string, parameters: string[]): string {
  const tokens = [` ${value}`, ...parameters]
  return foldTokens(
    `${name}:`,
    tokens.map((t, i) => (i < tokens.length - 1 ? `${t};` : t)),
  )
}

/** Each run of controls (a line break first of all) as one space. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Limits of ours on what a sender adds: enough for any List-* or References in use. */
export const maxHeaderNameLength = 76
export const maxHeaderValueLength = 2000

/** The name of a field: printable ASCII without the colon (RFC 5322 §2.2). */
export function isHeaderName(name: string): boolean {
  return name.length <= maxHeaderNameLength && /^[\x21-\x39\x3b-\x7e]+$/.test(name)
}

/** Fields that the service writes, or that tell of a path the message did not take. */
const ownHeaders = new Set([
  'apparently-to',
  'authentication-results',
  'bcc',
  'cc',
  'date',
  'delivered-to',
  'domainkey-signature',
  'envelope-to',
  'errors-to',
  'feedback-id',
  'from',
  'message-id',
  'mime-version',
  'received',
  'received-spf',
  'reply-to',
  'return-path',
  'sender',
  'subject',
  'to',
  'x-original-to',
])
const ownPrefixes = ['arc-', 'content-', 'dkim-', 'resent-', 'x-malote-']
/** Written by the service on marketing mail (RFC 8058); on other mail the sender may. */
const unsubscribeHeaders = new Set(['list-unsubscribe', 'list-unsubscribe-post'])

/** Fields with a syntax of their own, in which encoded words would be wrong (RFC 2047 §5). */
export function isStructuredHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith('list-') || structured.has(lower)
}
const structured = new Set([
  'auto-submitted',
  'disposition-notification-to',
  'in-reply-to',
  'precedence',
  'references',
])

const reasons = {
  name: {
    en: 'A header name has 1 to {limit} printable ASCII characters, without a colon or spaces.',
    pt: 'O nome de um cabeçalho tem de 1 a {limit} caracteres ASCII visíveis, sem dois-pontos nem espaços.',
  },
  own: {
    en: 'The service sets the header {name} itself.',
    pt: 'O próprio serviço define o cabeçalho {name}.',
  },
  replyTo: {
    en: 'Use the field reply_to instead of the header Reply-To.',
    pt: 'Use o campo reply_to em vez do cabeçalho Reply-To.',
  },
  marketing: {
    en: 'On marketing email the service sets the header {name} itself.',
    pt: 'Em e-mails de marketing, o próprio serviço define o cabeçalho {name}.',
  },
  control: {
    en: 'Control characters, such as line breaks, are not allowed in a header.',
    pt: 'Caracteres de controle, como quebras de linha, não são permitidos em um cabeçalho.',
  },
  encoding: {
    en: 'The header is not valid Unicode text.',
    pt: 'O cabeçalho não é um texto Unicode válido.',
  },
  empty: {
    en: 'The header must not be empty.',
    pt: 'O cabeçalho não pode ficar vazio.',
  },
  long: {
    en: 'A header value has at most {limit} characters.',
    pt: 'O valor de um cabeçalho tem no máximo {limit} caracteres.',
  },
  ascii: {
    en: 'The header {name} takes ASCII characters only.',
    pt: 'O cabeçalho {name} aceita apenas caracteres ASCII.',
  },
  word: {
    en: 'The header {name} has more than {limit} characters without a space.',
    pt: 'O cabeçalho {name} tem mais de {limit} caracteres sem espaço.',
  },
} as const satisfies Record<string, Text>

/** Whether a sender may set this field on mail of this stream: null, or why not. */
export function checkCustomHeader(
  name: string,
  value: string,
  stream: 'transactional' | 'marketing' = 'transactional',
): Text | null {
  if (!isHeaderName(name)) return fill(reasons.name, { limit: maxHeaderNameLength })
  const lower = name.toLowerCase()
  if (lower === 'reply-to') return reasons.replyTo
  if (ownHeaders.has(lower) || ownPrefixes.some(prefix => lower.startsWith(prefix))) {
    return fill(reasons.own, { name })
  }
  if (stream === 'marketing' && unsubscribeHeaders.has(lower)) {
    return fill(reasons.marketing, { name })
  }
  if (value.length > maxHeaderValueLength)
    return fill(reasons.long, { limit: maxHeaderValueLength })
  if (withoutControls(value) !== value) return reasons.control
  if (!value.isWellFormed()) return reasons.encoding
  if (value.trim() === '') return reasons.empty
  if (!isStructuredHeader(name)) return null
  if (!isAscii(value)) return fill(reasons.ascii, { name })
  if (value.split(' ').some(word => word.length > longestWord)) {
    return fill(reasons.word, { name, limit: longestWord })
  }
  return null
}
