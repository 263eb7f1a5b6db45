/**
 * All SQL on quotas. The hot row of an account is only ever added to, in one statement that says by
 * its conditions that the limits still hold; it is locked from that statement to the commit.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlanName } from '../accounts/terms.ts'
import type { Currency, Plans } from './plan-terms.ts'
import type { ClosedPeriod, Deal, Quota, Terms } from './quota.ts'
import type { PauseReason } from './refusals.ts'

/** An account as a request is judged by. */
export interface QuotaState {
  readonly accountId: Uuid
  readonly terms: Terms
  readonly reason: PauseReason | null
  /** Null: it has never sent. */
  readonly quota: Quota | null
  /** In the sandbox: the only addresses it may write to, lower case. */
  readonly ownAddresses: readonly string[] | null
}

interface QuotaRow {
  zone: string
  day: string
  day_ends_at: Date
  day_used: number
  pause_used: number
  month: string
  anchor: number
  quota_plan: Quota['plan']
  month_used: number
  extra_used: number
  extra_millicents: number
  cap_millicents: number
  currency: Currency
  overage_cents: number | null
  credit_cents: number | null
  stopped: boolean
  ordered: boolean
  next_plan: PlanName | null
  next_overage_cents: number | null
}

interface StandingRow extends QuotaRow {
  id: Uuid
  plan: Terms['plan']
  trust_level: Terms['trustLevel']
  time_zone: string
  pause: Terms['pause']
  daily_limit: number | null
  spend_cents: number | null
  language: string
  tax_id: string | null
  pause_cause: PauseReason['cause'] | null
  pause_since: Date | null
  pause_count: number | null
  pause_of: number | null
  pause_note: PauseReason['note']
  own: string[] | null
}

const quotaColumns = `zone, day, day_ends_at, day_used, pause_used, month, anchor,
  q.plan as quota_plan, month_used, extra_used, extra_millicents, cap_millicents, q.currency,
  overage_cents, credit_cents, stopped, ordered, next_plan, next_overage_cents`

/** What an installation sells: which plans, and in which currency to whom. */
export interface Offer {
  readonly plans: Plans
  readonly currencyOf: (account: AccountFacts) => Currency
}

interface AccountFacts {
  readonly language: string
  readonly taxId: string | null
}

/** How accounts stand; nothing is locked. */
export async function selectStandings(
  sql: Sql,
  offer: Offer,
  accountIds: readonly Uuid[],
): Promise<Map<Uuid, QuotaState>> {
  const rows = await sql.query<StandingRow>(
    `select a.id, a.plan, a.trust_level, a.time_zone, a.pause, a.language, s.tax_id,
            s.daily_limit, s.spend_cents, s.pause_cause, s.pause_since, s.pause_count, s.pause_of,
            s.pause_note, ${quotaColumns},
            case when a.trust_level = 0 then array(
              select lower(m.email) from members m
              where m.account_id = a.id and m.verified_at is not null) end as own
     from unnest($1::uuid[]) as t (id)
     cross join lateral (select * from accounts where id = t.id offset 0) a
     left join lateral (select * from quotas where account_id = t.id offset 0) q on true
     left join lateral (select * from standings where account_id = t.id offset 0) s on true`,
    [accountIds],
  )
  return new Map(rows.map(row => [row.id, standingOf(row, offer)]))
}

function standingOf(row: StandingRow, { plans, currencyOf }: Offer): QuotaState {
  return {
    accountId: row.id,
    terms: {
      plan: row.plan,
      trustLevel: row.trust_level,
      timeZone: row.time_zone,
      pause: row.pause,
      dailyLimit: row.daily_limit ?? 1_000,
      spendCents: row.spend_cents,
      currency: currencyOf({ language: row.language, taxId: row.tax_id }),
      plans,
    },
    reason:
      row.pause === 'none' || row.pause_since === null || row.pause_cause === null
        ? null
        : {
            cause: row.pause_cause,
            since: row.pause_since.getTime(),
            count: row.pause_count,
            of: row.pause_of,
            note: row.pause_note,
          },
    quota: row.zone === null ? null : quotaOf(row),
    ownAddresses: row.own,
  }
}

function quotaOf(row: QuotaRow): Quota {
  return {
    zone: row.zone,
    day: row.day,
    dayEndsAt: row.day_ends_at.getTime(),
    dayUsed: row.day_used,
    pauseUsed: row.pause_used,
    month: row.month,
    anchor: row.anchor,
    plan: row.quota_plan,
    monthUsed: row.month_used,
    extraUsed: row.extra_used,
    extraMillicents: row.extra_millicents,
    capMillicents: row.cap_millicents,
    ...dealOf(row),
  }
}

