/** All SQL on warm_ups. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { WarmUp } from './warm-up-state.ts'

interface WarmUpRow extends WarmUp {
  readonly projectId: Uuid
  readonly domain: string
  /** The account's. */
  readonly zone: string
}

/** The time zones of projects' accounts. */
export async function selectZones(
  sql: Sql,
  projectIds: readonly Uuid[],
): Promise<Map<Uuid, string>> {
  const rows = await sql.query<{ id: Uuid; zone: string }>(
    `select p.id, a.time_zone as zone from projects p join accounts a on a.id = p.account_id
     where p.id = any($1::uuid[])`,
    [projectIds],
  )
  return new Map(rows.map(row => [row.id, row.zone]))
}

type Key = Pick<WarmUpRow, 'projectId' | 'domain'>

/** First rows; those that exist are left alone. */
export async function insertWarmUps(tx: Sql, rows: readonly (Key & WarmUp)[]): Promise<void> {
  await tx.query(
    `insert into warm_ups (project_id, domain, day, allowance, held_day)
     select * from unnest($1::uuid[], $2::text[], $3::date[], $4::integer[], $3::date[])
       as t (project_id, domain)
     order by project_id, domain
     on conflict (project_id, domain) do nothing`,
    [
      rows.map(row => row.projectId),
      rows.map(row => row.domain),
      rows.map(row => row.day),
      rows.map(row => row.allowance),
    ],
  )
}

/** Locks rows in the order of their keys, so that two batches never wait in a ring. */
export async function lockWarmUps(tx: Sql, keys: readonly Key[]): Promise<(Key & WarmUp)[]> {
  return tx.query<Key & WarmUp>(
    `select w.project_id as "projectId", w.domain, w.day, w.allowance, w.used,
            w.campaigns, w.held_day as "heldDay", w.held
     from warm_ups w
     join unnest($1::uuid[], $2::text[]) as t (project_id, domain) using (project_id, domain)
     order by w.project_id, w.domain for update of w`,
    [keys.map(key => key.projectId), keys.map(key => key.domain)],
  )
}

/** Writes rows that this transaction has locked. */
export async function updateWarmUps(tx: Sql, rows: readonly (Key & WarmUp)[]): Promise<void> {
  await tx.query(
    `update warm_ups w
     set day = t.day, allowance = t.allowance, used = t.used, held_day = t.held_day, held = t.held,
       campaigns = t.campaigns
     from unnest($1::uuid[], $2::text[], $3::date[], $4::integer[], $5::integer[], $6::date[],
                 $7::integer[], $8::integer[])
       as t (project_id, domain, day, allowance, used, held_day, held, campaigns)
     where w.project_id = t.project_id and w.domain = t.domain`,
    [
      rows.map(row => row.projectId),
      rows.map(row => row.domain),
      rows.map(row => row.day),
      rows.map(row => row.allowance),
      rows.map(row => row.used),
      rows.map(row => row.heldDay),
      rows.map(row => row.held),
      rows.map(row => row.campaigns),
    ],
  )
}
