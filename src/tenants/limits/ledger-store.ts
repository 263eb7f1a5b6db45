/** All SQL on what was used: closed periods and hourly marks, append-only. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlanName } from '../accounts/terms.ts'
import type { Currency } from './plan-terms.ts'

export interface PeriodRow {
  readonly id: Uuid
  /** Local dates; `to` is exclusive. */
  readonly from: string
  readonly to: string
  readonly plan: PlanName
  readonly currency: Currency
  readonly included: number | null
  readonly used: number
  readonly extra: number
  readonly billCents: number
  readonly capCents: number
  readonly isOrdered: boolean
}

const periodColumns = `id, starts_on as "from", ends_on as "to", plan, currency, included, used,
  extra, bill_cents as "billCents", cap_cents as "capCents", ordered as "isOrdered"`

/** Closed periods of an account, newest first. */
export function selectPeriods(
  sql: Sql,
  accountId: Uuid,
  { before, count }: { readonly before: Uuid | null; readonly count: number },
): Promise<PeriodRow[]> {
  return sql.query<PeriodRow>(
    `select ${periodColumns} from periods
     where account_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [accountId, before, count],
  )
}

/** Periods that were ordered and closed since one, oldest first. */
export function orderedPeriods(
  sql: Sql,
  accountId: Uuid,
  after: Uuid | null,
): Promise<PeriodRow[]> {
  return sql.query<PeriodRow>(
    `select ${periodColumns} from periods
     where account_id = $1 and ordered and ($2::uuid is null or id > $2) order by id`,
    [accountId, after],
  )
}

interface MarkRow {
  readonly at: Date
  readonly used: number
  readonly extra: number
  readonly millicents: number
}

/** Hourly running totals of the period that began on a date, oldest first. */
export function selectMarks(
  sql: Sql,
  accountId: Uuid,
  from: string,
  { after, count }: { readonly after: Date | null; readonly count: number },
): Promise<MarkRow[]> {
  return sql.query<MarkRow>(
    `select at, used, extra, millicents from usage_marks
     where account_id = $1 and starts_on = $2::date and ($3::timestamptz is null or at > $3)
     order by at limit $4`,
    [accountId, from, after, count],
  )
}

/** Notes what every account has used by this hour, where it has grown since the last note. */
export async function insertMarks(sql: Sql, hour: Date): Promise<void> {
  await sql.query(
    `insert into usage_marks (account_id, at, starts_on, used, extra, millicents)
     select q.account_id, $1, q.month, q.month_used + q.extra_used, q.extra_used,
            q.extra_millicents
     from quotas q
     left join lateral (
       select m.starts_on, m.used from usage_marks m
       where m.account_id = q.account_id order by m.at desc limit 1) last on true
     where q.month_used + q.extra_used > 0
       and (last.starts_on is distinct from q.month
            or last.used is distinct from q.month_used + q.extra_used)
     on conflict (account_id, at) do update
       set starts_on = excluded.starts_on, used = excluded.used, extra = excluded.extra,
           millicents = excluded.millicents`,
    [hour],
  )
}

/** Marks of all periods since a moment, oldest first. */
export function marksSince(
  sql: Sql,
  accountId: Uuid,
  since: Date,
): Promise<(MarkRow & { readonly startsOn: string })[]> {
  return sql.query(
    `select at, starts_on as "startsOn", used, extra, millicents from usage_marks
     where account_id = $1 and at >= $2 order by at`,
    [accountId, since],
  )
}
