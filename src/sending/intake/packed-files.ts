/**
 * Large attachments, measured and made ready for the database by a thread of its own
 * (packing-worker.ts): of 33 MB of base64, decoding it to see whether it is any, writing JSON and its
 * UTF-8 take half a second in which nobody else would be answered. What comes back is handed over
 * without a copy, and goes to the database as it is.
 */
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import type { EmailBody } from './schema.ts'

type Files = NonNullable<EmailBody['attachments']>

/** What is made of attachments. */
export interface PackedFiles {
  /** How many bytes each is of; null where its content is no base64. */
  readonly sizes: readonly (number | null)[]
  /** All of them as JSON in UTF-8. */
  readonly json: Uint8Array
}

/** Packed here up to this size, when they are written: a few milliseconds at the worst. */
const maxHereChars = 256 * 1024
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

type Packer = (asked: Files) => Promise<PackedFiles | null>

const packer: Part<Packer, Pick<World, 'clock'>> = {
  name: 'packer of large attachments',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./packing-worker.ts', import.meta.url), limits),
}

/** undefined where they are small. */
export async function packFiles(
  world: Pick<World, 'clock' | 'runtime'>,
  files: Files = [],
): Promise<PackedFiles | undefined> {
  if (files.reduce((sum, { content }) => sum + content.length, 0) <= maxHereChars) return undefined
  const packed = await world.runtime.get(packer, world)(files)
  if (packed === null)
    throw new Error('large attachments were not packed in time, or took too much memory')
  return packed
}
