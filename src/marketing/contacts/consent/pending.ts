/**
 * How long a confirmation is waited for. Past it nobody confirms, and who joins is asked anew, whether
 * or not the row has been taken away yet: in live mode that is done daily, in test mode at its moment
 * of the project's own clock.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task } from '#platform/queue/tasks.ts'
import type { ClockedKind } from '#tenants/test-clock/kinds.ts'
import type { TopicState } from '../people/contact.ts'
import { forgetPendingOfTest } from '../topics/topic-store.ts'

export const pendingMs = 14 * dayMs

const pendingKind: ClockedKind = 'pending'

export const isOver = (state: TopicState, since: number, now: number): boolean =>
  state === 'pending' && since + pendingMs <= now

type Outside = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

/** In the transaction in which some begin to wait. Of live mode the daily work is enough. */
export async function endLater(
  tx: Tx,
  world: Outside,
  { projectId, mode }: Tenant,
  changed: readonly { readonly state: TopicState }[],
): Promise<void> {
  if (mode === 'live' || !changed.some(one => one.state === 'pending')) return
  const dueAt = world.clock.now() + pendingMs
  await enqueue(tx, world, [{ kind: pendingKind, projectId, subject: projectId, dueAt }])
}

export const pendingTask: Task = {
  kind: pendingKind,
  capacity: 2,
  async runSlice(world, { projectId }) {
    const until = new Date(world.clock.now() - pendingMs)
    return forgetPendingOfTest(world.db, projectId, until, 1_000)
  },
}
