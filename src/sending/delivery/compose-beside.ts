/**
 * Large messages, composed or carried by a thread of its own (composing-worker.ts) up to their
 * signatures: of 33 MB, reading, wrapping and hashing take half a second in which nobody else would
 * be answered. The message comes back without a copy.
 */
import { bodiesOfLetter, type LetterBodies } from '#kernel/mail/carry.ts'
import { type ComposeInput, compose, type WireMessage } from '#kernel/mail/compose.ts'
import type { Canonical } from '#kernel/mail/dkim.ts'
import { type Body, textOfBody } from '#kernel/mail/transfer-encoding.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import type { EmailContent } from '../events/email.ts'
import { type AskedCarry, type CarriedInForm, carryInForm } from './carry-in-form.ts'

interface AskedComposing {
  readonly input: ComposeInput
  /** In place of the attachments of `input`. */
  readonly packed: string | undefined
}

/** What the thread is asked. */
export type AskedBeside =
  | ({ readonly kind: 'compose' } & AskedComposing)
  | ({ readonly kind: 'carry' } & AskedCarry)
  | { readonly kind: 'read'; readonly message: Buffer }

/** What it answers. */
export interface MessageBeside extends Omit<WireMessage, 'bytes'> {
  readonly bytes: Uint8Array
  readonly canonical: Canonical
}

/** What is signed stands in it where it was found beside. */
type MadeBeside<Made extends WireMessage> = Made & { readonly canonical?: Canonical }

export type Threads = Pick<World, 'clock' | 'runtime'>

/** Made here up to this size: some 10 ms. */
const maxHereBytes = 256 * 1024
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

type Composer = (asked: AskedBeside) => Promise<MessageBeside | LetterBodies | null>

const composer: Part<Composer, Pick<World, 'clock'>> = {
  name: 'composer of large messages',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./composing-worker.ts', import.meta.url), limits),
}

/** Composes what is small at once; what is large only with a world that has threads. */
export async function composeHereOrBeside(
  input: ComposeInput,
  { html = '', text = '', packed }: EmailContent,
  world: Threads | undefined,
): Promise<MadeBeside<WireMessage>> {
  const isLarge = html.length + text.length > maxHereBytes && input.attachments.length === 0
  if (packed === undefined && !(isLarge && world !== undefined)) return compose(input)
  if (world === undefined || packed instanceof Uint8Array)
    throw new Error('attachments are composed as they are kept by a thread only')
  return madeBeside(world, { kind: 'compose', input: withPlainBodies(input), packed })
}

/** As above. */
export async function carryHereOrBeside(
  asked: AskedCarry,
  world: Threads | undefined,
): Promise<MadeBeside<CarriedInForm>> {
  const isLarge = asked.input.message.length > maxHereBytes
  if (!isLarge || world === undefined) return carryInForm(asked)
  return madeBeside(world, { kind: 'carry', ...asked, input: withPlainBodies(asked.input) })
}

/** The html and text of a message that is carried. */
export async function readHereOrBeside(
  message: Buffer,
  world: Threads | undefined,
): Promise<LetterBodies> {
  const isLarge = message.length > maxHereBytes
  if (!isLarge || world === undefined) return bodiesOfLetter(message)
  return beside<LetterBodies>(world, { kind: 'read', message })
}

async function madeBeside<Made extends WireMessage>(
  world: Threads,
  asked: AskedBeside,
): Promise<MadeBeside<Made>> {
  const found = await beside<MessageBeside>(world, asked)
  const { buffer, byteOffset, byteLength } = found.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return { ...found, bytes } as MadeBeside<WireMessage> as MadeBeside<Made>
}

/** What is asked says what is answered. */
async function beside<Answer>(world: Threads, asked: AskedBeside): Promise<Answer> {
  const found = await world.runtime.get(composer, world)(asked)
  if (found === null)
    throw new Error('a large message was not made in time, or took too much memory')
  return found as Answer
}

/** What letters share of their bodies is known to this thread alone. */
const withPlainBodies = <Input extends { readonly html?: Body; readonly text?: Body }>({
  html,
  text,
  ...rest
}: Input) => ({
  ...rest,
  ...(html === undefined ? {} : { html: textOfBody(html) }),
  ...(text === undefined ? {} : { text: textOfBody(text) }),
})
