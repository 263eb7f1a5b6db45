/** GIF, block by block (GIF89a specification). */
import type { PictureHeader } from './picture-type.ts'

const image = 0x2c
const extension = 0x21
const trailer = 0x3b
const graphicControl = 0xf9
const application = 0xff
/** Who says how often a film is repeated. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const screenBytes = 13
const imageBytes = 10

export function readGif(bytes: Buffer): PictureHeader | 'broken' | 'more' | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  let width = bytes.readUInt16LE(6)
  let height = bytes.readUInt16LE(8)
  let frames = 0
  let at = screenBytes + tableBytes(bytes.readUInt8(10))
  const kept: Buffer[] = [bytes.subarray(0, at)]
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === trailer) break
    if (kind !== image && kind !== extension) return 'broken'
    const label = bytes.readUInt8(at + 1)
    const data =
      kind === extension ? at + 2 : at + imageBytes + tableBytes(bytes.readUInt8(at + 9)) + 1
    const end = afterBlocks(bytes, data)
    if (kind === image) {
      frames++
      // A viewer makes room for a frame that is larger than the screen.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
    }
    const isLoop = label === application && loops.has(bytes.toString('latin1', at + 3, at + 14))
    if (kind === image || label === graphicControl || isLoop) kept.push(bytes.subarray(at, end))
    at = end
  }
  if (at + 1 < bytes.length) return 'more'
  if (frames === 0) return 'broken'
  kept.push(bytes.subarray(at))
  return { type: 'image/gif', width, height, moving: frames > 1 ? Buffer.concat(kept) : null }
}

/** Of a colour table, as its flags announce it. */
const tableBytes = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)

/** Behind the sub-blocks that begin here. */
function afterBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}
