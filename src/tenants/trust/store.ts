/** All SQL on standings and trust_changes, and what is read beside them. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Pause, PlanName } from '../accounts/terms.ts'
import type { PauseReason } from '../limits/refusals.ts'
import type { PlanChange } from './plan-change.ts'
import type { DayOutcomes, Outcomes } from './rates.ts'

type Level = 0 | 1 | 2 | 3

/** How an account stands. */
export interface TrustRecord {
  readonly accountId: Uuid
  readonly spendCents: number | null
  readonly dailyLimit: number
  readonly levelSince: Date
  readonly cleanDays: number
  readonly judgedDay: string | null
  readonly taxId: string | null
  readonly hasPayment: boolean
  readonly pauseCause: PauseReason['cause'] | null
  readonly pauseSince: Date | null
  readonly pauseCount: number | null
  readonly pauseOf: number | null
  /** Of a pause by the operator: what the customer reads. */
  readonly pauseNote: Text | null
  readonly baseDay: string | null
  readonly baseFinals: number
  readonly baseHard: number
  readonly baseComplaints: number
  readonly warned: boolean
  /** Logs are kept for so many days until `keptUntil`, whatever the plan says. */
  readonly keptDays: number | null
  readonly keptUntil: Date | null
  /** Letters about money go there, too. */
  readonly billingEmail: string | null
  /** Credit line set by the operator; null: by the rule. */
  readonly creditCents: number | null
}

const columns = `account_id as "accountId", spend_cents as "spendCents",
  daily_limit as "dailyLimit", level_since as "levelSince", clean_days as "cleanDays",
  judged_day as "judgedDay", tax_id as "taxId", has_payment as "hasPayment",
  pause_cause as "pauseCause", pause_since as "pauseSince", pause_count as "pauseCount",
  pause_of as "pauseOf", pause_note as "pauseNote", base_day as "baseDay", base_finals as "baseFinals",
  base_hard as "baseHard", base_complaints as "baseComplaints", warned,
  kept_days as "keptDays", kept_until as "keptUntil", billing_email as "billingEmail",
  credit_line_cents as "creditCents"`

/** The standing of an account, made on the way where there is none, locked until the end. */
export async function lockStanding(tx: Sql, accountId: Uuid): Promise<TrustRecord | null> {
  await tx.query(
    `insert into standings (account_id, level_since)
     select id, created_at from accounts where id = $1
     on conflict (account_id) do nothing`,
    [accountId],
  )
  const [row] = await tx.query<TrustRecord>(
    `select ${columns} from standings where account_id = $1 for update`,
    [accountId],
  )
  return row ?? null
}

export async function selectStanding(sql: Sql, accountId: Uuid): Promise<TrustRecord | null> {
  const [row] = await sql.query<TrustRecord>(
    `select ${columns} from standings where account_id = $1`,
    [accountId],
  )
  return row ?? null
}

export async function updateStanding(tx: Sql, s: TrustRecord): Promise<void> {
  await tx.query(
    `update standings
     set spend_cents = $2, daily_limit = $3, level_since = $4, clean_days = $5, judged_day = $6,
         tax_id = $7, has_payment = $8, pause_cause = $9, pause_since = $10, pause_count = $11,
         pause_of = $12, base_day = $13, base_finals = $14, base_hard = $15, base_complaints = $16,
         warned = $17, kept_days = $18, kept_until = $19, billing_email = $20,
         credit_line_cents = $21, pause_note = $22
     where account_id = $1`,
    [
      s.accountId,
      s.spendCents,
      s.dailyLimit,
      s.levelSince,
      s.cleanDays,
      s.judgedDay,
      s.taxId,
      s.hasPayment,
      s.pauseCause,
      s.pauseSince,
      s.pauseCount,
      s.pauseOf,
      s.baseDay,
      s.baseFinals,
      s.baseHard,
      s.baseComplaints,
      s.warned,
      s.keptDays,
      s.keptUntil,
      s.billingEmail,
      s.creditCents,
      s.pauseNote,
    ],
  )
}

export interface Standstill {
  readonly since: Date
  /** null: it goes on. */
  readonly endedAt: Date | null
}

export async function findStandstill(
  sql: Sql,
  accountId: Uuid,
  lock: '' | 'for share' | 'for update',
): Promise<Standstill | null> {
  const [row] = await sql.query<Standstill>(
    `select since, ended_at as "endedAt" from standstills where account_id = $1 ${lock}`,
    [accountId],
  )
  return row ?? null
}

