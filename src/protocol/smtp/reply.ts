/**
 * Reads SMTP replies as they arrive (RFC 5321 §4.2) from a server that may be hostile: everything
 * has a cap, and what is not a reply is `malformed` rather than guessed at. Line ends are CRLF and
 * nothing else; a NUL, a wrong code, codes that differ within one reply (but for a greeting that
 * ends in a refusal) are malformed. Bytes above 127 are not: many servers greet in their own
 * language, and the code alone decides. The text is made safe for screens and databases. Enhanced
 * codes: RFC 2034, RFC 3463, RFC 5248.
 */

export interface SmtpReply {
  /** 200–599. */
  readonly code: number
  /** `x.y.z` where given and of the code's own class, else null. */
  readonly enhanced: string | null
  /**
   * What follows the code, lines joined by spaces, enhanced code kept once; no control characters,
   * at most `maxTextLength` characters.
   */
  readonly text: string
  /** Not the server's words but ours, about what the server offered. */
  readonly local?: true
}

export type BrokenReply = 'malformed' | 'too_long'

/** RFC 5321 §4.5.3.1.5 asks for 512 octets a line; servers exceed it, none by this much. */
const maxLineBytes = 4096
const maxLines = 128
const maxReplyBytes = 65_536
/** What is kept of a reply's text. */
export const maxTextLength = 1000

export class ReplyParser {
  private bytes = Buffer.alloc(0)
  private at = 0
  private code = 0
  private collected: string[] = []
  private size = 0
  private broken: BrokenReply | undefined
  /** The lines of the last reply taken, uncut and safe: EHLO's keywords are read from them. */
  lines: readonly string[] = []

  push(bytes: Buffer): void {
    this.bytes = Buffer.concat([this.bytes.subarray(this.at), bytes])
    this.at = 0
  }

  /** The next whole reply; undefined when more bytes are needed. Once broken, always broken. */
  take(): SmtpReply | BrokenReply | undefined {
    while (this.broken === undefined) {
      const end = this.bytes.indexOf(10, this.at)
      if (end < 0) {
        if (this.bytes.length - this.at > maxLineBytes) this.broken = 'too_long'
        break
      }
      const start = this.at
      this.at = end + 1
      if (this.line(start, end)) return this.finish()
    }
    return this.broken
  }

  /** Whether bytes wait that no `take` has consumed. */
  get leftover(): boolean {
    return this.at < this.bytes.length || this.collected.length > 0
  }

  /** Reads one line [start, end); true when it was the last of its reply. */
  private line(start: number, end: number): boolean {
    const length = end + 1 - start
    this.size += length
    if (length > maxLineBytes || this.size > maxReplyBytes || this.collected.length >= maxLines) {
      this.broken = 'too_long'
      return false
    }
    const code = this.readCode(start, end)
    const text = this.readText(start + 4, end - 1)
    const isOther = this.collected.length > 0 && code !== this.code
    if (code === 0 || text === null || (isOther && !isRefusedGreeting(this.code, code))) {
      this.broken = 'malformed'
      return false
    }
    if (isOther) this.collected = []
    this.code = code
    this.collected.push(text)
    return this.bytes[start + 3] !== hyphen
  }

  /** The three digits, or 0 where the line is not `250`, `250 text` or `250-text` and CR LF. */
  private readCode(start: number, end: number): number {
    const { bytes } = this
    if (bytes[end - 1] !== carriageReturn) return 0
    const first = bytes[start]! - zero
    const second = bytes[start + 1]! - zero
    const third = bytes[start + 2]! - zero
    const mark = bytes[start + 3]
    const bare = end - start === 4
    if (!bare && mark !== space && mark !== hyphen) return 0
    if (first < 2 || first > 5 || second < 0 || second > 9 || third < 0 || third > 9) return 0
    return first * 100 + second * 10 + third
  }

  /** The text made safe, or null where it holds a NUL. */
  private readText(from: number, to: number): string | null {
    const plain = this.bytes.toString('latin1', from, to)
    if (!unusual.test(plain)) return plain
    if (plain.includes('\0')) return null
    return safe(this.bytes.toString('utf8', from, to))
  }

  private finish(): SmtpReply {
    const lines = this.collected
    const { code } = this
    this.lines = lines
    this.collected = []
    this.size = 0
    return { code, enhanced: enhancedOf(code, lines[0]!), text: joined(lines) }
  }
}

/**
 * Some servers greet in the first lines and refuse in the last: `220-mx`, `521 5.7.1 … blocked`.
 * The words of the refusal are all that tells why, and nobody else's answer can be taken for it.
 */
const isRefusedGreeting = (before: number, now: number): boolean => before === 220 && now >= 400

const carriageReturn = 13
const space = 32
const hyphen = 45
const zero = 48
const unusual = /[^\x20-\x7e]/
const enhancedCode = /^([245])\.(\d{1,3})\.(\d{1,3})(?=\s|$)/

/** The enhanced code at the start of a text; ignored where its class is not the reply's. */
function enhancedOf(code: number, text: string): string | null {
  const found = enhancedCode.exec(text)
  return found && Number(found[1]) === Math.floor(code / 100) ? found[0] : null
}

/** Lines as one text; servers repeat the enhanced code on every line, readers need it once. */
function joined(lines: readonly string[]): string {
  const first = lines[0]!
  const repeated = enhancedCode.exec(first)?.[0]
  const rest = lines
    .slice(1)
    .map(line =>
      repeated && line.startsWith(`${repeated} `) ? line.slice(repeated.length + 1) : line,
    )
  return cut([first, ...rest].join(' '))
}

function cut(text: string): string {
  if (text.length <= maxTextLength) return text
  const kept = text.slice(0, maxTextLength - 1)
  // Never half of a surrogate pair: the database would refuse it.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

/**
 * Makes a stranger's text harmless: control characters (C0, C1), line and paragraph separators and
 * the marks that turn the writing direction become U+FFFD; a tab becomes a space.
 */
export function safe(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(/[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '\ufffd')
    .toWellFormed()
}

/** A reply of our own making, where the server's offer already tells its answer. */
export function localReply(code: number, enhanced: string, text: string): SmtpReply {
  return { code, enhanced, text: `${enhanced} ${text}`, local: true }
}

export const isPositive = (reply: SmtpReply): boolean => reply.code < 300
export const isIntermediate = (reply: SmtpReply): boolean => reply.code >= 300 && reply.code < 400
export const isTransient = (reply: SmtpReply): boolean => reply.code >= 400 && reply.code < 500
export const isPermanent = (reply: SmtpReply): boolean => reply.code >= 500
