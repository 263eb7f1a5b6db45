/** All SQL on segments, their counts and members. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteSome } from '#kernel/world/delete-rows.ts'
import { type PlacedRow, type Position, positionsIn } from '#kernel/world/listed.ts'
import { usable } from '#kernel/world/set-up-of-test.ts'
import type { Owner } from '../contacts/people/contact.ts'

export interface Segment {
  readonly id: Uuid
  readonly name: string
  readonly folder: string | null
  readonly kind: 'dynamic' | 'static'
  readonly filter: unknown
  readonly tracked: boolean
  readonly created_at: Date
}

/** With its last count in one mode; null where it has not been counted. */
export interface CountedSegment extends Segment {
  readonly count: number | null
  readonly exact: boolean | null
  readonly counted_at: Date | null
}

const columns = 's.id, s.name, s.folder, s.kind, s.filter, s.tracked, s.created_at'
const counted = `${columns}, n.count, n.exact, n.counted_at from segments s
  left join segment_counts n on n.project_id = s.project_id and n.segment_id = s.id`

/** All of a project, locked against another that makes one at this moment. */
export async function lockSegments(tx: Sql, projectId: Uuid): Promise<Segment[]> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
  return readSegments(tx, projectId)
}

export async function readSegments(sql: Sql, projectId: Uuid): Promise<Segment[]> {
  return sql.query<Segment>(`select ${columns} from segments s where s.project_id = $1`, [
    projectId,
  ])
}

/** Those that a mode may use. */
export async function usableSegments(sql: Sql, { projectId, mode }: Owner): Promise<Segment[]> {
  return sql.query<Segment>(
    `select ${columns} from segments s where s.project_id = $1 and ${usable('s', '$2')}`,
    [projectId, mode],
  )
}

export async function findSegment(
  sql: Sql,
  owner: Owner,
  id: Uuid,
): Promise<CountedSegment | null> {
  const [row] = await sql.query<CountedSegment>(
    `select ${counted} and n.mode = $2 where s.project_id = $1 and s.id = $3`,
    [owner.projectId, owner.mode, id],
  )
  return row ?? null
}

export async function listSegments(
  sql: Sql,
  owner: Owner,
  page: { readonly before: Position; readonly count: number },
): Promise<(CountedSegment & PlacedRow)[]> {
  return sql.query<CountedSegment & PlacedRow>(
    `select s.xid, (select settled_below()) as horizon, ${counted} and n.mode = $2
     where s.project_id = $1 and (s.xid, s.id) < ($3::xid8, $4::uuid)
     order by s.xid desc, s.id desc limit $5`,
    [owner.projectId, owner.mode, page.before.xid, page.before.id, page.count],
  )
}

export const findSegmentPosition = positionsIn('segments')

const json = (filter: unknown): string | null => (filter == null ? null : JSON.stringify(filter))

export async function insertSegment(tx: Sql, projectId: Uuid, segment: Segment): Promise<void> {
  await tx.query(
    `insert into segments (project_id, id, name, kind, filter, tracked, created_at, updated_at,
       folder) values ($1, $2, $3, $4, $5::jsonb, $6, $7, $7, $8)`,
    [
      projectId,
      segment.id,
      segment.name,
      segment.kind,
      json(segment.filter),
      segment.tracked,
      segment.created_at,
      segment.folder,
    ],
  )
}

export async function updateSegment(
  tx: Sql,
  projectId: Uuid,
  segment: Segment,
  at: Date,
): Promise<void> {
  await tx.query(
    `update segments set name = $3, filter = $4::jsonb, tracked = $5, updated_at = $6,
       folder = $7 where project_id = $1 and id = $2`,
    [
      projectId,
      segment.id,
      segment.name,
      json(segment.filter),
      segment.tracked,
      at,
      segment.folder,
    ],
  )
}

export async function deleteSegment(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  for (const table of ['segment_members', 'segment_counts']) {
    await tx.query(`delete from ${table} where project_id = $1 and segment_id = $2`, [
      projectId,
      id,
    ])
  }
  await tx.query('delete from segments where project_id = $1 and id = $2', [projectId, id])
}

export async function writeCount(
  sql: Sql,
  about: { readonly projectId: Uuid; readonly mode: Mode; readonly segmentId: Uuid },
  counted: { readonly count: number; readonly exact: boolean; readonly at: Date },
): Promise<void> {
  await sql.query(
    `insert into segment_counts (project_id, segment_id, mode, count, exact, counted_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id, segment_id, mode) do update
       set count = excluded.count, exact = excluded.exact, counted_at = excluded.counted_at`,
    [about.projectId, about.segmentId, about.mode, counted.count, counted.exact, counted.at],
  )
}

interface Members {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly segmentId: Uuid
}

/**
 * Adds contacts; returns those that were not members. The count goes with them. Who is deleted at the
 * same time is left out: a member who is nobody would be counted for ever.
 */
