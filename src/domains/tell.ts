/** Telling the account behind a project what became of one of its domains. */
import { type NewNotice, notify } from '../accounts/notices.ts'
import type { Uuid } from '../base/ids.ts'
import type { Tx } from '../world/db.ts'
import type { World } from '../world/world.ts'
import { planOf } from './store.ts'

export async function tellProject(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock'>,
  projectId: Uuid,
  notice: Omit<NewNotice, 'accountId'>,
): Promise<void> {
  const account = await planOf(tx, projectId)
  if (account) await notify(tx, world, [{ ...notice, accountId: account.accountId }])
}
