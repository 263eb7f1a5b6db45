/**
 * Closes an account for good (GDPR art. 17, LGPD art. 16): its projects end as removed ones do, and
 * who its people were is erased at once. What tax law has kept stays: invoices, payments, and the row
 * without a name that they refer to. A running subscription is ended first: somebody is charged by it.
 */
import { keepBoughtPlan } from '#billing/subscription/veto.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { keysAreGone, keysHaveChanged } from '#tenants/accounts/keys.ts'
import { endAccount, mustLockOpen } from '#tenants/accounts/owner.ts'
import { forgetInvitations } from '#tenants/identity/invitations.ts'
import { forgetBillingEmail } from '#tenants/trust/settings.ts'
import { endAndClear } from './lifecycle.ts'

/** Returns how many projects ended with it. */
export async function closeAccount(world: World, accountId: Uuid): Promise<number> {
  const projectIds = await world.db.transaction(async tx => {
    const account = await mustLockOpen(tx, accountId)
    await keepBoughtPlan(world.settings)(tx, account, { plan: 'free' })
    await forgetInvitations(tx, accountId)
    await forgetBillingEmail(tx, accountId)
    return endAccount(tx, world, accountId)
  })
  keysHaveChanged(world)
  // A start that is cut off here has its projects ended by the job (boot/lifecycle.ts).
  await keysAreGone(world)
  await endAndClear(world, projectIds)
  return projectIds.length
}
