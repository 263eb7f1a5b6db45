/** Pictures for tests, and what is sent in their place. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

interface Size {
  readonly width: number
  readonly height: number
}

const plain = ({ width, height }: Size) =>
  sharp({ create: { width, height, channels: 3, background: '#c02040' } })

export const png = (size: Size): Promise<Buffer> => plain(size).png().toBuffer()
export const webp = (size: Size): Promise<Buffer> => plain(size).webp().toBuffer()
export const gif = (size: Size): Promise<Buffer> => plain(size).gif().toBuffer()

/** Lies on its side, with where it was taken beside it. */
export const photograph = (size: Size): Promise<Buffer> =>
  plain(size)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Secret Person' },
      IFD3: { GPSLatitude: '8/1 3/1 0/1', GPSLatitudeRef: 'S' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Two frames, one red and one green, and a comment. */
export async function film(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = [colour(200, 0), colour(0, 200)]
  const raw = { width: 8, height: 16, channels: 3 as const, pageHeight: 8 }
  const made = sharp(Buffer.concat(frames), { raw }).toFormat(format, {
    delay: [100, 100],
    loop: 0,
  })
  const bytes = await made.toBuffer()
  return format === 'gif' ? withComment(bytes) : withExif(bytes)
}

const colour = (red: number, green: number): Buffer =>
  Buffer.concat(Array.from({ length: 64 }, () => Buffer.from([red, green, 0])))

const remark = 'taken at the house of Secret Person'

/** Before the trailer. */
const withComment = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.subarray(0, -1),
    Buffer.from([0x21, 0xfe, remark.length]),
    Buffer.from(remark),
    Buffer.from([0, 0x3b]),
  ])

function withExif(bytes: Buffer): Buffer {
  const text = Buffer.from(remark.padEnd(36))
  const chunk = Buffer.concat([Buffer.from('EXIF'), Buffer.alloc(4), text])
  chunk.writeUInt32LE(text.length, 4)
  const all = Buffer.concat([bytes, chunk])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}

/** Of any size that is said, with little behind it. */
export function pngThatSays({ width, height }: Size): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** Two frames by the extension of PNG, and a text. */
export async function movingPng(): Promise<Buffer> {
  const still = await png({ width: 4, height: 4 })
  const end = still.subarray(-12)
  const head = 8 + 25
  const control = chunkOf('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))
  const text = chunkOf('tEXt', Buffer.from(`Comment\0${remark}`))
  return Buffer.concat([still.subarray(0, head), control, text, still.subarray(head, -12), end])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(data.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), out.length - 4)
  return out
}

/** No pictures, whatever they are called. */
export async function noPictures(): Promise<Readonly<Record<string, Buffer>>> {
  const whole = await png({ width: 40, height: 30 })
  const photo = await photograph({ width: 40, height: 30 })
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  return {
    nothing: Buffer.alloc(0),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    html: page,
    'a program': Buffer.from('MZ\x90\0\x03'),
    'a beginning alone': whole.subarray(0, 8),
    'a png that ends early': whole.subarray(0, -20),
    'a jpeg that ends early': photo.subarray(0, -40),
    'a gif that ends early': (await gif({ width: 40, height: 30 })).subarray(0, -4),
    'a webp that ends early': (await webp({ width: 40, height: 30 })).subarray(0, -4),
    'a png that is a page, too': Buffer.concat([whole, page]),
    'a jpeg that is a page, too': Buffer.concat([photo, page]),
    'a gif that is a page, too': Buffer.concat([await gif({ width: 4, height: 3 }), page]),
    'a webp that is a page, too': Buffer.concat([await webp({ width: 4, height: 3 }), page]),
    'a gif that is a script, too': Buffer.from('GIF89a/*\0\0\0\0\0\0*/=alert(1)'),
    'a png of a sum that is wrong': Buffer.from(whole).fill(1, 45, 46),
    'a png of nothing': pngThatSays({ width: 0, height: 10 }),
    'a bomb': pngThatSays({ width: 60_000, height: 60_000 }),
    'one pixel too many': pngThatSays({ width: 8_001, height: 5_000 }),
    'a picture that says too much': pngThatSays({ width: 5_000, height: 5_000 }),
    'more than 5 MB': Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)]),
    'much more than 5 MB': Buffer.alloc(8 * 1024 * 1024),
  }
}
