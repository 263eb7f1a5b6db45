/** SQL on the index of the words of emails (search-index.ts says what a volume is). */
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Position } from '#kernel/world/listed.ts'
import { saidOf } from './filter-store.ts'
import type { IndexLeaf } from './postings.ts'
import type { MailOwner } from './read-store.ts'
import type { TripleRange } from './triples.ts'

/** A run of emails: those behind one place and up to another. */
interface Volume {
  readonly id: Uuid
  readonly after: Position
  readonly upto: Position
}

export interface EmptyVolume extends Volume, MailOwner {
  readonly version: number
}

const places = `jsonb_build_object('xid', after_xid::text, 'id', after_id) as after,
  jsonb_build_object('xid', upto_xid::text, 'id', upto_id) as upto`

/** Up to where a project's emails of a mode are counted. */
export interface CountedMail extends MailOwner, Position {
  /** Whatever is still to be counted has a higher id: older partitions are not looked into. */
  readonly from: Uuid
  /** Emails enough for a volume are counted already. */
  readonly isEnough: boolean
}

/** Of some projects, in the order of their ids, behind one of them. */
export function selectCounted(
  sql: Sql,
  { after, enough, max }: { readonly after: Uuid; readonly enough: number; readonly max: number },
): Promise<CountedMail[]> {
  return sql.query<CountedMail>(
    `select p.id as "projectId", m.mode, coalesce(s.upto_xid::text, '0') as xid,
       coalesce(s.upto_id, $4) as id, coalesce(s.from_id, $4) as "from",
       coalesce(s.waiting, 0) >= $2 as "isEnough"
     from (select id from projects where deleted_at is null and id > $1 order by id limit $3) p
     cross join (values ('live'), ('test')) m (mode)
     left join search_cursors s on s.project_id = p.id and s.mode = m.mode
     order by p.id`,
    [after, enough, max, nilId],
  )
}

/**
 * Counts the settled emails that have come since the last time, a few for each. Where none are left,
 * the next time begins with the ids from `nextFrom` on.
 */
export async function countMore(
  sql: Sql,
  counted: readonly (CountedMail & { readonly nextFrom: Uuid })[],
  enough: number,
): Promise<void> {
  await sql.query(
    `insert into search_cursors as c (project_id, mode, upto_xid, upto_id, waiting, from_id)
     select o.project_id, o.mode, coalesce(n.xids[n.count], o.xid), coalesce(n.ids[n.count], o.id),
       n.count, case when n.count < $7 then o.next_from else o.from_id end
     from unnest($1::uuid[], $2::text[], $3::xid8[], $4::uuid[], $5::uuid[], $6::uuid[])
       as o (project_id, mode, xid, id, from_id, next_from)
     cross join lateral (
       select count(*)::integer as count, array_agg(t.xid) as xids, array_agg(t.id) as ids from (
         select e.xid, e.id from emails e
         where e.project_id = o.project_id and e.mode = o.mode and (e.xid, e.id) > (o.xid, o.id)
           and e.id >= o.from_id and e.xid < (select settled_below())
         order by e.xid, e.id limit $7) t
     ) n
     where n.count > 0 or o.next_from > o.from_id
     on conflict (project_id, mode) do update
       set upto_xid = excluded.upto_xid, upto_id = excluded.upto_id, from_id = excluded.from_id,
         waiting = c.waiting + excluded.waiting`,
    [
      counted.map(one => one.projectId),
      counted.map(one => one.mode),
      counted.map(one => one.xid),
      counted.map(one => one.id),
      counted.map(one => one.from),
      counted.map(one => one.nextFrom),
      enough,
    ],
  )
}

/** Those of which enough emails wait for a volume, the fullest first. */
export function selectWaiting(
  sql: Sql,
  { enough, max }: { readonly enough: number; readonly max: number },
): Promise<MailOwner[]> {
  return sql.query<MailOwner>(
    `select c.project_id as "projectId", c.mode
     from search_cursors c join projects p on p.id = c.project_id
     where c.waiting >= $1 and p.deleted_at is null order by c.waiting desc, c.project_id limit $2`,
    [enough, max],
  )
}

