/**
 * The content as it goes over the wire: dots stuffed (RFC 5321 §4.5.2) where it goes by DATA, and
 * either way, as a second lock behind the composer, no line end but CRLF and no NUL (§2.3.8). A bare
 * CR or LF is where smuggled messages begin: some servers take LF.LF for the end of the content, and
 * a server that was handed one by BDAT may hand it on by DATA, so none ever leaves.
 */

/** Content is handed over in blocks, so that an early reply is noticed and memory stays flat. */
export const blockBytes = 65_536

const cr = Buffer.from('\r')
const lf = Buffer.from('\n')
const crlf = Buffer.from('\r\n')
const dot = Buffer.from('.')

/**
 * Yields the stuffed content without the final dot, ending in CRLF. Parts that need nothing are
 * passed through without a copy, in pieces of at most `blockBytes`.
 */
export function stuffed(parts: readonly Buffer[], keepsNul = false): ContentPieces {
  return inLines(parts, { start: true, afterCr: false, keepsNul, stuffs: true })
}

/** The same with its dots as they are, for BDAT: the server counts octets. */
export function unstuffed(parts: readonly Buffer[], keepsNul = false): ContentPieces {
  return inLines(parts, { start: true, afterCr: false, keepsNul, stuffs: false })
}

type ContentPieces = Generator<Buffer, void, undefined>

function* inLines(parts: readonly Buffer[], line: Position): ContentPieces {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += blockBytes) {
      const block = part.subarray(from, from + blockBytes)
      yield* stuffBlock(block, line)
    }
  }
  if (line.afterCr) yield lf
  else if (!line.start) yield crlf
}

/** Joins small pieces into blocks of about `blockBytes`; big ones pass without a copy. */
export function* blocks(pieces: Iterable<Buffer>): ContentPieces {
  let waiting: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < blockBytes) continue
    yield waiting.length === 1 ? piece : Buffer.concat(waiting, size)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting, size)
}

/** Where in a line the last block ended. */
interface Position {
  start: boolean
  afterCr: boolean
  /** Whoever hands the content over has looked where they stand. */
  readonly keepsNul: boolean
  /** Whether a dot at the start of a line is doubled. */
  readonly stuffs: boolean
}

function stuffBlock(block: Buffer, line: Position): readonly Buffer[] {
  let { start, afterCr } = line
  let from = 0
  const pieces: Buffer[] = []
  const insert = (at: number, what: Buffer | null, resume: number): void => {
    if (at > from) pieces.push(block.subarray(from, at))
    if (what) pieces.push(what)
    from = resume
  }
  for (let i = 0; i < block.length; i++) {
    const byte = block[i]!
    if (afterCr) {
      afterCr = false
      start = true
      if (byte === 10) continue
      insert(i, lf, i)
    }
    if (byte === 13) {
      afterCr = true
      continue
    }
    if (byte === 10) {
      insert(i, cr, i)
      start = true
      continue
    }
    if (byte === 0 && !line.keepsNul) {
      insert(i, null, i + 1)
      continue
    }
    if (start) {
      if (byte === 46 && line.stuffs) insert(i, dot, i)
      start = false
    }
    // In the middle of a line only line ends and NUL matter, and there is nothing else to keep.
    while (i + 1 < block.length && block[i + 1]! > 13) i++
  }
  line.start = start
  line.afterCr = afterCr
  insert(block.length, null, block.length)
  return pieces
}
