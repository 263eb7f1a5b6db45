/** All SQL on campaigns and on their recipients. */
import type { Uuid } from '#kernel/base/ids.ts'
import { inSql } from '#kernel/base/states.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteFound, deleteSome } from '#kernel/world/delete-rows.ts'
import { type PlacedRow, type Position, positionsByMode } from '#kernel/world/listed.ts'
import type { Owner } from '../contacts/people/contact.ts'
import { contactsByIds } from '../contacts/people/store.ts'
import type { ArchivedCampaign, Campaign } from './definition/campaign.ts'
import { campaignsWhere } from './definition/state-table.ts'

export interface CampaignKey {
  readonly projectId: Uuid
  readonly id: Uuid
}

const archivedStates = inSql(campaignsWhere(({ isArchived }) => isArchived))
/** They can be cancelled. */
const openStates = inSql(campaignsWhere(({ may }) => may.includes('cancel')))
const sendingStates = inSql(campaignsWhere(({ stage, moves }) => stage === 'under_way' && moves))
const statesToCome = inSql(campaignsWhere(({ stage }) => stage !== 'over'))
const endedStates = inSql(campaignsWhere(({ stage }) => stage === 'over'))

const shown = `id, mode, name, status, phase, waiting, paused_by, definition, letters, progress,
  due_at, created_at, started_at, finished_at`

const archived = `id, mode, status, started_at, created_at,
  coalesce(definition -> 'archive' ->> 'slug', '') as slug,
  coalesce((progress ->> 'revision')::integer, 0) as revision`

/** With the version of the row. */
export async function findCampaign(
  sql: Sql,
  owner: Owner,
  id: Uuid,
  lock: '' | 'for update' = '',
): Promise<Campaign | null> {
  const [row] = await sql.query<Campaign>(
    `select ${shown}, xmin::text as version from campaigns
     where project_id = $1 and mode = $2 and id = $3 ${lock}`,
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}

/** Whose campaign it is; for the operator. */
export async function findOwner(sql: Sql, id: Uuid): Promise<Owner | null> {
  const [row] = await sql.query<Owner>(
    'select project_id as "projectId", mode from campaigns where id = $1',
    [id],
  )
  return row ?? null
}

/** A public one by the word in its address. */
export async function findBySlug(
  sql: Sql,
  owner: Owner,
  slug: string,
): Promise<ArchivedCampaign | null> {
  const [row] = await sql.query<ArchivedCampaign>(
    `select ${archived} from campaigns
     where project_id = $1 and mode = $2 and definition -> 'archive' ->> 'slug' = $3
       and definition -> 'archive' ->> 'public' = 'true'
     order by id desc limit 1`,
    [owner.projectId, owner.mode, slug],
  )
  return row ?? null
}

/** Public ones about a topic that have been sent, newest first. */
export async function archivedOfTopic(
  sql: Sql,
  owner: Owner,
  topic: string,
  max: number,
): Promise<ArchivedCampaign[]> {
  return sql.query<ArchivedCampaign>(
    `select ${archived} from campaigns
     where project_id = $1 and mode = $2 and definition -> 'archive' ->> 'public' = 'true'
       and definition ->> 'topic_id' = $3 and status in (${archivedStates})
       and started_at is not null
     order by started_at desc limit $4`,
    [owner.projectId, owner.mode, topic, max],
  )
}

/** In whichever mode; for its task, which nobody asked by a key. */
export async function readCampaign(
  sql: Sql,
  { projectId, id }: CampaignKey,
  lock: '' | 'for update' = '',
): Promise<Campaign | null> {
  const [row] = await sql.query<Campaign>(
    `select ${shown} from campaigns where project_id = $1 and id = $2 ${lock}`,
    [projectId, id],
  )
  return row ?? null
}

export const lockCampaign = (tx: Sql, key: CampaignKey): Promise<Campaign | null> =>
  readCampaign(tx, key, 'for update')

export interface CampaignFilter {
  readonly status?: string | undefined
  /** Words within the name. */
  readonly q?: string | undefined
  /** `key`, or `key:value`. */
  readonly tag?: string | undefined
  /** Absent: those that are not put away. */
  readonly archived?: 'only' | 'any' | undefined
  /** Of the moment at which it began, or will. */
  readonly begins_after?: string | undefined
  readonly begins_before?: string | undefined
}

const begins = 'coalesce(started_at, due_at)'

interface Page {
  readonly before: Position
  readonly count: number
}

export const listCampaigns = (
  sql: Sql,
  owner: Owner,
  asked: CampaignFilter,
  page: Page,
): Promise<(Campaign & PlacedRow)[]> =>
  selectListed<Campaign & PlacedRow>(sql, owner, {
    what: `${shown}, xid, (select settled_below()) as horizon`,
    asked,
    page,
  })

/** The ids alone, newest first: what a campaign holds may be megabytes. */
export async function newestCampaigns(
  sql: Sql,
  owner: Owner,
  asked: CampaignFilter,
  page: Page,
): Promise<Uuid[]> {
  const rows = await selectListed<{ id: Uuid }>(sql, owner, { what: 'id', asked, page })
  return rows.map(({ id }) => id)
}

/** Those of an owner, in the order of their ids. */
export async function campaignsByIds(
  sql: Sql,
  owner: Owner,
  ids: readonly Uuid[],
): Promise<Campaign[]> {
  const rows = await sql.query<Campaign>(
    `select ${shown} from campaigns where project_id = $1 and mode = $2 and id = any($3::uuid[])`,
    [owner.projectId, owner.mode, ids],
  )
  const known = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => known.get(id) ?? [])
}