export async function noteWaiting(sql: Sql, owner: MailOwner, waiting: number): Promise<void> {
  await sql.query('update search_cursors set waiting = $3 where project_id = $1 and mode = $2', [
    owner.projectId,
    owner.mode,
    waiting,
  ])
}

/**
 * Waits for whoever is erasing people from the project, and lets nobody begin before the end of the
 * transaction: a volume that is there then is emptied by them, and one that is not is filled with
 * what they leave.
 */
export async function keepErasingOut(tx: Sql, projectId: Uuid): Promise<void> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
}

/** The end of the newest volume. */
export async function endOfVolumes(sql: Sql, owner: MailOwner): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    `select upto_xid as xid, upto_id as id from search_volumes
     where project_id = $1 and mode = $2 order by upto_xid desc, upto_id desc limit 1`,
    [owner.projectId, owner.mode],
  )
  return row ?? null
}

/** Settled emails behind a place, as many as a volume has: how many, and where the last stands. */
export async function nextVolume(
  sql: Sql,
  owner: MailOwner,
  after: Position,
  size: number,
): Promise<{ readonly emails: number; readonly upto: Position | null }> {
  const [row] = await sql.query<{ emails: number; upto: Position | null }>(
    `with run as materialized (
       select xid, id from emails where project_id = $1 and mode = $2 and (xid, id) > ($3::xid8, $4::uuid)
         and xid < (select settled_below())
       order by xid, id limit $5)
     select (select count(*)::integer from run) as emails,
       (select jsonb_build_object('xid', xid::text, 'id', id) from run
        order by xid desc, id desc limit 1) as upto`,
    [owner.projectId, owner.mode, after.xid, after.id, size],
  )
  return row!
}

/** Notes a volume that is to be filled. */
export async function insertVolume(sql: Sql, owner: MailOwner, volume: Volume): Promise<void> {
  const { id, after, upto } = volume
  await sql.query(
    `insert into search_volumes (project_id, mode, id, after_xid, after_id, upto_xid, upto_id)
     values ($1, $2, $3, $4::xid8, $5, $6::xid8, $7)`,
    [owner.projectId, owner.mode, id, after.xid, after.id, upto.xid, upto.id],
  )
}

/** Behind one of them. */
export function selectEmptyVolumes(sql: Sql, after: Uuid, max: number): Promise<EmptyVolume[]> {
  return sql.query<EmptyVolume>(
    `select project_id as "projectId", mode, id, version, ${places} from search_volumes
     where ids is null and id > $1 order by id limit $2`,
    [after, max],
  )
}

interface SaidEmail extends Position {
  readonly said: string
  readonly message_id: string | null
}

/** What the emails between two places say, as searches read it; of long texts the beginning. */
export function selectSaid(
  sql: Sql,
  owner: MailOwner,
  { after, upto }: Pick<Volume, 'after' | 'upto'>,
  { max, letters }: { readonly max: number; readonly letters: number },
): Promise<SaidEmail[]> {
  return sql.query<SaidEmail>(
    `select xid, id, left(${saidOf}, $8) as said, message_id from emails
     where project_id = $1 and mode = $2 and (xid, id) > ($3::xid8, $4::uuid)
       and (xid, id) <= ($5::xid8, $6::uuid)
     order by xid, id limit $7`,
    [owner.projectId, owner.mode, after.xid, after.id, upto.xid, upto.id, max, letters],
  )
}

interface Filling {
  readonly ids: Buffer
  readonly emails: number
  readonly firstAt: Date
  readonly leaves: readonly IndexLeaf[]
}

/** Fills a volume, unless it was emptied since it was read, or filled by another node. */
export async function fillVolume(
  tx: Tx,
  { id, version }: Pick<EmptyVolume, 'id' | 'version'>,
  { ids, emails, firstAt, leaves }: Filling,
): Promise<void> {
  const filled = await tx.query(
    `update search_volumes set ids = $3, emails = $4, first_at = $5
     where id = $1 and version = $2 and ids is null returning id`,
    [id, version, ids, emails, firstAt],
  )
  if (filled.length === 0) return
  await deleteLeaves(tx, [id])
  await tx.query(
    `insert into search_leaves (volume_id, first, entries)
     select $1, * from unnest($2::integer[], $3::bytea[])`,
    [id, leaves.map(one => one.first), leaves.map(one => one.entries)],
  )
}

