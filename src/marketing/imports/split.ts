/**
 * Where records begin and end in the bytes of a file, so that reading may stop after any of them and
 * go on there later, on another node. What is inside of a record is csv-parse's affair. A record may
 * span lines by its quotes (RFC 4180 §2.6); whether a quote was only never closed is judged here, or
 * it would swallow the people of the lines below.
 */

/**
 * `open`: a quote that nothing closes, so that the record is its first line and the quote a character;
 * `broken`: one that is closed by a quote of another record; `long`: more than `maxRecordBytes`.
 */
type Flaw = 'open' | 'broken' | 'long'

/** A record as bytes; `line`: the physical line of the file in which it begins. */
export interface RawRecord {
  readonly start: number
  readonly end: number
  readonly line: number
  /** By the delimiters that stand outside of quotes. */
  readonly cells: number
  readonly flaw: Flaw | null
}

/** The end of a record that is too long is still to come; whether it stops inside of quotes. */
export type Skipping = 'plain' | 'quoted'

export interface Split {
  readonly records: readonly RawRecord[]
  /** Where to go on, in which line that is, and whether in the midst of a record. */
  readonly next: number
  readonly line: number
  readonly skipping: Skipping | null
}

/** What the lines of a file have in common: so many cells, of which one (from 0) is an address. */
export interface LineShape {
  readonly width: number
  readonly addressAt: number
}

interface Splitting {
  /** Nothing follows these bytes. */
  readonly isEnd: boolean
  /** A byte; null where quotes mean nothing (NDJSON). */
  readonly delimiter: number | null
  readonly line: number
  readonly max: number
  readonly skipping?: Skipping | null
  /** Absent while it is not known. */
  readonly shape?: LineShape | null
}

const quote = 0x22
const newline = 0x0a
const carriage = 0x0d
const space = 0x20
const tab = 0x09
export const maxRecordBytes = 256 * 1024
/** A longer line inside of quotes is no line of its own. */
const maxShapedBytes = 64 * 1024
const maxAddressBytes = 400

/** The complete records at the start of the bytes, `max` at most; empty lines are none. */
export function splitRecords(bytes: Buffer, splitting: Splitting): Split {
  const records: RawRecord[] = []
  const { skipping = null } = splitting
  let { line } = splitting
  let at = 0
  if (skipping !== null) {
    const rest = skipOn(bytes, skipping, splitting)
    line += rest.lines
    at = rest.next
    if (rest.skipping !== null) return { records, next: at, line, skipping: rest.skipping }
  }
  while (records.length < splitting.max && at < bytes.length) {
    const found = recordAt(bytes, at, splitting)
    if (found === null) break
    const { end, cells, flaw } = found
    if (!isBlank(bytes, at, end, splitting.delimiter)) {
      records.push({ start: at, end, line, cells, flaw })
    }
    line += found.lines
    at = found.next
    if (found.skipping !== null) return { records, next: at, line, skipping: found.skipping }
  }
  return { records, next: at, line, skipping: null }
}

interface RecordExtent {
  /** Without its line break. */
  readonly end: number
  readonly next: number
  /** Line breaks in it, its own among them. */
  readonly lines: number
  readonly cells: number
  readonly flaw: Flaw | null
  readonly skipping: Skipping | null
}

const whole = { flaw: null, skipping: null } as const

/** null: its end is still to come. */
function recordAt(bytes: Buffer, start: number, splitting: Splitting): RecordExtent | null {
  const { delimiter, isEnd } = splitting
  const limit = Math.min(bytes.length, start + maxRecordBytes + 1)
  let isQuoted = false
  let isFieldStart = true
  /** Where the quoted cell began its second line. */
  let spansFrom = -1
  let lines = 0
  let cells = 1
  let at = start
  for (; at < limit; at++) {
    const byte = bytes[at]!
    if (isQuoted) {
      if (byte === newline) {
        lines++
        const isOwn = isLineOfItsOwn(bytes, at + 1, splitting)
        if (isOwn === 'unknown' && at + 1 - start <= maxRecordBytes) return null
        if (isOwn === true) return firstLine(bytes, start, at, limit)
        if (spansFrom < 0) spansFrom = at
      }
      if (byte !== quote) continue
      if (at + 1 === bytes.length && !isEnd) return null
      if (bytes[at + 1] === quote) {
        at++
        continue
      }
      isQuoted = false
      if (spansFrom < 0) continue
      const closes = closesHere(bytes, at + 1, splitting)
      if (closes === 'unknown') return null
      if (!closes) return firstLine(bytes, start, spansFrom, limit)
      spansFrom = -1
      continue
    }
    const broken = breakAt(bytes, at, isEnd)
    if (broken === 'unknown') return null
    if (broken > 0) return { end: at, next: at + broken, lines: lines + 1, cells, ...whole }
    if (delimiter !== null && isFieldStart && byte === quote) isQuoted = true
    if (byte === delimiter) cells++
    isFieldStart = byte === delimiter || (isFieldStart && (byte === space || byte === tab))
  }
  if (limit === bytes.length && bytes.length - start <= maxRecordBytes) {
    if (!isEnd) return null
    if (isQuoted && spansFrom >= 0) return firstLine(bytes, start, spansFrom, limit)
    const unclosed = lines === 0 ? 'open' : 'broken'
    const flaw = isQuoted ? unclosed : null
    return { end: limit, next: limit, lines: lines + 1, cells, flaw, skipping: null }
  }
  // Nobody knows yet what a line looks like: it was never closed, rather than so long.
  if (isQuoted && spansFrom >= 0 && !splitting.shape)
    return firstLine(bytes, start, spansFrom, limit)
  const skipping = isQuoted ? 'quoted' : 'plain'
  // Two quotes that are one character are not cut apart.
  return { end: limit, next: Math.max(limit, at), lines, cells, flaw: 'long', skipping }
}

