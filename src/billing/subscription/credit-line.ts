/** The operator's own credit line for an account. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { changeDeal } from '#tenants/limits/reserve.ts'
import { changeStanding } from '#tenants/trust/standing.ts'
import { findSubscription, writeSubscription } from '../store.ts'
import { creditOf } from './credit.ts'
import { isRunning, onAccount } from './subscription.ts'

/** Null: by the rule of the settings. Before anything is bought it waits for the order. */
export async function setCreditLine(
  world: World,
  accountId: Uuid,
  cents: number | null,
): Promise<void> {
  await onAccount(world, accountId, async ({ tx }) => {
    await changeStanding(tx, accountId, { creditCents: cents })
    const subscription = await findSubscription(tx, accountId)
    if (!isRunning(subscription)) return
    const after = { ...subscription, creditCents: cents }
    await writeSubscription(tx, after)
    const creditCents = await creditOf(tx, world.settings, after)
    await changeDeal(tx, world, accountId, { creditCents })
  })
}
