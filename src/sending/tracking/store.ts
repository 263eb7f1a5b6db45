/** What is known of recipients before an opening or a click is written. Writes nothing. */
import { followingFrom, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface EngagementHistory {
  readonly emailId: Uuid
  readonly n: number
  /** Null: not delivered as far as we know. */
  readonly deliveredAt: number | null
  /** The last openings and clicks, latest first. */
  readonly engagements: readonly EarlierEngagement[]
}

export interface EarlierEngagement {
  readonly type: 'opened' | 'clicked'
  readonly at: number
  readonly url: string | null
  readonly machine: boolean
}

interface SeenRow {
  email_id: Uuid
  n: number
  delivered_at: Date | null
  engagements:
    | { type: 'opened' | 'clicked'; ms: number; url: string | null; machine: boolean }[]
    | null
}

/** Delivery and earlier engagements (since a time) of recipients of marketing mail that exist. */
export async function findSeen(
  sql: Sql,
  asked: readonly { projectId: Uuid; emailId: Uuid; n: number }[],
  since: number,
): Promise<EngagementHistory[]> {
  const rows = await sql.query<SeenRow>(
    `select t.email_id, t.n, d.at as delivered_at, s.engagements
     from unnest($1::uuid[], $2::uuid[], $3::smallint[], $5::uuid[])
       as t (project_id, email_id, n, since)
     cross join lateral (
       select stream from emails where project_id = t.project_id and id = t.email_id offset 0) e
     cross join lateral (
       select address from recipients
       where project_id = t.project_id and email_id = t.email_id and n = t.n offset 0) r
     left join lateral (
       select at from events
       where email_id = t.email_id and id >= t.since and recipient = r.address
         and type = 'delivered' order by id desc limit 1) d on true
     left join lateral (
       select json_agg(json_build_object('type', type, 'ms', extract(epoch from at) * 1000,
                'url', details ->> 'url', 'machine', (details ->> 'machine')::boolean)) as engagements
       from (select type, at, details from events
             where email_id = t.email_id and id >= t.since and recipient = r.address
               and type in ('opened', 'clicked') and at >= $4
             order by id desc limit 200) latest) s on true
     where e.stream = 'marketing'`,
    [
      asked.map(one => one.projectId),
      asked.map(one => one.emailId),
      asked.map(one => one.n),
      new Date(since),
      asked.map(one => followingFrom(one.emailId)),
    ],
  )
  return rows.map(row => ({
    emailId: row.email_id,
    n: row.n,
    deliveredAt: row.delivered_at?.getTime() ?? null,
    engagements: (row.engagements ?? []).map(({ ms, ...seen }) => ({ ...seen, at: ms })),
  }))
}
