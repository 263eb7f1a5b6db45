/**
 * Reads messages that were handed over (kernel/mail/read-message.ts), the larger ones in a thread of
 * their own: reading never pauses, and what it takes is then nobody else's time. No clock decides
 * what becomes of a message: where a thread takes too long or too much memory, nothing is known of
 * it yet, and whoever asked comes back.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { withLineEnds } from '#kernel/mail/line-ends.ts'
import { type ReadMessage, type ReadOptions, readMessage } from '#kernel/mail/read-message.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { runInWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'

/** What is asked about a message. */
export interface MessageReading {
  readonly raw: Uint8Array
  readonly options: ReadOptions
}

/** What was found, of the message with line ends as mail has them. */
export interface FoundMessage {
  readonly message: Buffer
  readonly read: ReadMessage
}

/** null: there was not enough time or memory. */
export type ReadRaw = (raw: Buffer, options?: ReadOptions) => Promise<FoundMessage | null>

interface MessageReader {
  /** Projects take turns, so that one with many messages delays no other. */
  of(projectId: Uuid): ReadRaw
}

/** Smaller ones are read sooner than a thread is started. */
const largeBytes = 64 * 1024
const maxMs = 60_000
/** Of the two cores of a small machine, one. */
const maxThreads = 1
const maxHeapMb = 512

export const messageReader: Part<MessageReader, Pick<World, 'clock'>> = {
  name: 'reader of messages',
  make: createReader,
}

interface Waiting {
  readonly of: Uuid
  readonly go: () => void
}

function createReader({ clock }: Pick<World, 'clock'>): MessageReader {
  const waiting: Waiting[] = []
  let threads = 0
  const enter = async (of: Uuid): Promise<void> => {
    if (threads < maxThreads) threads++
    else await new Promise<void>(resolve => waiting.push({ of, go: resolve }))
  }
  const leave = (of: Uuid): void => {
    const other = waiting.findIndex(one => one.of !== of)
    const [next] = waiting.splice(Math.max(0, other), 1)
    if (next) next.go()
    else threads--
  }
  const readApart = async (reading: MessageReading): Promise<FoundMessage | null> => {
    const file = new URL('./message-worker.ts', import.meta.url)
    const limits = { maxMs, maxHeapMb }
    const found = await runInWorker<FoundMessage>(clock, file, reading, limits)
    return found && { ...found, message: Buffer.from(found.message.buffer) }
  }
  return {
    of:
      projectId =>
      async (raw, options = {}) => {
        if (raw.length < largeBytes) return readHere({ raw, options })
        await enter(projectId)
        try {
          return await readApart({ raw, options })
        } finally {
          leave(projectId)
        }
      },
  }
}

export function readHere({ raw, options }: MessageReading): FoundMessage {
  const message = withLineEnds(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  return { message, read: readMessage(message, options) }
}
