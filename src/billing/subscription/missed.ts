/**
 * Periods that ended while billing did not run. Of several only the present one is invoiced, with what
 * the closed ones have sold: a customer does not pay for an outage. The operator is told what was
 * not charged, once.
 */
import { money } from '#tenants/limits/money.ts'
import { nextMonth, startOf } from '#tenants/limits/period.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import type { Quota } from '#tenants/limits/quota.ts'
import type { Billing } from '../invoices/invoicing.ts'
import { dateText } from '../overview/tell.ts'
import type { BoughtPlan } from '../shapes.ts'
import { insertDifference } from '../store.ts'

/** Of a subscription that is renewed after more than one of its periods; `after`: as it then is. */
export async function tellMissed(
  { tx, world, accountId }: Billing,
  { before, after, quota }: { before: BoughtPlan; after: BoughtPlan; quota: Quota },
): Promise<void> {
  const starts = missedSince(before, quota)
  const [first] = starts
  if (first === undefined || after.priceCents === 0) return
  const from = dateText(first)
  const to = dateText(nextMonth(starts.at(-1)!, quota.anchor))
  const { title } = plansOf(world.settings)[after.plan]
  const price = money(after.priceCents, after.currency)
  await insertDifference(tx, {
    id: world.ids.next(),
    accountId,
    invoiceId: null,
    kind: 'missed',
    key: `missed ${accountId} ${first}`,
    en: `Billing did not run when periods ended: the ${title} plan was not charged from ${from.en} to ${to.en} (${starts.length} × ${price.en}). Only the present period is invoiced.`,
    pt: `A cobrança não rodou quando períodos terminaram: o plano ${title} não foi cobrado de ${from.pt} a ${to.pt} (${starts.length} × ${price.pt}). Só o período atual é faturado.`,
    since: new Date(world.clock.now()),
  })
}

/**
 * The first days of the periods between the one that was renewed last and that of today. Those that
 * would have begun after the days of grace were over would not have been: the plan had ended by then.
 */
function missedSince({ startsOn, graceUntil }: BoughtPlan, quota: Quota): string[] {
  const end = graceUntil?.getTime() ?? Infinity
  const starts: string[] = []
  let from = nextMonth(startsOn, quota.anchor)
  while (from < quota.month && startOf(from, quota.zone) < end) {
    starts.push(from)
    from = nextMonth(from, quota.anchor)
  }
  return starts
}