/** Of removed projects, which nobody searches; returns how many volumes that were. */
export async function deleteVolumesOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const rows = await sql.query(
    `delete from search_volumes where id in (
       select id from search_volumes where project_id = any($1::uuid[]) limit $2) returning id`,
    [projectIds, max],
  )
  if (rows.length < max) {
    await sql.query('delete from search_cursors where project_id = any($1::uuid[])', [projectIds])
  }
  return rows.length
}

/** A volume of which no email is left. */
export async function deleteVolume(
  sql: Sql,
  { id, version }: Pick<EmptyVolume, 'id' | 'version'>,
): Promise<void> {
  await sql.query('delete from search_volumes where id = $1 and version = $2 and ids is null', [
    id,
    version,
  ])
}

const deleteLeaves = (tx: Tx, volumes: readonly Uuid[]): Promise<unknown> =>
  tx.query('delete from search_leaves where volume_id = any($1::uuid[])', [volumes])

const emptied = `ids = null, emails = 0, first_at = null, version = version + 1`

/**
 * Empties volumes, and takes their leaves away by a statement of its own: where this one has waited
 * for somebody who filled a volume, only the next sees what they have written.
 */
async function emptyThose(tx: Tx, found: string, values: readonly unknown[]): Promise<number> {
  const rows = await tx.query<{ id: Uuid }>(
    `update search_volumes v set ${emptied} from (${found}) found where v.id = found.id returning v.id`,
    values,
  )
  if (rows.length > 0) {
    await deleteLeaves(
      tx,
      rows.map(row => row.id),
    )
  }
  return rows.length
}

/** Takes away the words of these emails with all that stands beside them. */
export async function emptyVolumesOf(
  tx: Tx,
  projectId: Uuid,
  emailIds: readonly Uuid[],
): Promise<void> {
  await tx.query('select from projects where id = $1 for share', [projectId])
  await emptyThose(
    tx,
    `select distinct f.id from emails e cross join lateral (
       select n.id from search_volumes n
       where n.project_id = e.project_id and n.mode = e.mode
         and (n.upto_xid, n.upto_id) >= (e.xid, e.id)
         and (n.after_xid, n.after_id) < (e.xid, e.id)
       order by n.upto_xid, n.upto_id limit 1) f
     where e.project_id = $1 and e.id = any($2::uuid[])`,
    [projectId, emailIds],
  )
}

/** The same of volumes of which some emails are forgotten for their age; returns how many. */
export const emptyOldVolumes = (tx: Tx, max: number): Promise<number> =>
  emptyThose(
    tx,
    `select o.id from search_volumes o join retained r on r.project_id = o.project_id
     where o.first_at < r.since limit $1`,
    [max],
  )

/** The same of whichever are filled. */
export const emptyFilledVolumes = (tx: Tx, max: number): Promise<number> =>
  emptyThose(tx, 'select o.id from search_volumes o where o.ids is not null limit $1', [max])

export interface ListedVolume extends Volume {
  readonly isFilled: boolean
}

/** Volumes with emails below a place, the newest first. */
export function listVolumes(
  sql: Sql,
  owner: MailOwner,
  {
    before,
    from,
    max,
  }: { readonly before: Position; readonly from: string | null; readonly max: number },
): Promise<ListedVolume[]> {
  return sql.query<ListedVolume>(
    `select id, ${places}, ids is not null as "isFilled"
     from search_volumes
     where project_id = $1 and mode = $2
       and (after_xid, after_id) < ($3::xid8, $4::uuid) and upto_xid >= coalesce($5::xid8, '0'::xid8)
     order by upto_xid desc, upto_id desc limit $6`,
    [owner.projectId, owner.mode, before.xid, before.id, from, max],
  )
}

