/** What every page of the dashboard says of money, whichever page it is. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { modeOf, providerOf } from '../provider/provider.ts'
import { findSubscription } from '../store.ts'
import { isRunning } from '../subscription/subscription.ts'

/** Null where nobody collects. `isOwner`: only owners are told that a payment is late. */
export async function moneyOf(world: World, accountId: Uuid, isOwner: boolean) {
  const { settings, db } = world
  const provider = providerOf(settings)
  if (provider === null) return null
  const subscription = isOwner ? await findSubscription(db, accountId) : null
  const grace = isRunning(subscription) ? subscription.graceUntil : null
  return {
    provider,
    mode: modeOf(settings),
    contact: settings.MALOTE_BILLING_CONTACT || null,
    grace_until: grace?.toISOString() ?? null,
  }
}