interface Listing {
  readonly what: string
  readonly asked: CampaignFilter
  readonly page: Page
}

function selectListed<Row extends object>(
  sql: Sql,
  owner: Owner,
  { what, asked, page: { before, count } }: Listing,
): Promise<Row[]> {
  return sql.query<Row>(
    `select ${what} from campaigns
     where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
       and ($6::text is null or status = $6)
       and ($7::text is null or strpos(lower(name), lower($7)) > 0)
       and ($8::text is null or exists (select from jsonb_each_text(definition -> 'tags') t
         where $8 in (t.key, t.key || ':' || t.value)))
       and ($9::text = 'any'
         or coalesce(definition ->> 'archived' = 'true', false) = ($9 = 'only'))
       and ($10::timestamptz is null or ${begins} >= $10)
       and ($11::timestamptz is null or ${begins} < $11)
     order by xid desc, id desc limit $5`,
    [
      owner.projectId,
      owner.mode,
      before.xid,
      before.id,
      count,
      asked.status ?? null,
      asked.q || null,
      asked.tag || null,
      asked.archived ?? 'none',
      momentOf(asked.begins_after),
      momentOf(asked.begins_before),
    ],
  )
}

/** A database takes fewer zones and years as text than the format of the API has. */
const momentOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text)

export const findCampaignPosition = positionsByMode('campaigns')

export async function insertCampaign(tx: Sql, projectId: Uuid, row: Campaign): Promise<void> {
  await tx.query(
    `insert into campaigns (project_id, id, mode, name, status, definition, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [projectId, row.id, row.mode, row.name, row.status, row.definition, row.created_at],
  )
}

/** How far a campaign has come, as columns. */
export const progressValues = (row: Campaign): readonly unknown[] => [
  row.status,
  row.phase,
  row.waiting,
  row.paused_by,
  row.progress,
  row.due_at,
  row.started_at,
  row.finished_at,
]

/** Writes all that may change, as another revision; the row is locked. */
export async function updateCampaign(tx: Sql, projectId: Uuid, row: Campaign): Promise<void> {
  const { id, name, definition, letters } = row
  await tx.query(
    `update campaigns set name = $3, definition = $4, letters = $5, status = $6, phase = $7,
       waiting = $8, paused_by = $9, due_at = $11, started_at = $12, finished_at = $13,
       progress = $10::jsonb || jsonb_build_object('revision',
         coalesce((progress ->> 'revision')::integer, 0) + 1)
     where project_id = $1 and id = $2`,
    [projectId, id, name, definition, letters, ...progressValues(row)],
  )
}

export async function deleteCampaign(tx: Sql, { projectId, id }: CampaignKey): Promise<void> {
  await tx.query('delete from campaigns where project_id = $1 and id = $2', [projectId, id])
}

export async function openCampaigns(sql: Sql, { projectId, mode }: Owner): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select id from campaigns where project_id = $1 and mode = $2
       and status in (${openStates}) order by id`,
    [projectId, mode],
  )
  return rows.map(row => row.id)
}

