/** All SQL on when people click. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../../contacts/people/contact.ts'

/** The last campaigns that went out, of a topic where one is named. */
export async function lastCampaigns(
  sql: Sql,
  owner: Owner,
  asked: { readonly topic: string | null; readonly max: number },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select id from campaigns
     where project_id = $1 and mode = $2 and started_at is not null
       and ($3::text is null or definition ->> 'topic_id' = $3)
     order by started_at desc limit $4`,
    [owner.projectId, owner.mode, asked.topic, asked.max],
  )
  return rows.map(row => row.id)
}

export interface HourClicks {
  /** 1: Monday. */
  readonly day: number
  readonly hour: number
  readonly clicks: number
}

/** How many people clicked for the first time in which hour of the week, the most first. */
export async function clicksByHour(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
  zone: string,
): Promise<HourClicks[]> {
  return sql.query<HourClicks>(
    `select extract(isodow from clicked_at at time zone $3)::integer as day,
       extract(hour from clicked_at at time zone $3)::integer as hour, count(*)::integer as clicks
     from letters
     where project_id = $1 and source_id = any($2::uuid[]) and clicked_at is not null
     group by 1, 2 order by 3 desc, 1, 2`,
    [projectId, ids, zone],
  )
}
