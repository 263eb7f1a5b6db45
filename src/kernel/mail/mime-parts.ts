/**
 * The parts of a message as they stand in it (RFC 2045, 2046): a tree of places, nothing copied and
 * nothing decoded, so that what is carried can be read and changed by the part. Whatever cannot be
 * taken apart (no boundary, too deep, too many) is a part by itself. Its work grows with the
 * octets: each level looks once for its own boundary.
 */
import {
  fieldValue,
  type MimeHeader,
  type MimeType,
  readHeader,
  readMimeType,
} from './mime-fields.ts'

export interface MimePart extends MimeType {
  /** As numbers of the octets in the message. */
  readonly start: number
  readonly header: MimeHeader
  readonly bodyStart: number
  readonly bodyEnd: number
  /** In lower case: `7bit`, `base64` …; '' where none is given. */
  readonly encoding: string
  readonly disposition: MimeType
  /** Of a multipart or a message inside a message. */
  readonly parts: readonly MimePart[]
  /** It, or what it stands in, is signed or encrypted: not an octet of it may change. */
  readonly isSealed: boolean
}

/** Ours: no mail program nests so deep; others give up sooner. */
const maxDepth = 50
const maxParts = 5_000
const maxPartHeaderBytes = 256 * 1024
/** RFC 2046 §5.1.1 allows 70; some write more. */
const maxBoundaryLength = 200

interface Reading {
  readonly message: Buffer
  partsLeft: number
}

interface Around {
  readonly depth: number
  readonly isSealed: boolean
  /** What a part is that does not say (RFC 2046 §5.1.5 for digests). */
  readonly usualType: string
}

/** Takes a message apart whose lines all end with CRLF. */
export function readParts(message: Buffer): MimePart {
  const reading = { message, partsLeft: maxParts }
  return readPart(reading, 0, message.length, {
    depth: 0,
    isSealed: false,
    usualType: 'text/plain',
  })
}

function readPart(reading: Reading, start: number, end: number, around: Around): MimePart {
  const { message } = reading
  const limit = Math.min(end, start + maxPartHeaderBytes)
  const header = readHeader(message, start, limit)
  const find = (name: string): string => {
    const field = header.fields.find(one => one.name === name)
    return field === undefined ? '' : fieldValue(message, field)
  }
  const { type, parameters } = readMimeType(find('content-type'))
  const known = type === '' ? around.usualType : type
  // A header of which no end was found is not one to write into.
  const isEndless = header.end === limit && limit < end
  const isSealed = around.isSealed || sealing.has(known) || isEndless
  const part = {
    type: known,
    parameters,
    start,
    header,
    bodyStart: header.bodyStart,
    bodyEnd: end,
    encoding: find('content-transfer-encoding')
      .replace(/[\s;].*$/s, '')
      .toLowerCase(),
    disposition: readMimeType(find('content-disposition')),
    isSealed,
  }
  if (around.depth >= maxDepth) return { ...part, parts: [] }
  const inner = { depth: around.depth + 1, isSealed, usualType: 'text/plain' }
  return { ...part, parts: partsOf(reading, part, inner) }
}

/** RFC 1847 §2; application/pkcs7-mime is one part, which nobody changes. */
const sealing: ReadonlySet<string> = new Set(['multipart/signed', 'multipart/encrypted'])

/** RFC 2046 §5.2.1 allows no encoding but these; others are read as what they are, files. */
const plainEncodings: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary'])

function partsOf(
  reading: Reading,
  part: Omit<MimePart, 'parts'>,
  inner: Around,
): readonly MimePart[] {
  if (!plainEncodings.has(part.encoding)) return []
  if (part.type === 'message/rfc822' || part.type === 'message/global') {
    if (--reading.partsLeft < 0 || part.bodyStart >= part.bodyEnd) return []
    return [readPart(reading, part.bodyStart, part.bodyEnd, inner)]
  }
  const boundary = part.parameters.get('boundary') ?? ''
  if (!part.type.startsWith('multipart/') || boundary === '') return []
  if (boundary.length > maxBoundaryLength) return []
  const usualType = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  return between(reading, part, boundary).map(({ start, end }) =>
    readPart(reading, start, end, { ...inner, usualType }),
  )
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** What stands between the lines of a boundary; without the last one, to the end. */
function between(
  reading: Reading,
  { bodyStart, bodyEnd }: Pick<MimePart, 'bodyStart' | 'bodyEnd'>,
  boundary: string,
): readonly Stretch[] {
  // No further than this part: many parts must not each look through all that follows.
  const message = reading.message.subarray(0, bodyEnd)
  const mark = Buffer.from(`--${boundary}`)
  const found: Stretch[] = []
  let open: number | null = null
  for (let at = message.indexOf(mark, bodyStart); at >= 0; ) {
    const after = at + mark.length
    const line = isLineStart(message, at, bodyStart) ? endOfMark(message, after, bodyEnd) : null
    if (line !== null) {
      // The line end before a boundary belongs to it.
      if (open !== null) found.push({ start: open, end: Math.max(open, at - 2) })
      open = null
      if (line.isLast || --reading.partsLeft < 0) break
      open = line.end
    }
    at = message.indexOf(mark, after)
  }
  if (open !== null && open < bodyEnd) found.push({ start: open, end: bodyEnd })
  return found
}

const isLineStart = (message: Buffer, at: number, bodyStart: number): boolean =>
  at === bodyStart || message[at - 1] === 0x0a

const maxPadding = 1_000

/** Behind a boundary stand white space and a line end, or `--` where it is the last. */
function endOfMark(
  message: Buffer,
  after: number,
  bodyEnd: number,
): { readonly end: number; readonly isLast: boolean } | null {
  const isLast = message[after] === 0x2d && message[after + 1] === 0x2d
  let at = isLast ? after + 2 : after
  const max = Math.min(bodyEnd, at + maxPadding)
  while (at < max && (message[at] === 0x20 || message[at] === 0x09)) at++
  if (isLast) return { end: at, isLast }
  if (at >= bodyEnd) return { end: bodyEnd, isLast }
  return message[at] === 0x0d && message[at + 1] === 0x0a ? { end: at + 2, isLast } : null
}