/** How many of a project are sending. */
export async function countSending(sql: Sql, projectId: Uuid): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from campaigns
     where project_id = $1 and status in (${sendingStates})`,
    [projectId],
  )
  return row!.count
}

/** One campaign of a project begins at a time, so that their count is right. */
export async function lockBeginnings(tx: Sql, projectId: Uuid): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('campaigns ' || $1::text, 0))", [
    projectId,
  ])
}

/** The names of those that send a template, or to whom a topic or segment is the audience. */
export const namesNaming = (sql: Sql, projectId: Uuid, shownId: string): Promise<string[]> =>
  namesOfOpen(sql, 'strpos(definition::text, $2) > 0', [projectId, `"${shownId}"`])

/** The names of those that have a text of their own in which the pattern is found. */
export const namesPrinting = (sql: Sql, projectId: Uuid, pattern: string): Promise<string[]> =>
  namesOfOpen(sql, 'definition::text ~ $2', [projectId, pattern])

/** The names of those that hold one of the texts in what they send. */
export const campaignsShowing = (
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<string[]> =>
  namesOfOpen(
    sql,
    `exists (select from unnest($2::text[]) u
       where strpos(definition::text || coalesce(letters::text, ''), u) > 0)`,
    [projectId, texts],
  )

/** Of those that are not over. */
async function namesOfOpen(sql: Sql, condition: string, values: unknown[]): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from campaigns
     where project_id = $1 and status in (${statesToCome})
       and ${condition}
     order by name`,
    values,
  )
  return rows.map(row => row.name)
}

// Recipients -------------------------------------------------------------------------------------

interface Snapshot {
  readonly after: Uuid
  readonly ceiling: Uuid
  readonly max: number
  readonly at: Date
  /** Conditions on a row `c` of contacts. */
  readonly audience: string
  /** Why somebody may not be written to, as SQL over `c`; null: they may. */
  readonly reason: string
  /** The moment of a person's zone, as SQL over `c`. */
  readonly sendAt: string
  /** From $8 on. */
  readonly values: readonly unknown[]
}

interface ReadPage {
  /** Of the contacts that were looked at; null: there were none. */
  readonly last: Uuid | null
  readonly looked: number
  readonly people: readonly { state: string; reason: string | null; count: number }[]
}

/** Above all ranks, which have 60 bits. */
export const maxRank = 2n ** 60n

/** Where in the order of release somebody stands, which is by chance and always the same; as SQL. */
export const rankOf = (contactId: string, campaignId: string): string =>
  `('x' || substr(md5(${contactId}::text || ${campaignId}::uuid::text), 1, 15))::bit(60)::bigint`

/** Looks at the next contacts, a range of their key, and writes a row for each that is meant. */
export async function insertRecipients(
  tx: Sql,
  { projectId, id }: CampaignKey,
  mode: string,
  page: Snapshot,
): Promise<ReadPage> {
  const [row] = await tx.query<ReadPage>(
    `with page as materialized (
       select id from contacts
       where project_id = $1 and mode = $2 and id > $4 and id <= $5 order by id limit $6
     ), chosen as (
       select c.id, ${page.reason} as reason, ${page.sendAt} as send_at
       from contacts c
       where c.project_id = $1 and c.mode = $2 and c.id > $4
         and c.id <= (select id from page order by id desc limit 1) and ${page.audience}
     ), written as (
       insert into campaign_recipients (project_id, campaign_id, contact_id, rank, send_at, state,
         reason, decided_at)
       select $1, $3, id, ${rankOf('id', '$3')}, send_at,
         case when reason is null then 'pending' else 'skipped' end, reason, $7
       from chosen on conflict do nothing returning state, reason)
     select (select id from page order by id desc limit 1) as last,
       (select count(*)::integer from page) as looked,
       coalesce((select jsonb_agg(s) from (
         select state, reason, count(*)::integer as count from written group by 1, 2) s), '[]')
         as people`,
    [projectId, mode, id, page.after, page.ceiling, page.max, page.at, ...page.values],
  )
  return row!
}

interface ContactStanding {
  /** Why they may not be written to; null: they may. */
  readonly reason: string | null
  /** Of the contact's row as it is now. */
  readonly version: string
}

