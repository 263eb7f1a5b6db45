/** What an account of the tests of quotas has, unless they say otherwise. */
import { builtInPlans } from '#tenants/limits/plans.ts'
import type { Terms } from '#tenants/limits/quota.ts'

export const proTerms: Terms = {
  plan: 'pro',
  trustLevel: 3,
  timeZone: 'UTC',
  pause: 'none',
  dailyLimit: 1_000,
  spendCents: null,
  currency: 'USD',
  plans: builtInPlans,
}
