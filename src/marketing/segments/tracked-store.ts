/** All SQL on who is in a tracked segment. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { usable } from '#kernel/world/set-up-of-test.ts'
import type { Owner } from '../contacts/people/contact.ts'

interface TrackedSegment {
  readonly id: Uuid
  readonly filter: unknown
}

/** Those whose members follow from a filter, and that the mode may use. */
export async function trackedOf(sql: Sql, { projectId, mode }: Owner): Promise<TrackedSegment[]> {
  return sql.query<TrackedSegment>(
    `select id, filter from segments
     where project_id = $1 and tracked and kind = 'dynamic' and ${usable('segments', '$2')}
     order by id`,
    [projectId, mode],
  )
}

/** All but those of which this work is still to be done: it may take longer than its turns are apart. */
export async function allTracked(
  sql: Sql,
  { kind, n }: { readonly kind: string; readonly n: number },
): Promise<{ project_id: Uuid; id: Uuid }[]> {
  return sql.query(
    `select project_id, id from segments s
     where tracked and kind = 'dynamic' and not exists (
       select from queue q where q.subject = s.id and q.kind = $1 and q.n = $2)
     order by project_id, id`,
    [kind, n],
  )
}

/** Held until the transaction ends: one evaluation of a person or a segment at a time. */
export async function lockTracked(tx: Sql, projectId: Uuid, about: Uuid): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 22))', [
    `tracked ${projectId} ${about}`,
  ])
}

export async function trackedMembershipsOf(
  sql: Sql,
  projectId: Uuid,
  contactId: Uuid,
): Promise<Set<Uuid>> {
  const rows = await sql.query<{ segment_id: Uuid }>(
    'select segment_id from tracked_members where project_id = $1 and contact_id = $2',
    [projectId, contactId],
  )
  return new Set(rows.map(row => row.segment_id))
}

interface Moving {
  readonly owner: Owner
  readonly segmentId: Uuid
  readonly contactIds: readonly Uuid[]
}

/** Returns those that were not in it. */
export async function putIn(
  tx: Sql,
  { owner, segmentId, contactIds }: Moving,
  at: Date,
): Promise<Uuid[]> {
  const rows = await tx.query<{ contact_id: Uuid }>(
    `insert into tracked_members (project_id, segment_id, mode, contact_id, since)
     select $1, $2, $3, id, $5 from unnest($4::uuid[]) as id order by id
     on conflict do nothing returning contact_id`,
    [owner.projectId, segmentId, owner.mode, [...contactIds].sort(), at],
  )
  return rows.map(row => row.contact_id)
}

export async function takeOut(tx: Sql, { owner, segmentId, contactIds }: Moving): Promise<Uuid[]> {
  const rows = await tx.query<{ contact_id: Uuid }>(
    `delete from tracked_members
     where project_id = $1 and segment_id = $2 and contact_id = any($3::uuid[])
     returning contact_id`,
    [owner.projectId, segmentId, contactIds],
  )
  return rows.map(row => row.contact_id)
}

interface MembersQuery {
  readonly segmentId: Uuid
  /** On the row `c` of contacts; $1 to $5 are the statement's own. */
  readonly condition: string
  readonly values: readonly unknown[]
  readonly max: number
}

/** Who is in it by now and was not; of some contacts, or of all. */
export async function whoEntered(
  tx: Sql,
  { projectId, mode }: Owner,
  { segmentId, condition, values, max }: MembersQuery,
  amongst: readonly Uuid[] | null = null,
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(
    `select c.id from contacts c
     where c.project_id = $1 and c.mode = $2 and ${condition}
       and ${amongst === null ? '$5::uuid[] is null' : 'c.id = any($5::uuid[])'}
       and not exists (select from tracked_members m
         where m.project_id = $1 and m.segment_id = $3 and m.contact_id = c.id)
     order by c.id limit $4`,
    [projectId, mode, segmentId, max, amongst, ...values],
  )
  return rows.map(row => row.id)
}

export async function whoLeft(
  tx: Sql,
  { projectId, mode }: Owner,
  { segmentId, condition, values, max }: MembersQuery,
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(
    `select c.id from tracked_members m
     join contacts c on c.project_id = m.project_id and c.mode = m.mode and c.id = m.contact_id
     where m.project_id = $1 and m.segment_id = $3 and m.mode = $2 and not (${condition})
       and $5::timestamptz is not null
     order by c.id limit $4`,
    [projectId, mode, segmentId, max, new Date(0), ...values],
  )
  return rows.map(row => row.id)
}

export async function forgetTracked(tx: Sql, projectId: Uuid, segmentId: Uuid): Promise<void> {
  await tx.query('delete from tracked_members where project_id = $1 and segment_id = $2', [
    projectId,
    segmentId,
  ])
}

export async function forgetTrackedMember(
  tx: Sql,
  { projectId, mode }: { readonly projectId: Uuid; readonly mode: Mode },
  contactId: Uuid,
): Promise<void> {
  await tx.query(
    'delete from tracked_members where project_id = $1 and mode = $2 and contact_id = $3',
    [projectId, mode, contactId],
  )
}

export async function deleteTrackedOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from tracked_members where project_id = any($1::uuid[])', [projectIds])
}
