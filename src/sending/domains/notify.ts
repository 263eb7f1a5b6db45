/** Telling the account behind a project what became of one of its domains. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewNotice } from '#tenants/accounts/notice.ts'
import { notify } from '#tenants/accounts/notices.ts'
import { planOf } from './store.ts'

export async function notifyProject(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock'>,
  projectId: Uuid,
  notice: Omit<NewNotice, 'accountId'>,
): Promise<void> {
  const account = await planOf(tx, projectId)
  if (account) await notify(tx, world, [{ ...notice, accountId: account.accountId }])
}
