/** The one entry of the queue that a campaign has. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import { type ClockedKind, testKind } from '#tenants/test-clock/kinds.ts'

export const campaignKind: ClockedKind = 'campaign'

/** Has the campaign, which is locked, looked at when the moment comes, and not before. */
export async function wakeAt(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  dueAt: number,
): Promise<void> {
  await takeBackWork(tx, [campaignKind, testKind], [id])
  await enqueue(tx, world, [{ kind: campaignKind, projectId, subject: id, dueAt }])
}
