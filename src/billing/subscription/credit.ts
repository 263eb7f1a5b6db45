/**
 * The credit line: how much overage an account may run up before it has paid. Overage is a loan, and
 * the customer's own limit does not bound it: whoever does not mean to pay sets it high.
 */
import type { Settings } from '#kernel/base/config.ts'
import type { Sql } from '#kernel/world/db.ts'
import { paidRenewals } from '../invoices/invoice-store.ts'
import type { BoughtPlan } from '../shapes.ts'

type CreditedPlan = Pick<BoughtPlan, 'accountId' | 'currency' | 'priceCents' | 'creditCents'>

/** In cents; null: no line. */
export async function creditOf(
  sql: Sql,
  { MALOTE_BILLING_CREDIT: rule }: Pick<Settings, 'MALOTE_BILLING_CREDIT'>,
  { accountId, currency, priceCents, creditCents }: CreditedPlan,
): Promise<number | null> {
  if (creditCents !== null) return creditCents
  if (rule[0] === 'none') return null
  const [first, later, times] = rule.map(Number) as [number, number, number]
  const { count, maxCents } = await paidRenewals(sql, accountId, currency)
  if (count === 0) return first * priceCents
  return Math.max(later * priceCents, times * maxCents)
}
