/**
 * Content transfer encodings (RFC 2045 §6): 7bit where the text allows it, else quoted-printable or
 * base64, whichever is shorter. 8bit is never chosen: a relay without 8BITMIME would re-encode the
 * body and so break its DKIM signature.
 */
import { assert } from '../base/assert.ts'

export type Encoding = '7bit' | 'quoted-printable' | 'base64'

/** A text of which some is encoded already: whole lines, and what stands before them ends its line. */
export type Pieces = readonly (string | EncodedText)[]
export type Body = string | Pieces

interface EncodedBody {
  readonly encoding: Encoding
  /** Together they end with CRLF. */
  readonly pieces: readonly Buffer[]
}

const tab = 0x09
const lf = 0x0a
const cr = 0x0d
const space = 0x20
const dot = 0x2e
const upperF = 0x46
const equals = 0x3d
/** RFC 2045 §6.7 (5), §6.8: at most 76 characters a line. */
const lineLength = 76

/** A text and what it comes to in each encoding, made when it is first asked for. */
export class EncodedText {
  readonly text: string
  #isFit: boolean | undefined
  /** From its measuring to its encoding. */
  #source: Buffer | undefined
  #measured: EncodedSize | undefined
  readonly #encoded: { [encoding in LineEncoding]?: Buffer } = {}

  constructor(text: string) {
    this.text = text
  }

  get isFitFor7bit(): boolean {
    this.#isFit ??= isFitFor7bit(this.text)
    return this.#isFit
  }

  get measured(): EncodedSize {
    if (this.#measured === undefined) {
      this.#source = Buffer.from(this.text, 'utf8')
      this.#measured = measure(this.#source)
    }
    return this.#measured
  }

  encoded(encoding: LineEncoding): Buffer {
    const known = this.#encoded[encoding] ?? this.#encode(encoding)
    this.#encoded[encoding] = known
    return known
  }

  #encode(encoding: LineEncoding): Buffer {
    if (encoding === '7bit') return Buffer.from(withLineEnds(this.text), 'latin1')
    const room = maxQuotedLength(this.measured)
    const source = this.#source ?? Buffer.from(this.text, 'utf8')
    this.#source = undefined
    return quotedPrintable(source, room)
  }
}

/** Encodings that know nothing of other lines. */
type LineEncoding = Exclude<Encoding, 'base64'>

/** Of what is shorter nothing is worth keeping. */
const minLines = 256

/**
 * A text that many bodies hold, its whole lines apart, to be encoded once: nothing around lines
 * matters to how they are encoded.
 */
export function cutLines(text: string): Pieces {
  const first = text.indexOf('\n') + 1
  const last = text.lastIndexOf('\n') + 1
  if (first === 0 || last - first < minLines) return [text]
  return [text.slice(0, first), new EncodedText(text.slice(first, last)), text.slice(last)]
}

/** Text of a body with whatever line ends, as bytes fit for any relay. */
export function encodeBody(body: Body): EncodedBody {
  const parts = partsOf(body)
  const all = (encoding: LineEncoding): EncodedBody => ({
    encoding,
    pieces: parts.map(one => one.encoded(encoding)),
  })
  if (parts.every(one => one.isFitFor7bit)) return all('7bit')
  let [size, cost] = [0, 0]
  for (const { measured } of parts) {
    size += measured.size
    cost += measured.cost
  }
  // The tenth is for readers of the raw message: quoted-printable stays legible.
  if (base64Length(size) * 1.1 >= cost) return all('quoted-printable')
  const text = Buffer.from(withLineEnds(textOfBody(parts)))
  return { encoding: 'base64', pieces: [encodeBase64(text)] }
}

/** At least one; what stands between whole lines is one part each time. */
function partsOf(body: Body): readonly EncodedText[] {
  if (typeof body === 'string') return [new EncodedText(body)]
  const parts: EncodedText[] = []
  let loose = ''
  const endLoose = (): void => {
    if (loose !== '') parts.push(new EncodedText(loose))
    loose = ''
  }
  for (const one of body) {
    if (typeof one === 'string') {
      loose += one
      continue
    }
    assert(loose === '' || loose.endsWith('\n'), 'what stands before whole lines ends its line')
    assert(one.text.endsWith('\n'), 'whole lines end with a line end')
    endLoose()
    parts.push(one)
  }
  endLoose()
  return parts.length === 0 ? [new EncodedText('')] : parts
}

export const textOfBody = (body: Body): string =>
  typeof body === 'string'
    ? body
    : body.map(one => (typeof one === 'string' ? one : one.text)).join('')

export const isEmpty = (body: Body): boolean =>
  typeof body === 'string' ? body === '' : body.every(one => one === '')

/** A word: without the line ends at which alone a body is cut. */
export function holds(body: Body, word: string | RegExp): boolean {
  const isIn = (text: string): boolean =>
    typeof word === 'string' ? text.includes(word) : word.test(text)
  return typeof body === 'string' ? isIn(body) : partsOf(body).some(({ text }) => isIn(text))
}

/** CR, LF and CRLF all made CRLF, with one at the end. */
function withLineEnds(text: string): string {
  // Most have one kind of line end, which is replaced faster than found by an expression.
  const normal = text.includes('\r')
    ? text.replace(/\r\n|\r|\n/g, '\r\n')
    : text.replaceAll('\n', '\r\n')
  return normal.endsWith('\r\n') ? normal : `${normal}\r\n`
}

