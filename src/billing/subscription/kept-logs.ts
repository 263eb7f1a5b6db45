/**
 * How long logs outlive a plan: they keep its age for thirty days more. What was cut short could not
 * be brought back, so an age that an earlier plan left is never made smaller, only over.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { changeStanding, keptLogsOf } from '#tenants/trust/standing.ts'
import type { Billing } from '../invoices/invoicing.ts'

const keptMs = 30 * dayMs

/** What an earlier plan left, where it is more than `plan` keeps and its days are not over. */
async function leftOver({ tx, world, accountId }: Billing, plan: PlanName) {
  const { keptDays, keptUntil } = await keptLogsOf(tx, accountId)
  if (keptDays === null || keptUntil === null) return null
  const isLonger = keptDays > plansOf(world.settings)[plan].retentionDays
  return isLonger && keptUntil.getTime() > world.clock.now() ? { keptDays, keptUntil } : null
}

/** A plan ends, now or later: its age, or the larger one that is still kept, for a while after. */
export async function keepLogsAfter(
  billing: Billing,
  { plan, end }: { readonly plan: PlanName; readonly end: Date },
): Promise<void> {
  const { tx, world, accountId } = billing
  const left = await leftOver(billing, plan)
  const until = end.getTime() + keptMs
  await changeStanding(tx, accountId, {
    keptDays: left?.keptDays ?? plansOf(world.settings)[plan].retentionDays,
    keptUntil: new Date(Math.max(until, left?.keptUntil.getTime() ?? 0)),
  })
}

/** A plan begins, or goes on after all: its own age, beside a larger one that is still kept. */
export async function keepLogsOf(billing: Billing, plan: PlanName): Promise<void> {
  const left = await leftOver(billing, plan)
  if (left !== null) return
  await changeStanding(billing.tx, billing.accountId, { keptDays: null, keptUntil: null })
}