function dealOf(row: QuotaRow): Deal {
  return {
    currency: row.currency,
    overageCents: row.overage_cents,
    creditCents: row.credit_cents,
    isStopped: row.stopped,
    isOrdered: row.ordered,
    next:
      row.next_plan === null ? null : { plan: row.next_plan, overageCents: row.next_overage_cents },
  }
}

/** Locks the rows in the order of the ids, so that two batches never wait for each other in a ring. */
export async function lockQuotas(tx: Sql, accountIds: readonly Uuid[]): Promise<Map<Uuid, Quota>> {
  const rows = await tx.query<QuotaRow & { account_id: Uuid }>(
    `select account_id, ${quotaColumns} from quotas q where account_id = any($1::uuid[])
     order by account_id for update`,
    [accountIds],
  )
  return new Map(rows.map(row => [row.account_id, quotaOf(row)]))
}

/** First rows of accounts; one that exists by now is left alone. */
export async function insertQuotas(
  tx: Sql,
  quotas: readonly (readonly [Uuid, Quota])[],
): Promise<void> {
  await tx.query(
    `insert into quotas (account_id, zone, day, day_ends_at, day_used, pause_used, month, anchor,
                         plan, month_used, extra_used, extra_millicents, cap_millicents,
                         currency, overage_cents, credit_cents, stopped, ordered, next_plan,
                         next_overage_cents)
     select * from unnest($1::uuid[], $2::text[], $3::date[], $4::timestamptz[], $5::integer[],
                          $6::integer[], $7::date[], $8::smallint[], $9::text[], $10::bigint[],
                          $11::bigint[], $12::bigint[], $13::bigint[], $14::text[],
                          $15::integer[], $16::bigint[], $17::boolean[], $18::boolean[],
                          $19::text[], $20::integer[]) as t (id)
     order by t.id
     on conflict (account_id) do nothing`,
    quotaValues(quotas),
  )
}

/** Writes rows that this transaction has locked. */
export async function writeQuotas(
  tx: Sql,
  quotas: readonly (readonly [Uuid, Quota])[],
): Promise<void> {
  await tx.query(
    `update quotas q
     set zone = t.zone, day = t.day, day_ends_at = t.day_ends_at, day_used = t.day_used,
         pause_used = t.pause_used, month = t.month, anchor = t.anchor, plan = t.plan,
         month_used = t.month_used, extra_used = t.extra_used,
         extra_millicents = t.extra_millicents, cap_millicents = t.cap_millicents,
         currency = t.currency, overage_cents = t.overage_cents, credit_cents = t.credit_cents,
         stopped = t.stopped, ordered = t.ordered, next_plan = t.next_plan,
         next_overage_cents = t.next_overage_cents
     from unnest($1::uuid[], $2::text[], $3::date[], $4::timestamptz[], $5::integer[],
                 $6::integer[], $7::date[], $8::smallint[], $9::text[], $10::bigint[],
                 $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::integer[],
                 $16::bigint[], $17::boolean[], $18::boolean[], $19::text[], $20::integer[])
       as t (account_id, zone, day, day_ends_at, day_used, pause_used, month, anchor, plan,
             month_used, extra_used, extra_millicents, cap_millicents, currency, overage_cents,
             credit_cents, stopped, ordered, next_plan, next_overage_cents)
     where q.account_id = t.account_id`,
    quotaValues(quotas),
  )
}

function quotaValues(quotas: readonly (readonly [Uuid, Quota])[]): unknown[] {
  return [
    quotas.map(([id]) => id),
    quotas.map(([, q]) => q.zone),
    quotas.map(([, q]) => q.day),
    quotas.map(([, q]) => new Date(q.dayEndsAt)),
    quotas.map(([, q]) => q.dayUsed),
    quotas.map(([, q]) => q.pauseUsed),
    quotas.map(([, q]) => q.month),
    quotas.map(([, q]) => q.anchor),
    quotas.map(([, q]) => q.plan),
    quotas.map(([, q]) => q.monthUsed),
    quotas.map(([, q]) => q.extraUsed),
    quotas.map(([, q]) => q.extraMillicents),
    quotas.map(([, q]) => q.capMillicents),
    quotas.map(([, q]) => q.currency),
    quotas.map(([, q]) => q.overageCents),
    quotas.map(([, q]) => q.creditCents),
    quotas.map(([, q]) => q.isStopped),
    quotas.map(([, q]) => q.isOrdered),
    quotas.map(([, q]) => q.next?.plan ?? null),
    quotas.map(([, q]) => q.next?.overageCents ?? null),
  ]
}

