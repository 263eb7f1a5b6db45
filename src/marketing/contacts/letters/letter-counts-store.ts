/** All SQL on campaign_counts. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteChosen, deleteSome } from '#kernel/world/delete-rows.ts'

export const figures = [
  'letters',
  'delivered',
  'hard',
  'soft',
  'policy',
  'complained',
  'opened',
  'opened_by_machines',
  'clicked',
  'clicked_by_machines',
  'left_topic',
  'left_all',
] as const
export type CampaignFigure = (typeof figures)[number]

export interface CountRow {
  readonly projectId: Uuid
  readonly campaignId: Uuid
  readonly part: string
  readonly key: string
  readonly counts: Partial<Record<CampaignFigure, number>>
}

const names = figures.join(', ')
const added = figures.map(one => `${one} = campaign_counts.${one} + excluded.${one}`).join(', ')

const shards = 8

/** Spreads transactions: the random end of an id that they write. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % shards

/**
 * A shard that few transactions share, for those which write to many sources in any order: of two
 * that run at once, process ids of the database meet in one only when they end in the same digits.
 */
const ownShard = '100 + pg_backend_pid() % 1000'

/**
 * Adds what letters became and takes away what they were; `rows` has both, and whose they are. Most
 * letters of a batch became the same of the same, which is worked out once (`letter_shape`). Of
 * sequences, which both modes go through, quarters of hours alone are counted, by mode.
 */
export const countChanges = (rows: string, shard: string): string =>
  `insert into campaign_counts (project_id, campaign_id, part, key, shard, ${names})
   select c.project_id, c.source_id, concat(c.mode, f.part), f.key, ${shard}::smallint,
     ${figures.map(one => `sum(c.letters * f.by * f.${one})`).join(', ')}
   from (
     select project_id, source_id, letter_shape(before) as before, letter_shape(after) as after,
       count(*)::integer as letters, case when source_kind = 'sequence' then (
         select c.mode || ' ' from contacts c
         where c.project_id = r.project_id and c.id = r.contact_id) end as mode, source_kind
     from ${rows} r where source_kind in ('campaign', 'sequence') group by 1, 2, 3, 4, 6, 7) c
   cross join lateral (
     select -1 as by, x.* from letter_figures(c.before) x where c.before is distinct from null
     union all select 1, x.* from letter_figures(c.after) x) f
   where c.source_kind = 'campaign' or (f.part = 'hour' and c.mode is not null)
   group by 1, 2, 3, 4
   having ${figures.map(one => `sum(c.letters * f.by * f.${one}) <> 0`).join(' or ')}
   order by 1, 2, 3, 4
   on conflict (project_id, campaign_id, part, key, shard) do update set ${added}`

/**
 * The same of links that are new in letters; `rows` has those that were there before, too. One that a
 * person followed is counted for programs no longer. It comes after countChanges, with parts of its
 * own and in one order, so that two batches of one shard cannot wait for each other in a ring.
 */
export const countLinks = (rows: string, shard: string): string =>
  `insert into campaign_counts (project_id, campaign_id, part, key, shard, clicked,
     clicked_by_machines)
   select r.project_id, r.source_id, 'link', k.n::text, ${shard}::smallint,
     sum((k.n = any (r.people))::integer),
     sum((k.n = any (r.machines_before || r.machines)
           and k.n <> all (r.links_before || r.people))::integer
       - (k.n = any (r.machines_before) and k.n <> all (r.links_before))::integer)
   from ${rows} r
   cross join lateral (select unnest(r.people) union select unnest(r.machines)) as k (n)
   group by 1, 2, 4
   order by 1, 2, 4
   on conflict (project_id, campaign_id, part, key, shard) do update set
     clicked = campaign_counts.clicked + excluded.clicked,
     clicked_by_machines = campaign_counts.clicked_by_machines + excluded.clicked_by_machines`

