/**
 * Where records begin and end in the bytes of a file, so that reading may stop after any of them and
 * go on there later, on another node. What is inside of a record is csv-parse's affair.
 */

/** A record as bytes; `line`: the physical line of the file in which it begins. */
export interface RawRecord {
  readonly start: number
  readonly end: number
  readonly line: number
}

export interface Split {
  readonly records: readonly RawRecord[]
  /** Where to go on, and in which line that is. */
  readonly next: number
  readonly line: number
}

interface Splitting {
  /** Nothing follows these bytes. */
  readonly isEnd: boolean
  /** A byte; null where quotes mean nothing (NDJSON). */
  readonly delimiter: number | null
  readonly line: number
  readonly max: number
}

const quote = 0x22
const newline = 0x0a
const carriage = 0x0d
/** A record that is longer has a quote that was never closed: it ends with its first line. */
export const maxRecordBytes = 256 * 1024

/** The complete records at the start of the bytes, `max` at most; empty lines are none. */
export function splitRecords(bytes: Buffer, splitting: Splitting): Split {
  const records: RawRecord[] = []
  let { line } = splitting
  let at = 0
  while (records.length < splitting.max && at < bytes.length) {
    const found = recordAt(bytes, at, splitting)
    if (found === null) break
    if (!isBlank(bytes, at, found.end)) records.push({ start: at, end: found.end, line })
    line += found.lines
    at = found.next
  }
  return { records, next: at, line }
}

interface Found {
  /** Without its line break. */
  readonly end: number
  readonly next: number
  /** Line breaks in it, its own among them. */
  readonly lines: number
}

function recordAt(bytes: Buffer, start: number, splitting: Splitting): Found | null {
  const found = scan(bytes, start, splitting)
  if (found !== null && found.next - start <= maxRecordBytes) return found
  if (found === null && !splitting.isEnd && bytes.length - start <= maxRecordBytes) return null
  return firstLine(bytes, start, splitting)
}

function scan(bytes: Buffer, start: number, { delimiter, isEnd }: Splitting): Found | null {
  let isQuoted = false
  let isFieldStart = true
  let lines = 0
  const limit = Math.min(bytes.length, start + maxRecordBytes + 1)
  for (let at = start; at < limit; at++) {
    const byte = bytes[at]!
    if (isQuoted) {
      if (byte === newline) lines++
      if (byte !== quote) continue
      if (bytes[at + 1] === quote) at++
      else isQuoted = false
      continue
    }
    const broken = breakAt(bytes, at, isEnd)
    if (broken === 'unknown') return null
    if (broken > 0) return { end: at, next: at + broken, lines: lines + 1 }
    if (delimiter !== null && isFieldStart && byte === quote) isQuoted = true
    isFieldStart = byte === delimiter
  }
  const isWhole = isEnd && limit === bytes.length && !isQuoted
  return isWhole ? { end: limit, next: limit, lines: lines + 1 } : null
}

/** How many bytes of line break stand here: LF, CR LF, or CR alone. */
function breakAt(bytes: Buffer, at: number, isEnd: boolean): number | 'unknown' {
  if (bytes[at] === newline) return 1
  if (bytes[at] !== carriage) return 0
  if (at + 1 === bytes.length) return isEnd ? 1 : 'unknown'
  return bytes[at + 1] === newline ? 2 : 1
}

/** The rest of the physical line, whatever its quotes say. */
function firstLine(bytes: Buffer, start: number, { isEnd }: Splitting): Found | null {
  for (let at = start; at < bytes.length; at++) {
    const broken = breakAt(bytes, at, isEnd)
    if (broken === 'unknown') return null
    if (broken > 0) return { end: at, next: at + broken, lines: 1 }
  }
  // A line without an end is cut into pieces, or the file would have to be held whole.
  return { end: bytes.length, next: bytes.length, lines: isEnd ? 1 : 0 }
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte !== 0x20 && byte !== 0x09) return false
  }
  return true
}
