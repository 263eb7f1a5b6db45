/** Telling the account behind a project what became of one of its domains. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewNotice } from '#tenants/accounts/notice.ts'
import { endNotices, type NoticeWorld, notify } from '#tenants/accounts/notices.ts'
import { type Domain, planOf } from './store.ts'

export async function notifyProject(
  tx: Tx,
  world: NoticeWorld,
  projectId: Uuid,
  notice: Omit<NewNotice, 'accountId' | 'projectId' | 'mode'>,
): Promise<void> {
  const account = await planOf(tx, projectId)
  if (!account) return
  // Domains are shared by both modes.
  await notify(tx, world, [{ ...notice, accountId: account.accountId, projectId, mode: null }])
}

/** What lasts of a domain, each told once. */
export const domainCauses = (id: Uuid) => ({
  broken: `domain_broken ${id}`,
  failed: `domain_failed ${id}`,
})

/** Its records are back, it is worse than was told, or it is gone. */
export async function endDomainNotices(
  tx: Tx,
  world: Pick<World, 'clock'>,
  { project_id: projectId, id }: Pick<Domain, 'project_id' | 'id'>,
): Promise<void> {
  const account = await planOf(tx, projectId)
  if (account) await endNotices(tx, world, account.accountId, Object.values(domainCauses(id)))
}