/** In one order, so that two batches of one shard cannot wait for each other in a ring. */
export async function addCounts(
  tx: Sql,
  rows: readonly CountRow[],
  shard: number | 'own',
): Promise<void> {
  if (rows.length === 0) return
  const columns = figures.map((_, n) => `$${n + 6}::integer[]`).join(', ')
  await tx.query(
    `insert into campaign_counts (project_id, campaign_id, part, key, shard, ${names})
     select project_id, campaign_id, part, key, coalesce($5::smallint, ${ownShard}), ${names}
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], ${columns})
       as t (project_id, campaign_id, part, key, ${names})
     order by project_id, campaign_id, part, key
     on conflict (project_id, campaign_id, part, key, shard) do update set ${added}`,
    [
      rows.map(row => row.projectId),
      rows.map(row => row.campaignId),
      rows.map(row => row.part),
      rows.map(row => row.key),
      shard === 'own' ? null : shard,
      ...figures.map(one => rows.map(row => row.counts[one] ?? 0)),
    ],
  )
}

/** Summed up over the shards. */
export async function sumCounts(
  sql: Sql,
  projectId: Uuid,
  campaignIds: readonly Uuid[],
  parts: readonly string[],
): Promise<CountRow[]> {
  return sumCountsSince(sql, { projectId, sourceIds: campaignIds, parts, since: '' })
}

interface SummedParts {
  readonly projectId: Uuid
  readonly sourceIds: readonly Uuid[]
  readonly parts: readonly string[]
  readonly since: string
}

/** The first key that a source was counted in, of those that are kept. */
export async function firstKey(
  sql: Sql,
  { projectId, sourceIds, parts }: Omit<SummedParts, 'since'>,
): Promise<string | null> {
  const [row] = await sql.query<{ first: string | null }>(
    // One look into the index for each part, instead of all its keys.
    `select min(f.key) as first from unnest($2::uuid[]) s (id) cross join unnest($3::text[]) p (part)
     cross join lateral (
       select key from campaign_counts
       where project_id = $1 and campaign_id = s.id and part = p.part order by key limit 1) f`,
    [projectId, sourceIds, parts],
  )
  return row!.first
}

/** The same of keys from one on. */
export async function sumCountsSince(
  sql: Sql,
  { projectId, sourceIds, parts, since }: SummedParts,
): Promise<CountRow[]> {
  const sums = figures.map(one => `sum(${one})::integer as ${one}`).join(', ')
  const rows = await sql.query<
    { id: Uuid; part: string; key: string } & Record<CampaignFigure, number>
  >(
    `select campaign_id as id, part, key, ${sums} from campaign_counts
     where project_id = $1 and campaign_id = any($2::uuid[]) and part = any($3::text[])
       and key >= $4
     group by campaign_id, part, key order by key`,
    [projectId, sourceIds, parts, since],
  )
  return rows.map(({ id, part, key, ...counts }) => ({
    projectId,
    campaignId: id,
    part,
    key,
    counts,
  }))
}

export async function recentCampaigns(
  sql: Sql,
  since: Date,
): Promise<{ readonly projectId: Uuid; readonly campaignId: Uuid }[]> {
  return sql.query(
    `select project_id as "projectId", id as "campaignId" from campaigns
     where started_at > $1 order by project_id, id`,
    [since],
  )
}

/** Of counters no longer used; only sums matter. */
const correctionShard = -1

/** Whether a node may have worked since then that noted clicks of people alone. */
export async function mayHaveMissedLinks(sql: Sql, since: Date): Promise<boolean> {
  const updates = await sql.query(
    `select from migrations where name like '0675%' and applied_at > $1`,
    [since],
  )
  return updates.length > 0
}

