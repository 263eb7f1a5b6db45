/** JPEG, marker by marker (ITU T.81 annex B). */
import type { PictureHeader } from './picture-type.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** SOF0 to SOF15, without DHT, JPG and DAC, which lie among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Between the entropy-coded data: a byte that is stuffed, and restarts. */
const isWithinScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

export function readJpeg(bytes: Buffer): PictureHeader | 'broken' | 'more' | null {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage || bytes[2] !== 0xff) return null
  let size: { readonly width: number; readonly height: number } | null = null
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return 'broken'
    const marker = bytes.readUInt8(at + 1)
    // Any number of 0xff may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) {
      if (size === null) return 'broken'
      if (!isTrailer(bytes.subarray(at + 2))) return 'more'
      return { type: 'image/jpeg', ...size, moving: null }
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return 'broken'
    if (isFrame(marker)) {
      size ??= { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
    if (marker === startOfScan) at = afterScan(bytes, at)
  }
}

/** Where the next marker is; throws RangeError where none is. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0xff && !isWithinScan(next)) return at
  }
  throw new RangeError('the scan has no end')
}

/**
 * What cameras leave behind a picture: nothing, a second picture (CIPA DC-007), the film of a moment,
 * or a maker's own table. It is left away with the rest.
 */
function isTrailer(rest: Buffer): boolean {
  if (rest.every(byte => byte === 0)) return true
  if (rest[0] === 0xff && rest[1] === startOfImage) return true
  return rest.toString('latin1', 4, 8) === 'ftyp' || rest.subarray(-4).toString('latin1') === 'SEFT'
}
