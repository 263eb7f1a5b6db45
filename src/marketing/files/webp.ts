/** WebP, chunk by chunk (RFC 9649 §2). */
import type { PictureHeader } from './picture-type.ts'

const headBytes = 12
const flags = { icc: 0x20, exif: 0x08, xmp: 0x04, animation: 0x02 } as const
const shown = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])
const losslessMark = 0x2f

export function readWebp(bytes: Buffer): PictureHeader | 'broken' | 'more' | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, headBytes) !== 'WEBP') return null
  const whole = 8 + bytes.readUInt32LE(4)
  if (whole > bytes.length) return 'broken'
  if (whole < bytes.length) return 'more'
  const kept: Buffer[] = []
  let size: { readonly width: number; readonly height: number } | null = null
  let isMoving = false
  let isLossless = false
  for (let at = headBytes; at < whole; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > whole) return 'broken'
    size ??= sizeIn(bytes, type, at + 8)
    if (type === 'VP8X') isMoving = (bytes.readUInt8(at + 8) & flags.animation) !== 0
    if (type === 'VP8L') isLossless = true
    if (shown.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  if (size === null) return 'broken'
  return {
    type: 'image/webp',
    ...size,
    moving: isMoving ? putTogether(kept) : null,
    ...(isLossless ? { isLossless: true } : {}),
  }
}

/** Of the first chunk that says so; throws RangeError for one that is none. */
function sizeIn(bytes: Buffer, type: string, at: number) {
  if (type === 'VP8X') {
    return { width: 1 + bytes.readUIntLE(at + 4, 3), height: 1 + bytes.readUIntLE(at + 7, 3) }
  }
  if (type === 'VP8 ') {
    return {
      width: bytes.readUInt16LE(at + 6) & 0x3fff,
      height: bytes.readUInt16LE(at + 8) & 0x3fff,
    }
  }
  if (type !== 'VP8L' || bytes.readUInt8(at) !== losslessMark) throw new RangeError('no image')
  const bits = bytes.readUInt32LE(at + 1)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

function putTogether(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks)
  body.writeUInt8(body.readUInt8(8) & ~(flags.icc | flags.exif | flags.xmp), 8)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}
