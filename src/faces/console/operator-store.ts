/** What the operator sees across all accounts. Reads only. */

import type { Uuid } from '#kernel/base/ids.ts'
import { partOfAddress } from '#kernel/mail/address.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Account } from '#tenants/accounts/account.ts'

export interface ListedAccount extends Account {
  readonly closedAt: Date | null
  readonly isOperator: boolean
  readonly projects: number
  readonly members: number
}

const columns = `a.id, a.name, a.email, a.plan, a.trust_level as "trustLevel",
  a.time_zone as "timeZone", a.language, a.pause, a.rate, a.created_at as "createdAt",
  a.closed_at as "closedAt",
  a.is_operator as "isOperator",
  (select count(*)::integer from projects p
   where p.account_id = a.id and p.deleted_at is null) as projects,
  (select count(*)::integer from members m where m.account_id = a.id) as members`

const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export async function selectAccounts(
  sql: Sql,
  search: string,
  before: Uuid | null,
  count: number,
): Promise<ListedAccount[]> {
  return sql.query<ListedAccount>(
    `select ${columns} from accounts a
     where (a.name ilike $1 or a.email ilike any($4::text[])) and ($2::uuid is null or a.id < $2)
     order by a.id desc limit $3`,
    [within(search), before, count, [search, partOfAddress(search, true)].map(within)],
  )
}

/** Of these accounts those that a text is found in, in their order. */
export async function selectAccountsById(
  sql: Sql,
  ids: readonly Uuid[],
  search: string,
): Promise<ListedAccount[]> {
  return sql.query<ListedAccount>(
    `select ${columns} from unnest($1::uuid[]) with ordinality w (id, n) join accounts a using (id)
     where a.name ilike $2 or a.email ilike any($3::text[]) order by w.n`,
    [ids, within(search), [search, partOfAddress(search, true)].map(within)],
  )
}

export async function selectListedAccount(sql: Sql, id: Uuid): Promise<ListedAccount | null> {
  const [row] = await sql.query<ListedAccount>(
    `select ${columns} from accounts a where a.id = $1`,
    [id],
  )
  return row ?? null
}

/** Of those whose mail waits somewhere. */
interface WaitingAccount {
  readonly id: Uuid
  readonly name: string
  readonly waiting: number
}

/** What servers have said to some of the mail of an account at a domain. */
export interface HourOfDomain {
  readonly domain: string
  readonly accountId: Uuid
  readonly answers: number
  readonly deferred: number
}

/**
 * Of these accounts what servers have answered since an id was made, by domain: of each project its
 * newest `sample` answers.
 */
export const answersSince = (
  sql: Sql,
  accountIds: readonly Uuid[],
  since: Uuid,
  sample: number,
): Promise<HourOfDomain[]> =>
  sql.query<HourOfDomain>(
    `select lower(substring(e.recipient from '@([^@]*)$')) as domain, p.account_id as "accountId",
       count(*)::integer as answers,
       (count(*) filter (where e.type = 'deferred'))::integer as deferred
     from projects p
     cross join lateral (
       select recipient, type from events
       where project_id = p.id and id >= $2 and mode = 'live'
         and type in ('delivered', 'bounced', 'deferred')
       order by id desc limit $3) e
     where p.account_id = any($1::uuid[]) group by 1, 2`,
    [accountIds, since, sample],
  )

interface BusyDomain {
  readonly domain: string
  readonly waiting: number
  readonly due: number
  readonly next: Date
  /** The three with most of it. */
  readonly accounts: readonly WaitingAccount[]
}

/**
 * Where some deliveries go, the busiest domain first: of those that are ready and of those that wait
 * for their time `sample` each.
 */
export async function destinations(sql: Sql, now: Date, sample: number): Promise<BusyDomain[]> {
  return sql.query<BusyDomain>(
    `with waiting as (
     select lower(substring(r.address from '@([^@]*)$')) as domain, q.project_id, q.due_at
     from (select * from (
             select project_id, subject, n, due_at from queue
             where kind in ('delivery', 'bulk') and ready limit $2) ready
           union all select * from (
             select project_id, subject, n, due_at from queue
             where kind in ('delivery', 'bulk') and not ready order by due_at limit $2) later) q
     cross join lateral (select address from recipients
       where project_id = q.project_id and email_id = q.subject and n = q.n offset 0) r
     ), busiest as (
       select domain, count(*)::integer as waiting,
         (count(*) filter (where due_at <= $1))::integer as due, min(due_at) as next
       from waiting group by domain order by 2 desc, domain limit 100
     )
     select b.*, (
       select json_agg(top) from (
         select a.id, a.name, count(*)::integer as waiting
         from waiting w join projects p on p.id = w.project_id join accounts a on a.id = p.account_id
         where w.domain = b.domain group by a.id order by 3 desc, a.id limit 3) top) as accounts
     from busiest b order by b.waiting desc, b.domain`,
    [now, sample],
  )
}
