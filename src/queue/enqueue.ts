/** Putting work into the queue, inside the transaction of the fact that causes it. */
import type { Uuid } from '../base/ids.ts'
import type { Tx } from '../world/db.ts'
import type { World } from '../world/world.ts'
import { insertEntries, type Kind } from './store.ts'

export interface Work {
  readonly kind: Kind
  readonly projectId: Uuid
  /** What the work is about: an email, a post. */
  readonly subject: Uuid
  /** Which recipient of the email; 0 where there is only one thing to do. */
  readonly n?: number
  readonly dueAt: number
}

/** Adds work; the loops of this process are woken after the commit. */
export async function enqueue(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'signals'>,
  work: readonly Work[],
): Promise<void> {
  if (work.length === 0) return
  const createdAt = world.clock.now()
  const kinds = new Set(work.map(one => one.kind))
  tx.committed(() => {
    for (const kind of kinds) wake(world, kind)
  })
  await insertEntries(
    tx,
    work.map(one => ({ n: 0, ...one, id: world.ids.next(), createdAt })),
  )
}

/** Tells the loop of this process that there is something to do. */
export function wake(world: Pick<World, 'signals'>, kind: Kind): void {
  world.signals.emit(`queue:${kind}`)
}
