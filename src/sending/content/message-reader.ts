/**
 * Reads messages that were handed over (kernel/mail/read-message.ts), the larger ones in a thread
 * beside: reading never pauses, and what it takes is then nobody else's time. No clock decides
 * what becomes of a message: where a thread takes too long or too much memory, nothing is known of
 * it yet, and whoever asked comes back.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { withLineEnds } from '#kernel/mail/line-ends.ts'
import { type ReadMessage, type ReadOptions, readMessage } from '#kernel/mail/read-message.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
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

/** Smaller ones are read here in a few milliseconds. */
const largeBytes = 64 * 1024
/** One thread: of the two cores of a small machine, one. */
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

export const messageReader: Part<MessageReader, Pick<World, 'clock'>> = {
  name: 'reader of messages',
  make: createReader,
}

interface Waiting {
  readonly of: Uuid
  readonly go: () => void
}

function createReader({ clock }: Pick<World, 'clock'>): MessageReader {
  const file = new URL('./message-worker.ts', import.meta.url)
  const ask = createKeptWorker<MessageReading, FoundMessage>(clock, file, limits)
  const waiting: Waiting[] = []
  let isBusy = false
  const enter = async (of: Uuid): Promise<void> => {
    if (isBusy) await new Promise<void>(resolve => waiting.push({ of, go: resolve }))
    isBusy = true
  }
  const leave = (of: Uuid): void => {
    const other = waiting.findIndex(one => one.of !== of)
    const [next] = waiting.splice(Math.max(0, other), 1)
    if (next) next.go()
    else isBusy = false
  }
  const readApart = async (reading: MessageReading): Promise<FoundMessage | null> => {
    const found = await ask(reading)
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