/** How each of some contacts stands: the reason is SQL over `c`, with values from $4 on. */
export async function reasonsOf(
  tx: Sql,
  owner: Owner,
  ids: readonly Uuid[],
  { reason, values }: { readonly reason: string; readonly values: readonly unknown[] },
): Promise<ReadonlyMap<Uuid, ContactStanding>> {
  const rows = await tx.query<{ id: Uuid } & ContactStanding>(
    `select c.id, c.xmin::text as version, ${reason} as reason ${contactsByIds}`,
    [owner.projectId, owner.mode, ids, ...values],
  )
  return new Map(rows.map(row => [row.id, row]))
}

export async function newestContact(sql: Sql, owner: Owner): Promise<Uuid | null> {
  const [row] = await sql.query<{ id: Uuid }>(
    'select id from contacts where project_id = $1 and mode = $2 order by id desc limit 1',
    [owner.projectId, owner.mode],
  )
  return row?.id ?? null
}

export async function zonesOf(sql: Sql, owner: Owner): Promise<string[]> {
  const rows = await sql.query<{ zone: string }>(
    `select distinct time_zone as zone from contacts
     where project_id = $1 and mode = $2 and time_zone is not null`,
    [owner.projectId, owner.mode],
  )
  return rows.map(row => row.zone)
}

/** The next moment of a zone that is still to come; null where nobody waits. */
export async function nextMoment(
  sql: Sql,
  { projectId, id }: CampaignKey,
  below: string | null = null,
): Promise<{ readonly pending: number; readonly at: Date | null }> {
  const [row] = await sql.query<{ pending: number; at: Date | null }>(
    `select count(*)::integer as pending, min(coalesce(send_at, '-infinity')) as at
     from campaign_recipients where project_id = $1 and campaign_id = $2 and state = 'pending'
       and ($3::bigint is null or rank < $3::bigint)`,
    [projectId, id, below],
  )
  return row!
}

export async function zonesOfContacts(
  sql: Sql,
  owner: Owner,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string | null>> {
  const rows = await sql.query<{ id: Uuid; zone: string | null }>(
    `select c.id, c.time_zone as zone ${contactsByIds}`,
    [owner.projectId, owner.mode, ids],
  )
  return new Map(rows.map(({ id, zone }) => [id, zone]))
}

/** Ends those that wait, so many at a time; returns how many. */
export async function endPending(
  tx: Sql,
  { projectId, id }: CampaignKey,
  to: { readonly state: 'cancelled' | 'skipped'; readonly reason: string | null },
  { at, max }: { readonly at: Date; readonly max: number },
): Promise<number> {
  const rows = await tx.query(
    `update campaign_recipients set state = $3, reason = $4, decided_at = $5
     where (project_id, campaign_id, contact_id) in (
       select project_id, campaign_id, contact_id from campaign_recipients
       where project_id = $1 and campaign_id = $2 and state = 'pending' limit $6)
     returning 1`,
    [projectId, id, to.state, to.reason, at, max],
  )
  return rows.length
}

const people = { table: 'campaign_recipients', key: 'project_id, campaign_id, contact_id' }

/**
 * People of campaigns that ended before the time of their project, up to `most`; whose letter or
 * email is still kept stays with it.
 */
export const deleteOldPeople = (
  sql: Sql,
  ended: readonly { readonly projectId: Uuid; readonly before: Date }[],
  max: number,
): Promise<number> =>
  deleteFound(
    sql,
    people,
    `select old.* from unnest($1::uuid[], $2::timestamptz[]) e (project, before)
     join campaigns c on c.project_id = e.project and c.finished_at < e.before
       and c.status in (${endedStates})
     cross join lateral (
       select project_id, campaign_id, contact_id from campaign_recipients r
       where project_id = c.project_id and campaign_id = c.id
         and not exists (select from letters l
           where l.project_id = r.project_id and l.email_id = r.email_id)
         and not exists (select from emails m
           where m.project_id = r.project_id and m.id = r.email_id)
       limit $3) old
     limit $3`,
    [ended.map(one => one.projectId), ended.map(one => one.before), max],
  )

export async function deleteCampaignsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['campaigns'], projectIds)
  return deleteSome(sql, people, projectIds, max)
}
