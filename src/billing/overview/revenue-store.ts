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

/**
 * From a month on, by that of the payment where its account is, as invoices show its day; what was
 * given back counts in that month, too.
 */
export const selectPaidByMonth = (sql: Sql, since: string): Promise<MonthRow[]> =>
  sql.query<MonthRow>(
    `select to_char(i.paid_at at time zone a.time_zone, 'YYYY-MM') as month, i.currency,
       sum(i.paid_cents)::float8 as "paidCents", sum(i.refunded_cents)::float8 as "refundedCents"
     from invoices i join accounts a on a.id = i.account_id
     where i.state = 'paid' and i.paid_cents > 0
       -- No zone is more than a day ahead: what is older need not be written as a month.
       and i.paid_at >= ($1::text || '-01')::timestamp at time zone 'UTC' - interval '1 day'
       and to_char(i.paid_at at time zone a.time_zone, 'YYYY-MM') >= $1
     group by 1, 2 order by 1`,
    [since],
  )
