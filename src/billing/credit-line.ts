/** The operator's own credit line for an account. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { changeDeal } from '#tenants/limits/reserve.ts'
import { creditOf } from './credit.ts'
import { findSubscription, writeSubscription } from './store.ts'
import { isRunning, onAccount } from './subscription.ts'

/** Null: by the rule of the settings. Throws where nothing is bought on credit. */
export async function setCreditLine(
  world: World,
  accountId: Uuid,
  cents: number | null,
): Promise<void> {
  await onAccount(world, accountId, async ({ tx }) => {
    const subscription = await findSubscription(tx, accountId)
    if (!isRunning(subscription)) {
      throw new Refusal('invalid_field', {
        param: 'credit_line',
        why: {
          en: 'There is no subscription that a credit line could belong to.',
          pt: 'Não há assinatura à qual uma linha de crédito possa pertencer.',
        },
      })
    }
    const after = { ...subscription, creditCents: cents }
    await writeSubscription(tx, after)
    const creditCents = await creditOf(tx, world.settings, after)
    await changeDeal(tx, world, accountId, { creditCents })
  })
}