/** One that is over and has not been made up for goes on. */
export async function beginStandstill(tx: Sql, accountId: Uuid, since: Date): Promise<void> {
  await tx.query(
    `insert into standstills (account_id, since) values ($1, $2)
     on conflict (account_id) do update set ended_at = null`,
    [accountId, since],
  )
}

export async function endStandstill(tx: Sql, accountId: Uuid, at: Date): Promise<void> {
  await tx.query('update standstills set ended_at = $2 where account_id = $1', [accountId, at])
}

export async function deleteStandstill(tx: Sql, accountId: Uuid): Promise<void> {
  await tx.query('delete from standstills where account_id = $1', [accountId])
}

export interface WatchedAccount extends Outcomes {
  readonly accountId: Uuid
  readonly pause: Pause
  readonly cause: TrustRecord['pauseCause']
  readonly since: Date | null
  readonly warned: boolean
}

/**
 * The outcomes of accounts from a UTC day on, less what was known when a pause was last lifted by
 * hand; of these accounts, or of all that have any or are paused.
 */
export async function selectOutcomes(
  sql: Sql,
  from: string,
  accountIds: readonly Uuid[] | null,
): Promise<WatchedAccount[]> {
  return sql.query<WatchedAccount>(
    `with seen as (
       select p.account_id, sum(u.finals)::integer as finals, sum(u.hard)::integer as hard,
              sum(u.complained)::integer as complaints
       from usage u join projects p on p.id = u.project_id
       left join standings s on s.account_id = p.account_id
       where u.day >= $1::date and u.day >= coalesce(s.base_day, $1::date)
         and ($2::uuid[] is null or p.account_id = any($2))
       group by p.account_id
     )
     select a.id as "accountId", a.pause, s.pause_cause as cause, s.pause_since as since,
            coalesce(s.warned, false) as warned,
            greatest(0, coalesce(n.finals, 0) - coalesce(b.finals, 0)) as finals,
            greatest(0, coalesce(n.hard, 0) - coalesce(b.hard, 0)) as hard,
            greatest(0, coalesce(n.complaints, 0) - coalesce(b.complaints, 0)) as complaints
     from accounts a
     left join seen n on n.account_id = a.id
     left join standings s on s.account_id = a.id
     left join lateral (
       select s.base_finals as finals, s.base_hard as hard, s.base_complaints as complaints
       where s.base_day >= $1::date) b on true
     where ($2::uuid[] is null or a.id = any($2))
       and (n.account_id is not null or a.pause <> 'none' or a.id = any($2))
     order by a.id`,
    [from, accountIds],
  )
}

/** Whose projects these are, each once. */
export async function accountsOf(sql: Sql, projectIds: readonly Uuid[]): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    'select distinct account_id as id from projects where id = any($1)',
    [projectIds],
  )
  return rows.map(({ id }) => id)
}

/** The outcomes of one account on one UTC day, as they are now. */
export async function selectDay(sql: Sql, accountId: Uuid, day: string): Promise<Outcomes> {
  const [row] = await sql.query<Outcomes>(
    `select coalesce(sum(u.finals), 0)::integer as finals,
            coalesce(sum(u.hard), 0)::integer as hard,
            coalesce(sum(u.complained), 0)::integer as complaints
     from projects p join usage u on u.project_id = p.id
     where p.account_id = $1 and u.day = $2::date`,
    [accountId, day],
  )
  return row ?? { finals: 0, hard: 0, complaints: 0 }
}