interface FoundLeaf {
  readonly id: Uuid
  readonly version: number
  readonly emails: number
  readonly first: number | null
  readonly entries: Buffer | null
}

/** What a filled volume has of some ranges; what its numbers stand for, its version says. */
export interface FoundVolume {
  readonly version: number
  readonly emails: number
  readonly leaves: readonly IndexLeaf[]
}

/**
 * The leaves of volumes that hold these ranges, by volume; without those that are not filled any
 * more. Most ranges are one triple, which is in the last leaf that begins no later. A leaf comes once,
 * however many of the ranges are in it. Each is looked up by itself (`limit 1`): asked for hundreds
 * of volumes, a plain join would read the leaves of everybody through, in their order.
 */
export async function selectLeaves(
  sql: Sql,
  volumes: readonly Uuid[],
  ranges: readonly TripleRange[],
): Promise<Map<Uuid, FoundVolume>> {
  const rows = await sql.query<FoundLeaf>(
    `select v.id, v.version, v.emails, l.first, l.entries
     from search_volumes v left join lateral (
       select b.first
       from unnest($2::integer[]) as r (low) cross join lateral (
         select c.first from search_leaves c
         where c.volume_id = v.id and c.first <= r.low order by c.first desc limit 1) b
       union
       select c.first
       from unnest($2::integer[], $3::integer[]) as r (low, high)
       join search_leaves c on c.volume_id = v.id and c.first > r.low and c.first <= r.high
       where r.low < r.high) asked on true
     left join lateral (
       select d.first, d.entries from search_leaves d
       where d.volume_id = v.id and d.first = asked.first limit 1) l on true
     where v.id = any($1::uuid[]) and v.ids is not null`,
    [volumes, ranges.map(one => one.from), ranges.map(one => one.to)],
  )
  const found = new Map<Uuid, FoundVolume & { readonly leaves: IndexLeaf[] }>()
  for (const { id, version, emails, first, entries } of rows) {
    const volume = found.get(id) ?? { version, emails, leaves: [] }
    if (first !== null && entries !== null) volume.leaves.push({ first, entries })
    found.set(id, volume)
  }
  return found
}

export interface NumberedEmail {
  readonly volumeId: Uuid
  readonly version: number
  readonly n: number
}

/** The ids of emails by their numbers; fewer where a volume was emptied since, or filled anew. */
export async function idsOfNumbered(sql: Sql, numbered: readonly NumberedEmail[]): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select encode(substring(v.ids from 16 * t.n + 1 for 16), 'hex')::uuid as id
     from unnest($1::uuid[], $2::integer[], $3::integer[]) as t (volume_id, version, n)
     join search_volumes v on v.id = t.volume_id and v.version = t.version
     where v.ids is not null`,
    [
      numbered.map(one => one.volumeId),
      numbered.map(one => one.version),
      numbered.map(one => one.n),
    ],
  )
  return rows.map(row => row.id)
}

interface Slice {
  readonly emails: number
  /** The place of the first one that is not in it; null: there is none. */
  readonly beyond: Position | null
}

/** The next emails below a place, and behind another: up to so many of them. */
export async function sliceBelow(
  sql: Sql,
  owner: MailOwner,
  {
    before,
    after,
    size,
  }: { readonly before: Position; readonly after: Position | null; readonly size: number },
): Promise<Slice> {
  const { xid, id } = after ?? { xid: '0', id: nilId }
  const [row] = await sql.query<{ emails: number; last: Position | null }>(
    `with run as materialized (
       select xid, id from emails
       where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
         and (xid, id) > ($5::xid8, $6::uuid)
       order by xid desc, id desc limit $7)
     select (select count(*)::integer from run) as emails,
       (select jsonb_build_object('xid', xid::text, 'id', id) from run
        order by xid, id limit 1) as last`,
    [owner.projectId, owner.mode, before.xid, before.id, xid, id, size + 1],
  )
  const { emails, last } = row!
  return { emails: Math.min(emails, size), beyond: emails > size ? last : null }
}
