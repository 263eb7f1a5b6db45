/**
 * From what somebody sent to what is kept: a picture that stands still is unpacked and written anew,
 * turned as its EXIF says, at most 1,600 pixels to a side and without anything that it said beside
 * itself; one that moves is kept as it is, without that. Another thread does the work.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { broken, NotAPicture, readPicture } from './picture-header.ts'
import type { PictureHeader, PictureType } from './picture-type.ts'

const maxPixels = 40_000_000
/** Twice the width of a letter, for dense screens, and some room. */
const maxSide = 1_600
const maxSeconds = 20

interface Picture {
  readonly bytes: Buffer
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

export interface AskedPicture {
  readonly bytes: Uint8Array
  readonly type: PictureType
  /** The longer one. */
  readonly side: number
  readonly isMoving: boolean
  readonly isPalette: boolean
  readonly isLossless: boolean
  readonly maxPixels: number
  readonly maxSide: number
  readonly seconds: number
}

/** What the thread answers (picture-worker.ts). */
export type MadePicture =
  | {
      readonly kind: 'made'
      readonly bytes: Uint8Array
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'fine' | 'broken' | 'absent' }

type Maker = (asked: AskedPicture) => Promise<MadePicture | null>

const limits = {
  // The thread gives up first, by itself: one that is ended on the way may leave something behind.
  maxMs: 2 * maxSeconds * 1_000,
  startMs: 60_000,
  maxHeapMb: 256,
  idleMs: 60_000,
} as const

const maker: Part<Maker, Pick<World, 'clock'>> = {
  name: 'pictures',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./picture-worker.ts', import.meta.url), limits),
}

/** Throws Refusal of `file`. */
export async function makePicture(
  { runtime, clock }: Pick<World, 'runtime' | 'clock'>,
  sent: Buffer,
): Promise<Picture> {
  const header = headerOf(sent)
  const { type, width, height, moving } = header
  if (width * height > maxPixels) throw refused(tooLarge)
  const answer = await runtime.get(maker, { clock })({
    bytes: moving ?? sent,
    type,
    side: Math.max(width, height),
    isMoving: moving !== null,
    isPalette: header.isPalette ?? false,
    isLossless: header.isLossless ?? false,
    maxPixels,
    maxSide,
    seconds: maxSeconds,
  })
  if (answer === null) throw refused(tooLong)
  if (answer.kind === 'fine') return { bytes: moving!, type, width, height }
  if (answer.kind !== 'made') throw refused(answer.kind === 'absent' ? absent : broken)
  const { bytes } = answer
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    type,
    width: answer.width,
    height: answer.height,
  }
}

function headerOf(sent: Buffer): PictureHeader {
  try {
    return readPicture(sent)
  } catch (error) {
    if (error instanceof NotAPicture) throw refused(error.why)
    throw error
  }
}

const refused = (why: Text): Refusal => new Refusal('invalid_field', { param: 'file', why })

const tooLarge: Text = {
  en: 'The picture has more than 40 megapixels.',
  pt: 'A imagem tem mais de 40 megapixels.',
}
const tooLong: Text = {
  en: 'Reading the picture takes too long.',
  pt: 'Ler a imagem demora demais.',
}
const absent: Text = {
  en: 'This installation cannot read pictures: the package sharp has no build for its machine.',
  pt: 'Esta instalação não consegue ler imagens: o pacote sharp não tem versão para esta máquina.',
}
