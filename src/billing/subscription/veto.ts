/** A plan that is paid for is changed by its subscription, not by hand (T20). */

import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Veto } from '#tenants/trust/settings.ts'
import { providerOf } from '../provider/provider.ts'
import { findSubscription } from '../store.ts'
import { isRunning } from './subscription.ts'

export const keepBoughtPlan =
  (settings: Settings): Veto =>
  async (tx, account, { plan }) => {
    if (plan === undefined || plan === account.plan || providerOf(settings) === null) return
    if (isRunning(await findSubscription(tx, account.id))) throw new Refusal('subscription_exists')
  }
