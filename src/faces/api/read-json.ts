/**
 * The value of a body. Small ones are read at once. Reading never pauses, so what is larger is read
 * by a thread of its own (json-worker.ts), with the fingerprint of a call that may be repeated: this
 * one then only takes over what was found, of which the long texts cost next to nothing.
 */
import { type ErrorCode, Refusal, type RefusalOptions } from '#kernel/base/errors.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { parseJson } from './json.ts'

export interface ReadJson {
  /** undefined where the body is empty. */
  readonly value: unknown
  /** Of a call that may be repeated, where it was made beside. */
  readonly fingerprint?: Buffer
}

/** A call that may be repeated; its value is part of what it is known by. */
interface Repeatable {
  readonly method: string
  readonly path: string
}

/** What the thread is asked, and what it answers. */
export interface AskedJson {
  readonly bytes: Uint8Array
  readonly of: Repeatable | null
}
export type FoundJson =
  | { readonly kind: 'read'; readonly value: unknown; readonly fingerprint?: Uint8Array }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly given: RefusalOptions }

/** Read here up to this size: a few milliseconds at the worst. */
const maxHereBytes = 128 * 1024
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

type Reader = (asked: AskedJson, given: readonly ArrayBuffer[]) => Promise<FoundJson | null>

const reader: Part<Reader, Pick<World, 'clock'>> = {
  name: 'reader of large bodies',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./json-worker.ts', import.meta.url), limits),
}

/** Takes the bytes with it. Throws Refusal. */
export async function readJson(
  world: Pick<World, 'clock' | 'runtime'>,
  bytes: Buffer,
  of: Repeatable | null = null,
): Promise<ReadJson> {
  if (bytes.length <= maxHereBytes) return { value: parseJson(bytes) }
  const found = await world.runtime.get(reader, world)({ bytes, of }, ownMemory(bytes))
  if (found === null) throw new Error('a large body was not read in time, or took too much memory')
  if (found.kind === 'refused') throw new Refusal(found.code, found.given)
  const { value, fingerprint } = found
  return { value, ...(fingerprint && { fingerprint: Buffer.from(fingerprint) }) }
}

/** Where nothing else lives in it. */
function ownMemory({ buffer, byteLength }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
