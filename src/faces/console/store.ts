/** What the dashboard reads across modules. It writes nothing here (traffic-store.ts does). */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Project } from '#tenants/accounts/account.ts'

const projectColumns = `id, account_id as "accountId", name, language, created_at as "createdAt"`

/** A project of an account; null where it is another's, deleted or none. */
export async function findOwnProject(sql: Sql, accountId: Uuid, id: Uuid): Promise<Project | null> {
  const [row] = await sql.query<Project>(
    `select ${projectColumns} from projects
     where id = $1 and account_id = $2 and deleted_at is null`,
    [id, accountId],
  )
  return row ?? null
}

/** Where there is more of something, as many are told. */
const maxTold = 10_000

interface ProjectContents {
  readonly keys: number
  /** Of whichever key. */
  readonly lastUsedAt: Date | null
  readonly domains: number
  readonly webhooks: number
  readonly suppressions: number
  readonly contacts: number
}

/** What is lost with a project; each at most 10,000. */
export async function contentsOfProject(sql: Sql, projectId: Uuid): Promise<ProjectContents> {
  const upTo = (from: string) =>
    `(select count(*)::integer from (select from ${from} limit ${maxTold}) rows)`
  const [row] = await sql.query<ProjectContents>(
    `select ${upTo('api_keys where project_id = $1')} as keys,
       (select max(last_used_at) from api_keys where project_id = $1) as "lastUsedAt",
       ${upTo('domains where project_id = $1')} as domains,
       ${upTo('webhooks where project_id = $1')} as webhooks,
       ${upTo("suppressions where project_id = $1 and mode = 'live'")} as suppressions,
       ${upTo("contacts where project_id = $1 and mode = 'live'")} as contacts`,
    [projectId],
  )
  return row!
}

export type NamedKind = 'campaign' | 'template' | 'sequence' | 'segment' | 'form' | 'domain'

const namedTables: Readonly<Record<Exclude<NamedKind, 'campaign'>, string>> = {
  template: 'templates',
  sequence: 'sequences',
  segment: 'segments',
  form: 'forms',
  domain: 'domains',
}
const namesPerKind = 100

/** The newest 100 of each kind, newest first; campaigns of the mode, as the rest has none. */
export async function selectNames(
  sql: Sql,
  { projectId, mode }: { readonly projectId: Uuid; readonly mode: Mode },
): Promise<{ kind: NamedKind; id: Uuid; name: string }[]> {
  const newestOf = (kind: string, from: string) =>
    `(select '${kind}' as kind, id, name from ${from} order by id desc limit ${namesPerKind})`
  const parts = [
    newestOf('campaign', 'campaigns where project_id = $1 and mode = $2'),
    ...Object.entries(namedTables).map(([kind, table]) =>
      newestOf(kind, `${table} where project_id = $1`),
    ),
  ]
  return sql.query(parts.join(' union all '), [projectId, mode])
}

/** Whether an account runs the installation. */
export async function isOperatorAccount(sql: Sql, id: Uuid): Promise<boolean> {
  const [row] = await sql.query<{ is: boolean }>(
    'select is_operator as is from accounts where id = $1',
    [id],
  )
  return row?.is ?? false
}

interface ChangedEmail {
  readonly id: Uuid
  readonly status: string
  readonly created_at: Date
  readonly last_event_at: Date
}

interface Owner {
  readonly projectId: Uuid
  readonly mode: Mode
}

/** Where a project's events stand: below it, all transactions have ended. */
export async function currentHorizon(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ xid: string }>('select settled_below() as xid')
  return row!.xid
}

/** Emails with events of transactions from `fromXid` to below `toXid`, of `limit` events at most. */
export async function changedEmails(
  sql: Sql,
  owner: Owner,
  range: { readonly fromXid: string; readonly toXid: string; readonly limit: number },
): Promise<{ readonly emails: readonly ChangedEmail[]; readonly events: number }> {
  const emails = await sql.query<ChangedEmail & { readonly events: number }>(
    `with found as materialized (
       select email_id from events
       where project_id = $1 and mode = $2 and xid >= $3::xid8 and xid < $4::xid8
       order by xid, id limit $5
     )
     select e.id, e.status, e.created_at, e.last_event_at,
       (select count(*) from found)::integer as events
     from (select distinct email_id from found) changed
     cross join lateral (select id, status, created_at, last_event_at from emails
       where project_id = $1 and id = changed.email_id offset 0) e
     order by e.last_event_at, e.id`,
    [owner.projectId, owner.mode, range.fromXid, range.toXid, range.limit],
  )
  return { emails, events: emails[0]?.events ?? 0 }
}
