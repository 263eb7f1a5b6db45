/** An account with a project, for tests that need no service. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'

export async function makeOwner(world: World): Promise<{ accountId: Uuid; projectId: Uuid }> {
  await ensurePartitions(world)
  const { accountId, projectId } = await createAccount(world, {
    email: `owner${world.ids.next()}@malote.test`,
    plan: 'free',
    trustLevel: 1,
  })
  return { accountId, projectId }
}
