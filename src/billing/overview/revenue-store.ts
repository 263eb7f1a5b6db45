/** Sums over all accounts: what comes in each month, what came in, and what is owed. */
import type { Sql } from '#kernel/world/db.ts'
import type { Currency } from '#tenants/limits/plan-terms.ts'

interface RunningRow {
  readonly currency: Currency
  readonly cents: number
  readonly accounts: number
}

/** Month prices of plans that run, whose end is not asked for. */
export const selectRecurring = (sql: Sql): Promise<RunningRow[]> =>
  sql.query<RunningRow>(
    `select currency, sum(price_cents)::float8 as cents, count(*)::integer as accounts
     from subscriptions where state <> 'ended' and next_plan is distinct from 'free'
     group by currency`,
  )

interface OwedRow {
  readonly currency: Currency
  readonly cents: number
  readonly overdueCents: number
}

/** Of invoices that nobody has paid; an order that is only placed owes nothing. */
export const selectOwed = (sql: Sql, now: Date): Promise<OwedRow[]> =>
  sql.query<OwedRow>(
    `select currency, sum(total_cents)::float8 as cents,
       coalesce(sum(total_cents) filter (where due_at <= $1), 0)::float8 as "overdueCents"
     from invoices where state in ('due', 'open') and cause not like 'order:%'
     group by currency`,
    [now],
  )

interface MonthRow {
  /** `2026-11` */
  readonly month: string
  readonly currency: Currency
  readonly paidCents: number
  readonly refundedCents: number
}

/** By the month of the payment in a zone; what was given back counts in that month, too. */
export const selectPaidByMonth = (sql: Sql, zone: string, since: Date): Promise<MonthRow[]> =>
  sql.query<MonthRow>(
    `select to_char(paid_at at time zone $1, 'YYYY-MM') as month, currency,
       sum(paid_cents)::float8 as "paidCents", sum(refunded_cents)::float8 as "refundedCents"
     from invoices where state = 'paid' and paid_at >= $2 and paid_cents > 0
     group by 1, 2 order by 1`,
    [zone, since],
  )
