/**
 * A thread that reads and writes pictures (picture.ts). The bytes are strangers': what is unpacked is
 * bounded, and takes one processor for so many seconds at most.
 */
import { parentPort } from 'node:worker_threads'
import type { Sharp, SharpOptions } from 'sharp'
import type { AskedPicture, MadePicture } from './picture.ts'

type Make = (bytes: Buffer, options: SharpOptions) => Sharp

async function load(): Promise<Make | null> {
  try {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  } catch {
    // There is none for this machine, or it was left out.
    return null
  }
}

async function make(sharp: Make | null, asked: AskedPicture): Promise<MadePicture> {
  if (sharp === null) return { kind: 'absent' }
  try {
    return asked.isMoving ? await look(sharp, asked) : await write(sharp, asked)
  } catch {
    return { kind: 'broken' }
  }
}

const opened = (sharp: Make, { bytes, maxPixels, seconds }: AskedPicture): Sharp =>
  sharp(Buffer.from(bytes), { failOn: 'error', limitInputPixels: maxPixels }).timeout({ seconds })

/** Whether its first frame can be shown. */
async function look(sharp: Make, asked: AskedPicture): Promise<MadePicture> {
  await opened(sharp, asked).resize(16, 16).raw().toBuffer()
  return { kind: 'fine' }
}

async function write(sharp: Make, asked: AskedPicture): Promise<MadePicture> {
  const { maxSide, type, isPalette, isLossless } = asked
  const turned = opened(sharp, asked)
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  const isScaled = asked.side > maxSide
  const format = type.slice('image/'.length) as 'png' | 'jpeg' | 'gif' | 'webp'
  const { data, info } = await turned
    .toFormat(format, {
      ...(format === 'jpeg' || format === 'webp' ? { quality: 85 } : {}),
      ...(format === 'webp' && isLossless ? { lossless: true } : {}),
      ...(format === 'png' ? { compressionLevel: 9, palette: isPalette && !isScaled } : {}),
    })
    .toBuffer({ resolveWithObject: true })
  return { kind: 'made', bytes: new Uint8Array(data), width: info.width, height: info.height }
}

const loaded = await load()
parentPort!.on('message', async (asked: AskedPicture) => {
  parentPort!.postMessage(await make(loaded, asked))
})
parentPort!.postMessage('ready')
