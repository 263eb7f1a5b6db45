/** What an operator earns by the plans: each month from now on, in the months before, and still owed. */
import { dayMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import { showAmount } from '#tenants/limits/money.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { currencies } from '#tenants/limits/plan-terms.ts'
import { selectOwed, selectPaidByMonth, selectRecurring } from './revenue-store.ts'

/** Shown before the present one. */
const monthsBack = 11

/** The answer of GET /api/operator/billing/revenue; a payment is of the month of its payer's day. */
export async function revenueOf({ db, clock }: Pick<World, 'db' | 'clock'>, zone: string) {
  const now = clock.now()
  const months = monthsUntil(dateIn(zone, now))
  const [recurring, owed, paid] = await Promise.all([
    selectRecurring(db),
    selectOwed(db, new Date(now)),
    selectPaidByMonth(db, months[0]!),
  ])
  const used = currencies.filter(one =>
    [...recurring, ...owed, ...paid].some(row => row.currency === one),
  )
  return used.map(currency => {
    const running = recurring.find(row => row.currency === currency)
    const open = owed.find(row => row.currency === currency)
    return {
      currency,
      monthly: showAmount(running?.cents ?? 0),
      accounts: running?.accounts ?? 0,
      owed: showAmount(open?.cents ?? 0),
      overdue: showAmount(open?.overdueCents ?? 0),
      months: months.map(month => {
        const row = paid.find(one => one.month === month && one.currency === currency)
        return {
          month,
          paid: showAmount(row?.paidCents ?? 0),
          refunded: showAmount(row?.refundedCents ?? 0),
        }
      }),
    }
  })
}

/** The present month and those before it, oldest first. */
function monthsUntil(today: string): string[] {
  const months: string[] = [today.slice(0, 7)]
  while (months.length <= monthsBack) {
    const first = Date.parse(`${months[0]}-01T00:00:00Z`)
    months.unshift(new Date(first - dayMs).toISOString().slice(0, 7))
  }
  return months
}
