/**
 * Changes of single fields and bodies in a message that is carried: what is not named stays octet
 * for octet.
 */
import type { MimeField } from './mime-fields.ts'
import type { MimePart } from './mime-parts.ts'

/** What is to stand instead of the octets between two places. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

export function spliced(message: Buffer, changes: readonly Change[]): Buffer {
  const pieces: Buffer[] = []
  let from = 0
  for (const { start, end, bytes } of changes.toSorted((a, b) => a.start - b.start)) {
    pieces.push(message.subarray(from, start), bytes)
    from = end
  }
  return Buffer.concat([...pieces, message.subarray(from)])
}

/** These fields, each in the place of the one that is there, others behind the header's last. */
export function fieldChanges(part: MimePart, lines: Readonly<Record<string, string>>): Change[] {
  const { header } = part
  const changes: Change[] = []
  let missing = ''
  for (const [name, line] of Object.entries(lines)) {
    const [first, ...more] = header.fields.filter(one => one.name === name)
    if (first === undefined) missing += `${line}\r\n`
    else changes.push({ ...placeOf(first), bytes: Buffer.from(`${line}\r\n`, 'latin1') })
    for (const one of more) changes.push({ ...placeOf(one), bytes: Buffer.alloc(0) })
  }
  if (missing === '') return changes
  // A part may begin with its empty line, or be nothing but a header.
  return [...changes, { start: header.end, end: header.end, bytes: Buffer.from(missing, 'latin1') }]
}

const placeOf = ({ start, end }: MimeField) => ({ start, end })

interface NewBody {
  /** Encoded; whole lines. */
  readonly pieces: readonly Buffer[]
  /** The last line break is the content's own, and not of its encoding. */
  readonly endsLine: boolean
}

/** The line end before a boundary is the boundary's: what the encoding has put there makes way. */
export function bodyChange(message: Buffer, part: MimePart, { pieces, endsLine }: NewBody): Change {
  const { bodyStart: start, bodyEnd: end } = part
  const bytes = Buffer.concat(pieces)
  const isInner = end < message.length
  const hasEnd = bytes.length >= 2 && bytes[bytes.length - 1] === 0x0a
  const isTooMuch = isInner && hasEnd && !endsLine
  return { start, end, bytes: isTooMuch ? bytes.subarray(0, bytes.length - 2) : bytes }
}
