/** All SQL on the links of campaigns. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { CampaignKey } from '../store.ts'

/** Numbers those that are new, after those that are there. */
export async function insertLinks(
  tx: Sql,
  { projectId, id }: CampaignKey,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  await tx.query(
    `insert into campaign_links (project_id, campaign_id, n, url)
     select $1, $2, row_number() over (order by t.place)
         + coalesce((select max(n) from campaign_links where project_id = $1 and campaign_id = $2), 0),
       t.url
     from unnest($3::text[]) with ordinality as t (url, place)
     where not exists (select from campaign_links k
       where k.project_id = $1 and k.campaign_id = $2 and k.url = t.url)`,
    [projectId, id, urls],
  )
}

interface LinkRow {
  readonly n: number
  readonly url: string
  readonly mended_url: string | null
  readonly people: number
  readonly machines: number
}

/** With how many letters' people have clicked each, and of how many only programs. */
export async function listLinks(sql: Sql, key: CampaignKey): Promise<LinkRow[]> {
  const [campaign] = await sql.query<{ counted: boolean }>(
    'select links_counted as counted from campaigns where project_id = $1 and id = $2',
    [key.projectId, key.id],
  )
  return campaign?.counted === false ? linksByEvents(sql, key) : linksByCounters(sql, key)
}

const linksByCounters = (sql: Sql, { projectId, id }: CampaignKey): Promise<LinkRow[]> =>
  sql.query<LinkRow>(
    `select l.n, l.url, l.mended_url, coalesce(sum(c.clicked), 0)::integer as people,
       coalesce(sum(c.clicked_by_machines), 0)::integer as machines
     from campaign_links l
     left join campaign_counts c on c.project_id = l.project_id
       and c.campaign_id = l.campaign_id and c.part = 'link' and c.key = l.n::text
     where l.project_id = $1 and l.campaign_id = $2
     group by l.n, l.url, l.mended_url order by l.n`,
    [projectId, id],
  )

/** From the few letters with a click, of campaigns of before: their counters are still to come. */
async function linksByEvents(sql: Sql, { projectId, id }: CampaignKey): Promise<LinkRow[]> {
  return sql.query<LinkRow>(
    `with clicks as (
       select e.url, count(*) filter (where e.by_person)::integer as people,
         count(*) filter (where not e.by_person)::integer as machines
       from (
         select c.url, t.email_id, bool_or(c.by_person) as by_person
         from letters t
         cross join lateral (
           select details ->> 'url' as url,
             not coalesce((details ->> 'machine')::boolean, false) as by_person
           from events where project_id = t.project_id and email_id = t.email_id
             and type = 'clicked') c
         where t.project_id = $1 and t.source_id = $2
           and (t.clicked_at is not null or t.machine_clicked_at is not null)
         group by 1, 2) e
       group by 1)
     select l.n, l.url, l.mended_url, coalesce(c.people, 0) as people,
       coalesce(c.machines, 0) as machines
     from campaign_links l left join clicks c on c.url = l.url
     where l.project_id = $1 and l.campaign_id = $2 order by l.n`,
    [projectId, id],
  )
}

/** Those whose clicks by link are still to be counted. */
export async function uncountedCampaigns(
  sql: Sql,
  max: number,
): Promise<{ readonly projectId: Uuid; readonly campaignId: Uuid }[]> {
  return sql.query(
    `select project_id as "projectId", id as "campaignId" from campaigns
     where not links_counted order by project_id, id limit $1`,
    [max],
  )
}

/** From now on its report asks the counters. */
export async function markCounted(sql: Sql, { projectId, id }: CampaignKey): Promise<void> {
  await sql.query('update campaigns set links_counted = true where project_id = $1 and id = $2', [
    projectId,
    id,
  ])
}

/** Returns the address that stands in the letters; null: there is no such link. */
export async function mendLink(
  tx: Sql,
  { projectId, id }: CampaignKey,
  n: number,
  mendedUrl: string | null,
): Promise<string | null> {
  const [row] = await tx.query<{ url: string }>(
    `update campaign_links set mended_url = $4
     where project_id = $1 and campaign_id = $2 and n = $3 returning url`,
    [projectId, id, n, mendedUrl],
  )
  return row?.url ?? null
}

/** Where a link of a letter leads since it was mended; null: where it says. */
export async function findMended(
  sql: Sql,
  asked: { readonly projectId: Uuid; readonly emailId: Uuid; readonly url: string },
): Promise<string | null> {
  const [row] = await sql.query<{ mended_url: string }>(
    `select l.mended_url from campaign_recipients r
     join campaign_links l on l.project_id = r.project_id and l.campaign_id = r.campaign_id
     where r.project_id = $1 and r.email_id = $2 and l.url = $3 and l.mended_url is not null`,
    [asked.projectId, asked.emailId, asked.url],
  )
  return row?.mended_url ?? null
}

/** The links of a campaign, or of the one that a letter is of, that lead elsewhere by now. */
export async function listMended(
  sql: Sql,
  projectId: Uuid,
  of: { readonly campaignId: Uuid } | { readonly emailId: Uuid },
): Promise<{ readonly url: string; readonly mended_url: string }[]> {
  const [campaignId, emailId] = 'emailId' in of ? [null, of.emailId] : [of.campaignId, null]
  return sql.query(
    `select l.url, l.mended_url from campaign_links l
     where l.project_id = $1 and l.mended_url is not null and l.campaign_id = coalesce($2::uuid,
       (select campaign_id from campaign_recipients where project_id = $1 and email_id = $3::uuid))`,
    [projectId, campaignId, emailId],
  )
}

export async function deleteLinksOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from campaign_links where project_id = any($1::uuid[])', [projectIds])
}
