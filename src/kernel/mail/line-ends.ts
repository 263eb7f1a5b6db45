/**
 * What a message may hold on its way between servers (RFC 5321 §2.3.8): CR and LF only together. A
 * bare one becomes the line end that it was meant for, or mail could be smuggled behind a dot. NUL
 * is odd but goes on, except beside a dot or a line end, where a reader that drops it would see the
 * end of the data.
 */

const cr = 0x0d
const lf = 0x0a
const dot = 0x2e

/** The same message with every line ended by CRLF, the last one too. */
export function withLineEnds(raw: Buffer): Buffer {
  const needed = raw.length + countBare(raw)
  const hasEnd = raw.length === 0 || raw[raw.length - 1] === lf || raw[raw.length - 1] === cr
  if (needed === raw.length && hasEnd && !raw.includes(0)) return raw
  const out = Buffer.allocUnsafe(needed + 2)
  let at = 0
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i]!
    if (byte === 0) {
      const end = endOfRun(raw, i)
      if (!isBesideMark(raw, i, end)) at += raw.copy(out, at, i, end)
      i = end - 1
      continue
    }
    if (byte !== cr && byte !== lf) {
      out[at++] = byte
      continue
    }
    out[at++] = cr
    out[at++] = lf
    if (byte === cr && raw[i + 1] === lf) i++
  }
  if (!hasEnd) {
    out[at++] = cr
    out[at++] = lf
  }
  return out.subarray(0, at)
}

function countBare(raw: Buffer): number {
  let bare = 0
  for (let at = raw.indexOf(lf); at >= 0; at = raw.indexOf(lf, at + 1)) {
    if (at === 0 || raw[at - 1] !== cr) bare++
  }
  for (let at = raw.indexOf(cr); at >= 0; at = raw.indexOf(cr, at + 1)) {
    if (raw[at + 1] !== lf) bare++
  }
  return bare
}

function endOfRun(raw: Buffer, start: number): number {
  let end = start
  while (end < raw.length && raw[end] === 0) end++
  return end
}

/** Whether a run of NULs stands at a dot, a line end, or an end of the message. */
const isBesideMark = (raw: Buffer, start: number, end: number): boolean =>
  start === 0 || end === raw.length || isMark(raw[start - 1]!) || isMark(raw[end]!)

const isMark = (byte: number): boolean => byte === cr || byte === lf || byte === dot
