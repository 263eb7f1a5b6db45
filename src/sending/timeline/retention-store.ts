/** SQL that removes what is too old: whole partitions, and batches where a plan keeps less. */
import { assert } from '#kernel/base/assert.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { followingFrom, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Live and deleted projects with the plan of their account, by id. */
export function selectProjectPlans(
  sql: Sql,
  now: number,
): Promise<{ readonly id: Uuid; readonly plan: string; readonly kept: number | null }[]> {
  return sql.query(
    `select p.id, a.plan, s.kept_days as kept
     from projects p join accounts a on a.id = p.account_id
     left join standings s on s.account_id = a.id and s.kept_until > $1
     order by p.id`,
    [new Date(now)],
  )
}

/** Those of the projects that have an email with an id below `before`: one look into an index each. */
export async function selectWithOld(
  sql: Sql,
  projects: readonly { readonly id: Uuid; readonly before: Uuid }[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>(
    `select p.id from unnest($1::uuid[], $2::uuid[]) as p (id, before)
     cross join lateral (
       select from emails e where e.project_id = p.id and e.id < p.before limit 1) old`,
    [projects.map(one => one.id), projects.map(one => one.before)],
  )
  return new Set(rows.map(one => one.id))
}

interface OldEmails {
  readonly projectId: Uuid
  readonly after: Uuid
  readonly before: Uuid
  readonly until: Date
  readonly max: number
}

/**
 * Deletes up to `max` finished emails of a project from before a moment, with all that hangs on
 * them; returns how many that were and where to go on. An email with work in the queue stays.
 */
export async function deleteOldEmails(
  tx: Sql,
  asked: OldEmails,
): Promise<{ readonly looked: number; readonly gone: number; readonly last: Uuid | null }> {
  const old = await tx.query<{ id: Uuid; last: Date; open: boolean }>(
    `select e.id, e.last_event_at as last,
            exists (select from queue q where q.subject = e.id) as open
     from emails e
     where e.project_id = $1 and e.id > $2 and e.id < $3
     order by e.id limit $4`,
    [asked.projectId, asked.after, asked.before, asked.max],
  )
  const gone = old.filter(one => !one.open && one.last < asked.until)
  if (gone.length > 0) await deleteEmails(tx, asked.projectId, gone)
  return { looked: old.length, gone: gone.length, last: old.at(-1)?.id ?? null }
}

async function deleteEmails(
  tx: Sql,
  projectId: Uuid,
  gone: readonly { readonly id: Uuid; readonly last: Date }[],
): Promise<void> {
  const ids = gone.map(one => one.id)
  const first = ids[0]!
  const last = ids.at(-1)!
  // Whoever writes what happened to an email locks it first and its recipients after it.
  await tx.query(
    `select from emails where project_id = $1 and id = any($2::uuid[]) and id between $3 and $4
     order by id for update`,
    [projectId, ids, first, last],
  )
  await Promise.all([
    // The borders let the planner skip the partitions that hold none of them.
    tx.query(
      `delete from events v using unnest($2::uuid[]) as t (id)
       where v.email_id = t.id and v.project_id = $1 and v.id >= $3 and v.id <= $4`,
      [projectId, ids, followingFrom(first), eventsUntil(gone)],
    ),
    tx.query(
      `delete from recipients r using unnest($2::uuid[]) as t (id)
       where r.project_id = $1 and r.email_id = t.id and r.email_id between $3 and $4`,
      [projectId, ids, first, last],
    ),
    tx.query(
      `delete from email_contents c using unnest($2::uuid[]) as t (id)
       where c.project_id = $1 and c.email_id = t.id and c.email_id between $3 and $4`,
      [projectId, ids, first, last],
    ),
    tx.query(
      `delete from emails e using unnest($2::uuid[]) as t (id)
       where e.project_id = $1 and e.id = t.id and e.id between $3 and $4`,
      [projectId, ids, first, last],
    ),
  ])
}

/** Above every id of an event of these emails: ids are made before their event's time is written. */
function eventsUntil(gone: readonly { readonly last: Date }[]): Uuid {
  const latest = Math.max(...gone.map(one => one.last.getTime())) + dayMs
  const time = latest.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-ffff-ffff-ffffffffffff`
}

/** Notes from when on the timelines of a project are whole. */
export async function noteRetained(tx: Sql, projectId: Uuid, since: Date): Promise<void> {
  await tx.query(
    `insert into retained as r (project_id, since) values ($1, $2)
     on conflict (project_id) do update set since = greatest(r.since, excluded.since)`,
    [projectId, since],
  )
}

export async function noteAllRetained(tx: Sql, since: Date): Promise<void> {
  await tx.query(
    `insert into retained as r (project_id, since) select id, $1 from projects
     on conflict (project_id) do update set since = greatest(r.since, excluded.since)`,
    [since],
  )
}

/** Whether a partition of emails holds one with work in the queue. */
export async function hasOpenWork(sql: Sql, from: Uuid, to: Uuid): Promise<boolean> {
  const [row] = await sql.query<{ open: boolean }>(
    `select exists (select from queue where subject >= $1 and subject < $2 and kind in ('delivery', 'bulk'))
       as open`,
    [from, to],
  )
  return row?.open === true
}

function assertPartition(name: string): void {
  assert(/^[a-z_]+_\d{8}$/.test(name), 'a partition is named after its table and its Monday')
}

export async function isEmpty(sql: Sql, name: string): Promise<boolean> {
  assertPartition(name)
  return (await sql.query(`select from ${name} limit 1`)).length === 0
}

/**
 * Lets nobody write into a partition until the transaction ends; gives up (55P03) where somebody does
 * for long.
 */
export async function lockRows(tx: Sql, name: string): Promise<void> {
  assertPartition(name)
  await tx.query(`select set_config('lock_timeout', '200ms', true)`)
  await tx.query(`lock table ${name} in share mode`)
}

/** Drops partitions; gives up (55P03) rather than let sending wait behind it. */
export async function dropPartitions(tx: Sql, names: readonly string[]): Promise<void> {
  for (const name of names) assertPartition(name)
  await tx.query(`select set_config('lock_timeout', '200ms', true)`)
  await tx.query(`drop table if exists ${names.join(', ')}`)
}

/** Forgets the contents of a project's emails that are not on their way any more. */
export async function dropEndedContents(sql: Sql, projectId: Uuid): Promise<void> {
  await sql.query(
    `delete from email_contents c using emails e
     where c.project_id = $1 and e.project_id = c.project_id and e.id = c.email_id
       and e.status in ('delivered', 'bounced', 'complained', 'failed', 'suppressed', 'cancelled')`,
    [projectId],
  )
}
