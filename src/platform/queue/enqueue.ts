/** Putting work into the queue, inside the transaction of the fact that causes it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type Entry, firstAttempt, type Kind, type NewEntry } from './entry.ts'
import { insertEntries } from './store.ts'

export interface Work {
  readonly kind: Kind
  readonly projectId: Uuid
  /** What the work is about: an email, a post. */
  readonly subject: Uuid
  /** Which recipient of the email; 0 where there is only one thing to do. */
  readonly n?: number
  readonly dueAt: number
}

type Outside = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

/**
 * Adds work. What is due at once goes to this process's own loop, if that has room for all of it;
 * for everything else the loop is woken.
 */
export async function enqueue(tx: Tx, world: Outside, work: readonly Work[]): Promise<void> {
  const kinds = Map.groupBy(work, one => one.kind)
  await Promise.all([...kinds].map(([kind, some]) => enqueueKind(tx, world, kind, some)))
}

async function enqueueKind(
  tx: Tx,
  world: Outside,
  kind: Kind,
  work: readonly Work[],
): Promise<void> {
  const createdAt = world.clock.now()
  const isDue = work.every(one => one.dueAt <= createdAt)
  const consumer = isDue ? world.handoff.find<Entry>(kind, work.length) : null
  const made = work.map(one => ({ n: 0, ...one, id: world.ids.next(), createdAt }))
  if (consumer === null) {
    tx.committed(() => wake(world, kind))
    return insertEntries(tx, made)
  }
  const leaseUntil = consumer.leaseUntil()
  tx.committed(() => consumer.take(made.map(claimed), leaseUntil))
  await insertEntries(tx, made, leaseUntil)
}

/** As it is after its first claim. */
const claimed = (one: NewEntry): Entry => ({
  id: one.id,
  projectId: one.projectId,
  subject: one.subject,
  n: one.n,
  attempt: firstAttempt,
  tries: 0,
  createdAt: one.createdAt,
  warmUpPassed: false,
  faults: 0,
})

/** Tells the loop of this process that there is something to do. */
export function wake(world: Pick<World, 'signals'>, kind: Kind): void {
  world.signals.emit(`queue:${kind}`)
}