/** What a batch adds to one account's row, and the most that may stand there afterwards. */
export interface Addition {
  readonly accountId: Uuid
  /** The day, month and plan that the sums were made for. */
  readonly seen: Quota
  readonly all: number
  readonly paused: number
  readonly inside: number
  readonly extra: number
  readonly millicents: number
  readonly maxDay: number
  readonly maxPaused: number
  readonly maxMonth: number
  readonly maxInside: number
}

/** SQLSTATE by which `addToQuotas` says that it has not added everything. */
export const notAllAdded = '22012'

/**
 * Adds to the rows where all limits still hold, and fails (a division by zero) where that is not so
 * of each of them: COMMIT may be under way already. Waits for a transaction that has added and not
 * yet committed, and then judges by what that one has left.
 */
export async function addToQuotas(tx: Sql, additions: readonly Addition[]): Promise<void> {
  await tx.query(
    `with added as (update quotas q
     set day_used = q.day_used + t.n, pause_used = q.pause_used + t.paused,
         month_used = q.month_used + t.inside, extra_used = q.extra_used + t.extra,
         extra_millicents = q.extra_millicents + t.millicents
     from (select t.* from unnest($1::uuid[], $2::date[], $3::date[], $4::text[], $5::integer[],
                      $6::integer[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
                      $11::bigint[], $12::bigint[], $13::bigint[], $14::integer[])
             as t (id, day, month, plan, n, paused, inside, extra, millicents, most_day,
                   most_paused, most_month, most_inside, overage)
           join quotas l on l.account_id = t.id
           order by t.id for update of l) t
     where q.account_id = t.id and q.day = t.day and q.month = t.month and q.plan = t.plan
       and q.day_used + t.n <= t.most_day
       and q.pause_used + t.paused <= t.most_paused
       and q.month_used + q.extra_used + t.n <= t.most_month
       and q.month_used + t.inside <= t.most_inside
       and (t.extra = 0 or q.month_used + t.inside >= t.most_inside)
       and (t.extra = 0 or (q.overage_cents = t.overage
            and q.extra_millicents + t.millicents <= q.cap_millicents))
     returning q.account_id)
     select 1 / (count(*) = cardinality($1::uuid[]))::integer as added from added`,
    [
      additions.map(a => a.accountId),
      additions.map(a => a.seen.day),
      additions.map(a => a.seen.month),
      additions.map(a => a.seen.plan),
      additions.map(a => a.all),
      additions.map(a => a.paused),
      additions.map(a => a.inside),
      additions.map(a => a.extra),
      additions.map(a => a.millicents),
      additions.map(a => a.maxDay),
      additions.map(a => a.maxPaused),
      additions.map(a => a.maxMonth),
      additions.map(a => a.maxInside),
      additions.map(a => a.seen.overageCents),
    ],
  )
}

/** Keeps periods that are over; who has ordered them will be billed. */
export async function insertPeriods(
  tx: Sql,
  at: Date,
  periods: readonly (ClosedPeriod & { readonly accountId: Uuid; readonly id: Uuid })[],
): Promise<void> {
  if (periods.length === 0) return
  await tx.query(
    `insert into periods (account_id, id, starts_on, ends_on, closed_at, plan, currency, included,
                          used, extra, millicents, bill_cents, cap_cents, ordered)
     select t.account_id, t.id, t.starts_on, t.ends_on, $1, t.plan, t.currency, t.included, t.used,
            t.extra, t.millicents, (t.millicents + 999) / 1000, (t.cap + 999) / 1000, t.ordered
     from unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[], $6::text[], $7::text[],
                 $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
                 $13::boolean[])
       as t (account_id, id, starts_on, ends_on, plan, currency, included, used, extra, millicents,
             cap, ordered)`,
    [
      at,
      periods.map(one => one.accountId),
      periods.map(one => one.id),
      periods.map(one => one.from),
      periods.map(one => one.to),
      periods.map(one => one.plan),
      periods.map(one => one.currency),
      periods.map(one => one.included),
      periods.map(one => one.used),
      periods.map(one => one.extra),
      periods.map(one => one.millicents),
      periods.map(one => one.capMillicents),
      periods.map(one => one.isOrdered),
    ],
  )
}