/**
 * Not fit: anything but printable ASCII, tabs and line ends; lines over 998 octets (RFC 5322
 * §2.1.1); and what careless software on the way is known to change: `From ` at the start of a line
 * (mbox puts `>` before it) and a dot alone on a line (the end of data). Lines are measured from end
 * to end, for a regular expression that counts to 998 is quadratic.
 */
function isFitFor7bit(text: string): boolean {
  if (/[^\t\n\r -~]/.test(text) || /(?:^|[\r\n])(?:From |\.(?:[\r\n]|$))/.test(text)) return false
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found
    if (end - from > maxLine && text.slice(from, end).split('\r').some(isTooLong)) return false
    from = end + 1
  }
  return true
}

const maxLine = 998
const isTooLong = (line: string): boolean => line.length > maxLine

/** NaN, as charCodeAt says it, is past the end. */
const isLineEnd = (code: number): boolean => code === cr || code === lf || Number.isNaN(code)

/** How many characters quoted-printable takes for a byte: 1 or 3. */
const quotedCost = new Uint8Array(256).fill(3)
quotedCost.fill(1, 0x20, 0x7f)
quotedCost[equals] = 3
quotedCost[tab] = 1

interface EncodedSize {
  /** Bytes when CR, LF and CRLF are all made CRLF, with one at the end. */
  readonly size: number
  /** What quoting them would cost. */
  readonly cost: number
  readonly lines: number
}

function measure(source: Buffer): EncodedSize {
  let size = source.length
  let cost = 0
  let lines = 0
  for (let i = 0; i < source.length; i++) {
    const byte = source[i]!
    if (byte !== cr && byte !== lf) {
      cost += quotedCost[byte]!
      continue
    }
    if (byte === cr && source[i + 1] === lf) i++
    else size++
    cost += 2
    lines++
  }
  const last = source[source.length - 1]
  if (last === lf || last === cr) return { size, cost, lines }
  return { size: size + 2, cost: cost + 2, lines: lines + 1 }
}

const hexDigits = Buffer.from('0123456789ABCDEF', 'latin1')

/**
 * Quoted-printable, every line ended with CRLF, whatever ended it before; a UTF-8 character is never
 * split.
 */
function quotedPrintable(source: Buffer, maxLength: number): Buffer {
  const out = Buffer.allocUnsafe(maxLength)
  let at = 0
  let column = 0
  for (let i = 0; i < source.length; ) {
    const byte = source[i]!
    // Most bytes are in the middle of a line and need nothing.
    if (byte > space && column > 0 && column < lineLength - 1 && quotedCost[byte] === 1) {
      out[at++] = byte
      column++
      i++
      continue
    }
    if (byte === cr || byte === lf) {
      out[at++] = cr
      out[at++] = lf
      column = 0
      i += byte === cr && source[i + 1] === lf ? 2 : 1
      continue
    }
    const length = characterLength(byte)
    let quoted = quotedCost[byte] === 3 || (byte <= space && isLineEnd(source[i + 1] ?? Number.NaN))
    if (column + (quoted ? 3 * length : 1) > lineLength - 1) {
      out[at++] = equals
      out[at++] = cr
      out[at++] = lf
      column = 0
    }
    quoted ||= column === 0 && isRiskyStart(source, i)
    column += quoted ? 3 * length : 1
    if (quoted) {
      for (const end = i + length; i < end; i++) {
        out[at++] = equals
        out[at++] = hexDigits[source[i]! >> 4]!
        out[at++] = hexDigits[source[i]! & 15]!
      }
    } else {
      out[at++] = byte
      i++
    }
  }
  if (column > 0 || at === 0) {
    out[at++] = cr
    out[at++] = lf
  }
  return out.subarray(0, at)
}

/** The least room that quotedPrintable never passes. */
function maxQuotedLength({ cost, lines }: EncodedSize): number {
  // Per line one quoted space at its end and one quoted start; per soft break `=CRLF` and a quoted
  // start. A soft break comes after at least 64 columns, for a character takes at most 12.
  const withEnds = cost + 4 * lines
  return withEnds + 5 * Math.ceil(withEnds / 60)
}

/** A dot or `From ` at the start of a line: see isFitFor7bit. */
function isRiskyStart(bytes: Buffer, at: number): boolean {
  if (bytes[at] === dot) return true
  return bytes[at] === upperF && bytes.toString('latin1', at, at + 5) === 'From '
}

/** Octets of a UTF-8 character, from its first. */
function characterLength(first: number): number {
  if (first < 0xc0) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

const base64Length = (size: number): number => {
  const characters = Math.ceil(size / 3) * 4
  return characters + 2 * Math.ceil(characters / lineLength)
}

/** Base64 in lines of 76, each ended with CRLF. */
export function encodeBase64(content: Buffer): Buffer {
  const characters = Buffer.from(content.toString('base64'), 'latin1')
  const out = Buffer.allocUnsafe(base64Length(content.length))
  let at = 0
  for (let i = 0; i < characters.length; i += lineLength) {
    at += characters.copy(out, at, i, i + lineLength)
    out[at++] = cr
    out[at++] = lf
  }
  return out
}