/** Accounts on their way up whose days until `until` have not all been judged. */
export async function selectUnjudged(sql: Sql, until: string): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select a.id from accounts a left join standings s on s.account_id = a.id
     where a.trust_level in (1, 2)
       and coalesce(s.judged_day, (coalesce(s.level_since, a.created_at) at time zone 'UTC')::date - 1)
           < $1::date
     order by a.id`,
    [until],
  )
  return rows.map(row => row.id)
}

/** The days of an account after one and until another, oldest first; idle days are left out. */
export async function selectDays(
  sql: Sql,
  accountId: Uuid,
  after: string,
  until: string,
): Promise<(DayOutcomes & { readonly day: string })[]> {
  return sql.query(
    `select u.day, sum(u.accepted)::integer as accepted, sum(u.finals)::integer as finals,
            sum(u.hard)::integer as hard, sum(u.complained)::integer as complaints
     from projects p join usage u on u.project_id = p.id
     where p.account_id = $1 and u.day > $2::date and u.day <= $3::date
     group by u.day order by u.day`,
    [accountId, after, until],
  )
}

/** The account of a project, if it is in the sandbox. */
export async function selectSandboxed(sql: Sql, projectId: Uuid): Promise<Uuid | null> {
  const [row] = await sql.query<{ id: Uuid }>(
    `select a.id from projects p join accounts a on a.id = p.account_id
     where p.id = $1 and a.trust_level = 0`,
    [projectId],
  )
  return row?.id ?? null
}

export interface TrustChange {
  readonly accountId: Uuid
  readonly id: Uuid
  readonly from: Level
  readonly to: Level
  readonly dailyLimit: number | null
  /** Stable, for programs. */
  readonly reason: string
  readonly text: Text
  readonly at: Date
}

export async function insertTrustChange(tx: Sql, change: TrustChange): Promise<void> {
  await tx.query(
    `insert into trust_changes (account_id, id, from_level, to_level, daily_limit, reason, en, pt, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      change.accountId,
      change.id,
      change.from,
      change.to,
      change.dailyLimit,
      change.reason,
      change.text.en,
      change.text.pt,
      change.at,
    ],
  )
}

/** Newest first. */
export async function selectTrustChanges(
  sql: Sql,
  accountId: Uuid,
  max: number,
): Promise<TrustChange[]> {
  const rows = await sql.query<Omit<TrustChange, 'text'> & { en: string; pt: string }>(
    `select account_id as "accountId", id, from_level as "from", to_level as "to",
            daily_limit as "dailyLimit", reason, en, pt, at
     from trust_changes where account_id = $1 order by id desc limit $2`,
    [accountId, max],
  )
  return rows.map(({ en, pt, ...rest }) => ({ ...rest, text: { en, pt } }))
}

/** Whether the level that an account has is the operator's doing; as it was made, it is, too. */
export async function isLevelGiven(sql: Sql, accountId: Uuid): Promise<boolean> {
  const [last] = await sql.query<{ reason: string }>(
    `select reason from trust_changes where account_id = $1 and from_level <> to_level
     order by id desc limit 1`,
    [accountId],
  )
  return last === undefined || last.reason === 'operator'
}

/** Sending domains over all projects of an account. */
export async function domainsOf(sql: Sql, accountId: Uuid): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::integer as n from domains d join projects p on p.id = d.project_id
     where p.account_id = $1 and p.deleted_at is null`,
    [accountId],
  )
  return row?.n ?? 0
}

/** What is sold to the account, and since when: each change of its plan. */
export async function notePlanChange(tx: Sql, one: PlanChange): Promise<void> {
  await tx.query(
    `insert into plan_changes (account_id, id, member_id, from_plan, to_plan, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [one.accountId, one.id, one.memberId, one.from, one.to, one.at],
  )
}

/** A change of the spending limit, in cents; null: none. */
interface CapChange {
  readonly accountId: Uuid
  readonly id: Uuid
  /** Null: the operator. */
  readonly memberId: Uuid | null
  readonly from: number | null
  readonly to: number | null
  readonly at: Date
}

export async function insertCapChange(tx: Sql, change: CapChange): Promise<void> {
  await tx.query(
    `insert into cap_changes (account_id, id, member_id, from_cents, to_cents, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [change.accountId, change.id, change.memberId, change.from, change.to, change.at],
  )
}

/** Newest first, before an id. */
export function selectCapChanges(
  sql: Sql,
  accountId: Uuid,
  page: { readonly before: Uuid | null; readonly count: number },
): Promise<CapChange[]> {
  return sql.query<CapChange>(
    `select account_id as "accountId", id, member_id as "memberId", from_cents as "from",
            to_cents as "to", at
     from cap_changes where account_id = $1 and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [accountId, page.before, page.count],
  )
}

/** Accounts whose logs shrink between two moments. */
export function shrinkingLogs(
  sql: Sql,
  from: Date,
  until: Date,
): Promise<
  {
    readonly accountId: Uuid
    readonly plan: PlanName
    readonly keptDays: number
    readonly keptUntil: Date
    readonly timeZone: string
  }[]
> {
  return sql.query(
    `select a.id as "accountId", a.plan, s.kept_days as "keptDays", s.kept_until as "keptUntil",
            a.time_zone as "timeZone"
     from standings s join accounts a on a.id = s.account_id
     where s.kept_until > $1 and s.kept_until <= $2 order by a.id`,
    [from, until],
  )
}