/** `at`: the first line break of a record whose quote is not closed where it may be. */
function firstLine(bytes: Buffer, start: number, at: number, limit: number): RecordExtent {
  const from = bytes.indexOf(newline, start)
  const end = from >= 0 && from <= at ? from : at
  const isCrlf = bytes[end - 1] === carriage && end - 1 >= start
  const later = bytes.indexOf(quote, end)
  const flaw = later >= 0 && later < limit ? 'broken' : 'open'
  return { end: isCrlf ? end - 1 : end, next: end + 1, lines: 1, cells: 1, flaw, skipping: null }
}

/** How many bytes of line break stand here: LF, CR LF, or CR alone. */
function breakAt(bytes: Buffer, at: number, isEnd: boolean): number | 'unknown' {
  if (bytes[at] === newline) return 1
  if (bytes[at] !== carriage) return 0
  if (at + 1 === bytes.length) return isEnd ? 1 : 'unknown'
  return bytes[at + 1] === newline ? 2 : 1
}

/** Whether a cell may end here: a delimiter or a line break follows. */
function closesHere(
  bytes: Buffer,
  from: number,
  { delimiter, isEnd }: Splitting,
): boolean | 'unknown' {
  const limit = Math.min(bytes.length, from + maxShapedBytes)
  for (let at = from; at < limit; at++) {
    const byte = bytes[at]!
    if (byte === delimiter || byte === newline || byte === carriage) return true
    if (byte !== space && byte !== tab) return false
  }
  if (limit < bytes.length) return false
  return isEnd ? true : 'unknown'
}

const address = /^[^\s@,;|"]+@[^\s@,;|"]+\.[^\s@,;|"]+$/

/** Whether a line inside of quotes has an address where each record has one, and as many cells. */
function isLineOfItsOwn(
  bytes: Buffer,
  from: number,
  { delimiter, isEnd, shape }: Splitting,
): boolean | 'unknown' {
  if (!shape || delimiter === null) return false
  const stop = bytes.indexOf(newline, from)
  const end = stop < 0 ? bytes.length : stop
  if (end - from > maxShapedBytes) return false
  if (stop < 0 && !isEnd) return 'unknown'
  const cells = bytes.toString('latin1', from, end).split(String.fromCharCode(delimiter))
  const own = (cells[shape.addressAt] ?? '').slice(0, maxAddressBytes).replaceAll('"', '').trim()
  return cells.length >= shape.width && address.test(own)
}

/** To the end of a record of which the beginning was too long already. */
function skipOn(
  bytes: Buffer,
  skipping: Skipping,
  splitting: Splitting,
): { readonly next: number; readonly lines: number; readonly skipping: Skipping | null } {
  const { delimiter, isEnd } = splitting
  let isQuoted = skipping === 'quoted'
  let lines = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const state = isQuoted ? 'quoted' : 'plain'
    if (isQuoted) {
      if (byte === quote) {
        if (at + 1 === bytes.length && !isEnd && at > 0) return { next: at, lines, skipping: state }
        if (bytes[at + 1] === quote) at++
        else isQuoted = false
      } else if (byte === newline) {
        const isOwn = isLineOfItsOwn(bytes, at + 1, splitting)
        if (isOwn === 'unknown' && at > 0) return { next: at, lines, skipping: state }
        lines++
        if (isOwn === true) return { next: at + 1, lines, skipping: null }
      }
      continue
    }
    const broken = breakAt(bytes, at, isEnd)
    if (broken === 'unknown') return { next: at, lines, skipping: state }
    if (broken > 0) return { next: at + broken, lines: lines + 1, skipping: null }
    if (delimiter !== null && byte === quote && bytes[at - 1] === delimiter) isQuoted = true
  }
  const still = isQuoted ? 'quoted' : 'plain'
  return { next: bytes.length, lines, skipping: isEnd ? null : still }
}

/** Of spaces, or of delimiters and empty quotes alone, as spreadsheets fill a table up. */
function isBlank(bytes: Buffer, start: number, end: number, delimiter: number | null): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte === space || byte === tab) continue
    if (delimiter === null || (byte !== delimiter && byte !== quote)) return false
  }
  return true
}