export async function addMembers(
  tx: Sql,
  { projectId, mode, segmentId }: Members,
  contactIds: readonly Uuid[],
  at: Date,
): Promise<Uuid[]> {
  const rows = await tx.query<{ contact_id: Uuid }>(
    `insert into segment_members (project_id, segment_id, mode, contact_id, since)
     select $1, $2, $3, c.id, $5 from (
       select id from contacts where project_id = $1 and mode = $3 and id = any($4::uuid[])
       order by id for key share) c
     on conflict do nothing returning contact_id`,
    [projectId, segmentId, mode, contactIds, at],
  )
  await moveCount(tx, { projectId, mode, segmentId }, rows.length, at)
  return rows.map(row => row.contact_id)
}

export async function removeMembers(
  tx: Sql,
  { projectId, mode, segmentId }: Members,
  contactIds: readonly Uuid[],
  at: Date,
): Promise<Uuid[]> {
  const rows = await tx.query<{ contact_id: Uuid }>(
    `delete from segment_members
     where project_id = $1 and segment_id = $2 and contact_id = any($3::uuid[])
     returning contact_id`,
    [projectId, segmentId, contactIds],
  )
  await moveCount(tx, { projectId, mode, segmentId }, -rows.length, at)
  return rows.map(row => row.contact_id)
}

async function moveCount(
  tx: Sql,
  { projectId, mode, segmentId }: Members,
  by: number,
  at: Date,
): Promise<void> {
  if (by === 0) return
  await tx.query(
    `insert into segment_counts as n (project_id, segment_id, mode, count, exact, counted_at)
     values ($1, $2, $3, $4, true, $5)
     on conflict (project_id, segment_id, mode) do update
       set count = n.count + excluded.count, counted_at = excluded.counted_at`,
    [projectId, segmentId, mode, by, at],
  )
}

/** Whoever is deleted is no member of anything; the counts of static segments follow. */
export async function deleteMember(tx: Sql, owner: Owner, contactId: Uuid): Promise<void> {
  await tx.query(
    `with gone as (
       delete from segment_members where project_id = $1 and contact_id = $3 returning segment_id)
     update segment_counts n set count = n.count - 1 from gone
     where n.project_id = $1 and n.segment_id = gone.segment_id and n.mode = $2`,
    [owner.projectId, owner.mode, contactId],
  )
}

export async function membershipsOf(sql: Sql, projectId: Uuid, contactId: Uuid): Promise<Uuid[]> {
  const rows = await sql.query<{ segment_id: Uuid }>(
    'select segment_id from segment_members where project_id = $1 and contact_id = $2',
    [projectId, contactId],
  )
  return rows.map(row => row.segment_id)
}

/** The static segments of a contact, newest first, below a place. */
export async function listStaticOf(
  sql: Sql,
  projectId: Uuid,
  contactId: Uuid,
  page: { readonly before: Uuid | null; readonly count: number },
): Promise<Pick<Segment, 'id' | 'name' | 'created_at'>[]> {
  return sql.query(
    `select s.id, s.name, s.created_at from segment_members m
     join segments s on s.project_id = m.project_id and s.id = m.segment_id
     where m.project_id = $1 and m.contact_id = $2 and s.kind = 'static'
       and ($3::uuid is null or s.id < $3) order by s.id desc limit $4`,
    [projectId, contactId, page.before, page.count],
  )
}

// What a person's segments are judged by ---------------------------------------------------------

interface LetterRow {
  readonly source_id: Uuid
  readonly step: string | null
  readonly topic_id: Uuid | null
  readonly links: readonly number[]
  readonly sent_at: Date
  readonly opened_at: Date | null
  readonly clicked_at: Date | null
  readonly machine_at: Date | null
  readonly bounced_at: Date | null
}

export async function readLettersOf(
  sql: Sql,
  projectId: Uuid,
  contactId: Uuid,
): Promise<LetterRow[]> {
  return sql.query<LetterRow>(
    `select source_id, step, topic_id, links, sent_at, opened_at, clicked_at, machine_at, bounced_at
     from letters where project_id = $1 and contact_id = $2 order by email_id desc`,
    [projectId, contactId],
  )
}

/** How a person stands to the sequences that they are or were in. */
export async function enrollmentStatesOf(
  sql: Sql,
  projectId: Uuid,
  contactId: Uuid,
): Promise<{ sequence_id: Uuid; state: string }[]> {
  return sql.query(
    `select distinct sequence_id, state from enrollments
     where project_id = $1 and contact_id = $2`,
    [projectId, contactId],
  )
}

/** The sequences that a filter of a mode may name. */
export async function sequenceIdsOf(sql: Sql, { projectId, mode }: Owner): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select id from sequences where project_id = $1 and ${usable('sequences', '$2')}`,
    [projectId, mode],
  )
  return rows.map(row => row.id)
}

export async function deleteSegmentsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['segments', 'segment_counts'], projectIds)
  const key = 'project_id, segment_id, contact_id'
  return deleteSome(sql, { table: 'segment_members', key }, projectIds, max)
}
