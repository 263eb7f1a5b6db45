/**
 * Header fields: encoding, folding, and what a sender may set. Text beyond ASCII becomes encoded
 * words (RFC 2047), long lines are folded (RFC 5322 §2.2.3), and no control character
 * ever gets into a header, whatever was handed in: each run of them becomes one space. Every
 * function that builds returns whole lines that end with CRLF.
 */
import { assert } from '../base/assert.ts'
import type { Address } from './address.ts'
import { isAscii } from './domain-name.ts'
import { encodedWords, foldAt } from './encoded-words.ts'

/** Lines must end by column 998 (RFC 5322 §2.1.1); the margin is for what stands before a word. */
export const maxWordLength = 900

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

/**
 * The value of a Date field (RFC 5322 §3.3), from milliseconds since 1970, always in UTC, fractions of
 * a second dropped: `Sat, 21 Nov 2026 10:45:00 +0000`. The zone is written `+0000`, since §4.3 makes
 * the name `GMT` obsolete.
 */
export function mailDate(ms: number): string {
  const year = new Date(ms).getUTCFullYear()
  assert(
    year >= 1900 && year <= 9999,
    `mailDate needs ms since 1970 of a four-digit year, not ${ms}`,
  )
  return `${new Date(ms).toUTCString().slice(0, -3)}+0000`
}

/** From, To, Cc, Reply-To (RFC 5322 §3.6.2, §3.6.3); raw UTF-8 only in local parts (RFC 6532). */
export function addressHeader(name: string, addresses: readonly Address[]): string {
  return foldTokens(`${name}:`, listed(addresses, mailboxTokens))
}

/**
 * The same for who cannot be sent UTF-8 in headers: an address beyond ASCII becomes a group of
 * nobody whose name tells it (RFC 6857 §3.1.8), so people read who else got the mail.
 */
export function asciiAddressHeader(name: string, addresses: readonly Address[]): string {
  const tokensOf = (address: Address): string[] =>
    address.needsUtf8 ? groupTokens(address) : mailboxTokens(address)
  return foldTokens(`${name}:`, listed(addresses, tokensOf))
}

/** The pieces of each address, a comma behind all but the last. */
function listed(
  addresses: readonly Address[],
  tokensOf: (address: Address) => string[],
): readonly string[] {
  return addresses.flatMap((address, i) => {
    const tokens = tokensOf(address)
    if (i < addresses.length - 1) tokens.push(`${tokens.pop()},`)
    return tokens
  })
}

const mailboxTokens = ({ name, email }: Address): string[] =>
  name === undefined ? [` ${email}`] : [...phraseTokens(name), ` <${email}>`]

const groupTokens = ({ name, email }: Address): string[] => [
  ...phraseTokens(name === undefined ? email : `${name} ${email}`),
  ' :;',
]

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
    if (column + token.length > foldAt && out !== start) {
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
  if (text.length <= maxWordLength) return true
  return tokensOf(text).every(word => word.length <= maxWordLength)
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
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
}
