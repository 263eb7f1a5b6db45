/** All SQL on what happened to the letters of a campaign. */
import type { Sql } from '#kernel/world/db.ts'
import type { CampaignKey } from './store.ts'

interface Outcome {
  readonly type: string
  readonly is_machine: boolean
  readonly is_policy: boolean
  readonly letters: number
}

/** How many letters have each kind of event. */
export async function outcomesOf(sql: Sql, { projectId, id }: CampaignKey): Promise<Outcome[]> {
  return sql.query<Outcome>(
    `select e.type, coalesce((e.details ->> 'machine')::boolean, false) as is_machine,
       coalesce(e.details ->> 'counts' = 'false', false) as is_policy,
       count(distinct e.email_id)::integer as letters
     from campaign_recipients r
     cross join lateral (
       select type, details, email_id from events
       where email_id = r.email_id and project_id = r.project_id) e
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
     group by 1, 2, 3`,
    [projectId, id],
  )
}

/** Letters that a person has opened or clicked, and those that only programs have. */
export async function engagedOf(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<{ readonly type: string; readonly people: number; readonly machines: number }[]> {
  return sql.query(
    `select type, count(*) filter (where by_person)::integer as people,
       count(*) filter (where not by_person)::integer as machines
     from (
       select e.type, e.email_id,
         bool_or(not coalesce((e.details ->> 'machine')::boolean, false)) as by_person
       from campaign_recipients r
       cross join lateral (
         select type, details, email_id from events
         where email_id = r.email_id and project_id = r.project_id
           and type in ('opened', 'clicked')) e
       where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
       group by 1, 2) seen
     group by type`,
    [projectId, id],
  )
}

export async function releaseTimes(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<{ readonly first: Date | null; readonly last: Date | null; readonly deferred: number }> {
  const [row] = await sql.query<{ first: Date | null; last: Date | null; deferred: number }>(
    `select min(r.decided_at) as first, max(r.decided_at) as last,
       count(*) filter (where p.state = 'deferred')::integer as deferred
     from campaign_recipients r
     left join recipients p on p.project_id = r.project_id and p.email_id = r.email_id
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'`,
    [projectId, id],
  )
  return row!
}

/** Who left by a letter of it: the topic, or everything. */
export async function leftOf(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<{ readonly topic: number; readonly all: number }> {
  const [row] = await sql.query<{ topic: number; all: number }>(
    `select count(*) filter (where c.topic_id is not null)::integer as topic,
       count(*) filter (where c.topic_id is null)::integer as all
     from consents c join campaign_recipients r on r.project_id = c.project_id
       and r.email_id = replace(c.payload ->> 'email_id', 'msg_', '')::uuid
     where c.project_id = $1 and r.campaign_id = $2 and c.action = 'left'
       and c.payload ->> 'email_id' is not null`,
    [projectId, id],
  )
  return row!
}
