/**
 * Large messages, composed by a thread of its own (composing-worker.ts) up to their signatures: of 33 MB
 * of base64, reading, wrapping and hashing it take half a second in which nobody else would be
 * answered. The message comes back without a copy.
 */
import { type Composed, type ComposeInput, compose } from '#kernel/mail/compose.ts'
import type { Canonical } from '#kernel/mail/dkim.ts'
import { textOfBody } from '#kernel/mail/transfer-encoding.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import type { EmailContent } from '../events/email.ts'

/** What the thread is asked, and what it answers. */
export interface AskedMessage {
  readonly input: ComposeInput
  /** In place of the attachments of `input`. */
  readonly packed: string | undefined
}
export interface MessageBeside extends Omit<Composed, 'bytes'> {
  readonly bytes: Uint8Array
  readonly canonical: Canonical
}

/** What is signed, where it was found beside. */
interface ComposedBeside extends Composed {
  readonly canonical?: Canonical
}

/** Composed here up to this size: some 10 ms. */
const maxHereChars = 256 * 1024
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

type Composer = (asked: AskedMessage) => Promise<MessageBeside | null>

const composer: Part<Composer, Pick<World, 'clock'>> = {
  name: 'composer of large messages',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./composing-worker.ts', import.meta.url), limits),
}

/** Composes what is small at once; what is large only with a world that has threads. */
export async function composeHereOrBeside(
  input: ComposeInput,
  { html = '', text = '', packed }: EmailContent,
  world: Pick<World, 'clock' | 'runtime'> | undefined,
): Promise<ComposedBeside> {
  const isLarge = html.length + text.length > maxHereChars && input.attachments.length === 0
  if (packed === undefined && !(isLarge && world !== undefined)) return compose(input)
  if (world === undefined || packed instanceof Uint8Array)
    throw new Error('attachments are composed as they are kept by a thread only')
  const asked = { input: withPlainBodies(input), packed }
  const found = await world.runtime.get(composer, world)(asked)
  if (found === null)
    throw new Error('a large message was not composed in time, or took too much memory')
  const { buffer, byteOffset, byteLength } = found.bytes
  return { ...found, bytes: Buffer.from(buffer, byteOffset, byteLength) }
}

/** What letters share of their bodies is known to this thread alone. */
const withPlainBodies = ({ html, text, ...rest }: ComposeInput): ComposeInput => ({
  ...rest,
  ...(html === undefined ? {} : { html: textOfBody(html) }),
  ...(text === undefined ? {} : { text: textOfBody(text) }),
})
