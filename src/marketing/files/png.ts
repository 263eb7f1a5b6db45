/** PNG, chunk by chunk (RFC 2083 §3), and APNG, which is known by its `acTL` before the image. */
import { crc32 } from 'node:zlib'
import type { PictureHeader } from './picture-type.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** What a picture is shown by; all else is said beside it. */
const shown = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
)
/** Of a chunk: its length, type and checksum. */
const frameBytes = 12
const paletteColours = 3

export function readPng(bytes: Buffer): PictureHeader | 'broken' | 'more' | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  const kept: Buffer[] = [signature]
  const seen = new Set<string>()
  for (let at = signature.length; !seen.has('IEND'); ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + frameBytes + length
    const checksum = bytes.readUInt32BE(end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== checksum) return 'broken'
    if ((seen.size === 0) !== (type === 'IHDR')) return 'broken'
    if (type === 'acTL' && seen.has('IDAT')) return 'broken'
    if (shown.has(type)) kept.push(bytes.subarray(at, end))
    seen.add(type)
    at = end
    if (type === 'IEND' && at < bytes.length) return 'more'
  }
  if (!seen.has('IDAT')) return 'broken'
  const body = signature.length + 8
  return {
    type: 'image/png',
    width: bytes.readUInt32BE(body),
    height: bytes.readUInt32BE(body + 4),
    moving: seen.has('acTL') ? Buffer.concat(kept) : null,
    ...(bytes[body + 9] === paletteColours ? { isPalette: true } : {}),
  }
}
