/**
 * Idempotency of POST (docs/contract.md#idempotency). A success is remembered with its key in the
 * transaction that made it; a refusal or a fault leaves the key free. There is no lock with a
 * time-out: a second request on the same node sees the first in memory, one on another node meets
 * it at the unique key and waits for its commit. A node that dies takes its memory and its
 * transaction along.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import {
  deleteOldIdempotency,
  findIdempotency,
  type IdempotencyKey,
  idempotencyWindowMs,
  nameOf,
  type StoredAnswer,
} from './store.ts'

/** Another request has committed under the same key first; this one has left no trace. */
export class IdempotencyTaken extends Error {
  override readonly name = 'IdempotencyTaken'
  constructor() {
    super('another request with this Idempotency-Key has committed first')
  }
}

export interface Idempotency {
  /** The remembered answer; null where there is none; throws the refusal where it was to another request. */
  find(key: IdempotencyKey, fingerprint: Buffer): Promise<StoredAnswer | null>
  /** Marks the key as running; returns how to end that. Throws the refusal where it runs already. */
  begin(key: IdempotencyKey): () => void
}

/** One per service: what is running is known in its memory. */
export const sharedIdempotency: Part<Idempotency, Pick<World, 'db' | 'clock'>> = {
  name: 'idempotency keys',
  make: createIdempotency,
}

function createIdempotency(world: Pick<World, 'db' | 'clock'>): Idempotency {
  const running = new Set<string>()
  const lookUps = createBatcher<IdempotencyKey, StoredAnswer | null>({
    slots: 2,
    max: 200,
    clock: world.clock,
    run: keys => findIdempotency(world.db, keys, world.clock.now() - idempotencyWindowMs),
  })
  return {
    async find(key, fingerprint) {
      const stored = await lookUps.add(key)
      if (stored === null || stored.fingerprint.equals(fingerprint)) return stored
      throw new Refusal('idempotency_conflict')
    },
    begin(key) {
      const name = nameOf(key.projectId, key.mode, key.key)
      if (running.has(name)) {
        throw new Refusal('idempotency_in_progress', { headers: { 'Retry-After': '1' } })
      }
      running.add(name)
      return () => running.delete(name)
    },
  }
}

/** The header's value, checked; throws the refusal. */
export function readIdempotencyKey(value: string): string {
  // Printable ASCII; Node has removed the blanks around a header's value.
  if (/^[\x20-\x7e]{1,255}$/.test(value)) return value
  throw new Refusal('invalid_field', {
    param: 'Idempotency-Key',
    why: {
      en: 'An Idempotency-Key has 1 to 255 printable ASCII characters.',
      pt: 'Uma Idempotency-Key tem de 1 a 255 caracteres ASCII imprimíveis.',
    },
  })
}

const maxPerStatement = 5000

/** Forgets what is older than a day; for the hourly job. Returns how many keys that were. */
export async function forgetOldKeys(world: Pick<World, 'db' | 'clock'>): Promise<number> {
  const before = world.clock.now() - idempotencyWindowMs
  let total = 0
  for (;;) {
    const gone = await deleteOldIdempotency(world.db, before, maxPerStatement)
    total += gone
    if (gone < maxPerStatement) return total
  }
}
