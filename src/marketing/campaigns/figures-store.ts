/** All SQL on what happened to the letters of a campaign. */
import type { Sql } from '#kernel/world/db.ts'
import type { GuardFigures } from './campaign.ts'
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

/** How the letters of each variant did: `opened`, `clicked`, or the name of an activity since. */
export async function hitsOf(
  sql: Sql,
  { projectId, id }: CampaignKey,
  metric: string,
): Promise<{ readonly key: string; readonly letters: number; readonly hits: number }[]> {
  const hit = {
    opened: 'l.opened_at is not null',
    clicked: 'l.clicked_at is not null',
  }[metric]
  return sql.query(
    `select r.variant as key, count(*)::integer as letters,
       count(*) filter (where ${hit ?? acted})::integer as hits
     from campaign_recipients r
     left join letters l on l.project_id = r.project_id and l.contact_id = r.contact_id
       and l.email_id = r.email_id
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
       and r.variant is not null
     group by r.variant`,
    [projectId, id, ...(hit === undefined ? [metric.replace('event:', '')] : [])],
  )
}

const acted = `exists (select from activity a where a.project_id = r.project_id
  and a.contact_id = r.contact_id and a.name = $3 and a.at >= r.decided_at)`

/** Of letters with a first result: how many of them went badly, and how. */
export async function badResultsOf(
  sql: Sql,
  { projectId, id }: CampaignKey,
): Promise<GuardFigures> {
  const [row] = await sql.query<GuardFigures>(
    `select count(*) filter (where l.delivered_at is not null or l.bounced_at is not null)::integer
         as results,
       count(*) filter (where b.kind = 'hard')::integer as hard,
       count(*) filter (where b.kind = 'policy')::integer as policy,
       count(l.complained_at)::integer as complained
     from campaign_recipients r
     join letters l on l.project_id = r.project_id and l.contact_id = r.contact_id
       and l.email_id = r.email_id
     left join lateral (
       select case when details ->> 'counts' = 'false' then 'policy' else 'hard' end as kind
       from events where l.bounced_at is not null and project_id = l.project_id
         and email_id = l.email_id and type = 'bounced'
       limit 1) b on true
     where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'`,
    [projectId, id],
  )
  return row!
}

export const parting = ['provider', 'variant', 'link', 'language', 'hour'] as const
export type Parting = (typeof parting)[number]

interface PartRow {
  readonly key: string
  readonly released: number
  readonly delivered: number
  readonly hard: number
  readonly soft: number
  readonly policy: number
  readonly complained: number
  readonly opened: number
  readonly opened_by_machines: number
  readonly clicked: number
  readonly clicked_by_machines: number
}

/** By what a letter's row is put; an event is put where its letter is, but by the hour of its own. */
const keys: Readonly<Record<Exclude<Parting, 'link'>, { letter: string; event: string }>> = {
  variant: { letter: "coalesce(r.variant, '')", event: 'letter_key' },
  language: { letter: "coalesce(r.language, '')", event: 'letter_key' },
  provider: {
    letter: `coalesce((select p.details ->> 'provider' from events p
      where p.project_id = r.project_id and p.email_id = r.email_id
        and p.details ->> 'provider' is not null limit 1), 'other')`,
    event: 'letter_key',
  },
  hour: { letter: hourOf('r.decided_at'), event: hourOf('e.at') },
}

function hourOf(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`
}

/** The figures of a campaign in parts. */
export async function figuresBy(
  sql: Sql,
  { projectId, id }: CampaignKey,
  by: Exclude<Parting, 'link'>,
): Promise<PartRow[]> {
  const { letter, event } = keys[by]
  return sql.query<PartRow>(
    `with sent as (
       select r.project_id, r.email_id, ${letter} as letter_key from campaign_recipients r
       where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
     ), facts as (
       select letter_key as key, email_id, 'released' as type, true as by_person, false as is_policy
       from sent
       union all
       select ${event}, s.email_id, e.type,
         not coalesce((e.details ->> 'machine')::boolean, false),
         coalesce(e.details ->> 'counts' = 'false', false)
       from sent s cross join lateral (
         select type, at, details from events
         where project_id = s.project_id and email_id = s.email_id
           and type in ('delivered', 'bounced', 'failed', 'complained', 'opened', 'clicked')) e
     ), seen as (
       select key, email_id, type, bool_or(by_person) as by_person, bool_or(is_policy) as is_policy
       from facts group by 1, 2, 3)
     select key,
       count(*) filter (where type = 'released')::integer as released,
       count(*) filter (where type = 'delivered')::integer as delivered,
       count(*) filter (where type = 'bounced' and not is_policy)::integer as hard,
       count(*) filter (where type = 'failed')::integer as soft,
       count(*) filter (where type = 'bounced' and is_policy)::integer as policy,
       count(*) filter (where type = 'complained')::integer as complained,
       count(*) filter (where type = 'opened' and by_person)::integer as opened,
       count(*) filter (where type = 'opened' and not by_person)::integer as opened_by_machines,
       count(*) filter (where type = 'clicked' and by_person)::integer as clicked,
       count(*) filter (where type = 'clicked' and not by_person)::integer as clicked_by_machines
     from seen group by key order by key`,
    [projectId, id],
  )
}