/** Notes in letters what the events know of clicks and a node of before has not noted. */
export async function noteMissedLinks(
  tx: Sql,
  { projectId, campaignId }: { readonly projectId: Uuid; readonly campaignId: Uuid },
): Promise<void> {
  await tx.query(
    `with l as materialized (
       select contact_id, email_id, links, machine_links from letters
       where project_id = $1 and source_id = $2 and source_kind = 'campaign'
         and (clicked_at is not null or machine_clicked_at is not null)
       order by email_id for update
     ), f as (
       select l.contact_id, l.email_id,
         array_agg(distinct k.n) filter (where not e.is_machine and k.n <> all (l.links)) as people,
         array_agg(distinct k.n) filter (where e.is_machine
           and k.n <> all (coalesce(l.machine_links, '{}'))) as machines
       from l
       join lateral (
         select details ->> 'url' as url,
           coalesce((details ->> 'machine')::boolean, false) as is_machine
         from events where project_id = $1 and email_id = l.email_id and type = 'clicked') e on true
       join campaign_links k on k.project_id = $1 and k.campaign_id = $2 and k.url = e.url
       group by 1, 2
     )
     update letters l set links = l.links || f.people,
       machine_links = coalesce(l.machine_links || f.machines, f.machines, l.machine_links)
     from f where l.project_id = $1 and l.contact_id = f.contact_id and l.email_id = f.email_id
       and (f.people is not null or f.machines is not null)`,
    [projectId, campaignId],
  )
}

/** Of the part of links alone: letters of an old campaign end before its figures do. */
export async function correctLinks(
  tx: Sql,
  { projectId, campaignId }: { readonly projectId: Uuid; readonly campaignId: Uuid },
): Promise<void> {
  await tx.query(
    `insert into campaign_counts (project_id, campaign_id, part, key, shard, clicked,
       clicked_by_machines)
     select $1, $2, 'link', key, $3, coalesce(r.clicked, 0) - coalesce(c.clicked, 0),
       coalesce(r.clicked_by_machines, 0) - coalesce(c.clicked_by_machines, 0)
     from campaign_link_recount($1, $2) r
     full join (
       select key, sum(clicked) as clicked, sum(clicked_by_machines) as clicked_by_machines
       from campaign_counts
       where project_id = $1 and campaign_id = $2 and part = 'link' group by 1) c using (key)
     on conflict (project_id, campaign_id, part, key, shard) do update set
       clicked = campaign_counts.clicked + excluded.clicked,
       clicked_by_machines = campaign_counts.clicked_by_machines + excluded.clicked_by_machines`,
    [projectId, campaignId, correctionShard],
  )
}

/** Adds what is missing, all by one snapshot; returns how many parts were wrong. */
export async function correctCounts(
  tx: Sql,
  { projectId, campaignId }: { readonly projectId: Uuid; readonly campaignId: Uuid },
): Promise<number> {
  const sums = figures.map(one => `sum(${one}) as ${one}`).join(', ')
  const missing = figures.map(
    one => `(coalesce(r.${one}, 0) - coalesce(c.${one}, 0))::integer as ${one}`,
  )
  const rows = await tx.query(
    `insert into campaign_counts (project_id, campaign_id, part, key, shard, ${names})
     select $1, $2, part, key, $3, ${names} from (
       select part, key, ${missing.join(', ')}
       from campaign_recount($1, $2) r
       full join (select part, key, ${sums} from campaign_counts
         where project_id = $1 and campaign_id = $2 group by 1, 2) c using (part, key)) wrong
     where ${figures.map(one => `${one} <> 0`).join(' or ')}
     on conflict (project_id, campaign_id, part, key, shard) do update set ${added}
     returning 1`,
    [projectId, campaignId, correctionShard],
  )
  return rows.length
}

const rowsOfCounts = {
  table: 'campaign_counts',
  key: 'project_id, campaign_id, part, key, shard',
}

/** Up to `max` rows of sequences, which alone have a mode before their part, before a moment. */
export const deleteQuartersBefore = (sql: Sql, moment: string, max: number): Promise<number> =>
  deleteChosen(sql, rowsOfCounts, `where part like '% %' and key < $1 order by key limit $2`, [
    moment,
    max,
  ])

export const deleteCountsOf = (
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> => deleteSome(sql, rowsOfCounts, projectIds, max)
