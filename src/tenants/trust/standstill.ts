/**
 * While an account may send no marketing, nothing of its marketing moves. Since when is kept here
 * until whoever keeps clocks has moved them by the length of it: a task of its own, since they may be
 * millions.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Pause } from '../accounts/terms.ts'
import { beginStandstill, endStandstill, findStandstill, type Standstill } from './store.ts'

/** The kind of the work when one is over; its subject is the account. */
export const standstillKind = 'standstill'

/** In the transaction of the change of a pause. */
export async function noteStandstill(
  tx: Tx,
  world: Pick<World, 'clock' | 'ids' | 'signals' | 'handoff'>,
  accountId: Uuid,
  { before, after }: { readonly before: Pause; readonly after: Pause },
): Promise<void> {
  if ((before === 'none') === (after === 'none')) return
  const now = world.clock.now()
  if (after !== 'none') return beginStandstill(tx, accountId, new Date(now))
  await endStandstill(tx, accountId, new Date(now))
  await enqueue(tx, world, [
    { kind: standstillKind, projectId: accountId, subject: accountId, dueAt: now },
  ])
}

/** null: nothing of the account stands still, or only what is to be moved on at this moment. */
export const standstillOf = (sql: Sql, accountId: Uuid): Promise<Standstill | null> =>
  findStandstill(sql, accountId, '')

/** The same; as it is until the transaction ends. */
export const lockStandstill = (
  tx: Tx,
  accountId: Uuid,
  how: 'share' | 'update',
): Promise<Standstill | null> => findStandstill(tx, accountId, `for ${how}`)
