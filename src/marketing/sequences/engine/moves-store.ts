/** All SQL that moves people: into sequences, along their steps, and out. Many at a time. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../../contacts/people/contact.ts'
import type { Enrollment } from '../people/enrollment-store.ts'

interface Entering {
  readonly sequenceId: Uuid
  readonly at: Date
  readonly mode: 'never' | 'after_exit' | 'always'
  readonly minGapMs: number
  /** One at a time whatever the mode says. */
  readonly isKeyed: boolean
  /** Nobody twice under the same key. */
  readonly people: readonly {
    readonly contactId: Uuid
    readonly key: string
    readonly enrollmentId: Uuid
  }[]
}

/** Who is let in, by the ids of their enrollments: decided by the rows, not by a look before. */
export async function enter(tx: Sql, owner: Owner, entering: Entering): Promise<Set<Uuid>> {
  const { mode, isKeyed, people } = entering
  const again =
    mode === 'never' ? 'false' : mode === 'after_exit' || isKeyed ? 'not e.is_inside' : 'true'
  const rows = await tx.query<{ enrollment_id: Uuid }>(
    `insert into sequence_entries as e (project_id, sequence_id, mode, contact_id, key,
       enrollment_id, entered_at, is_inside)
     select $1, $2, $3, t.contact_id, t.key, t.enrollment_id, $4, true
     from unnest($5::uuid[], $6::text[], $7::uuid[]) as t (contact_id, key, enrollment_id)
     order by t.contact_id, t.key
     on conflict (project_id, sequence_id, contact_id, key) do update
       set enrollment_id = excluded.enrollment_id, entered_at = excluded.entered_at,
         is_inside = true
       where ${again} and e.entered_at <= $8
     returning enrollment_id`,
    [
      owner.projectId,
      entering.sequenceId,
      owner.mode,
      entering.at,
      people.map(one => one.contactId),
      people.map(one => one.key),
      people.map(one => one.enrollmentId),
      new Date(entering.at.getTime() - entering.minGapMs),
    ],
  )
  return new Set(rows.map(row => row.enrollment_id))
}

/** By the whole key of each: else the scan of an index goes over all that a project has. */
export async function leaveEntries(
  tx: Sql,
  projectId: Uuid,
  enrollments: readonly Enrollment[],
): Promise<void> {
  await tx.query(
    `update sequence_entries e set is_inside = false
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[])
       as t (sequence_id, contact_id, key, id)
     cross join lateral unnest(array[t.key, t.id::text]) as k (key)
     where e.project_id = $1 and e.sequence_id = t.sequence_id and e.contact_id = t.contact_id
       and e.key = k.key and e.enrollment_id = t.id`,
    [
      projectId,
      enrollments.map(one => one.sequence_id),
      enrollments.map(one => one.contact_id),
      enrollments.map(one => one.key),
      enrollments.map(one => one.id),
    ],
  )
}

export async function insertEnrollments(
  tx: Sql,
  projectId: Uuid,
  rows: readonly Enrollment[],
): Promise<void> {
  await tx.query(
    `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state,
       event, step, visit, entered_at, waiting, by_step)
     select $1, t.* from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::uuid[],
       $7::text[], $8::text[], $9::jsonb[], $10::text[], $11::integer[], $12::timestamptz[],
       $13::jsonb[], $14::boolean[]) as t`,
    [
      projectId,
      rows.map(row => row.id),
      rows.map(row => row.sequence_id),
      rows.map(row => row.version),
      rows.map(row => row.mode),
      rows.map(row => row.contact_id),
      rows.map(row => row.key),
      rows.map(row => row.state),
      rows.map(row => json(row.event)),
      rows.map(row => row.step),
      rows.map(row => row.visit),
      rows.map(row => row.entered_at),
      rows.map(row => json(row.waiting)),
      rows.map(row => row.by_step ?? false),
    ],
  )
}

const json = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value)

export async function updateEnrollments(
  tx: Sql,
  projectId: Uuid,
  rows: readonly Enrollment[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `update enrollments e set state = t.state, reason = t.reason, step = t.step, visit = t.visit,
       due_at = t.due_at, waiting = t.waiting, ended_at = t.ended_at, version = t.version
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[],
       $8::jsonb[], $9::timestamptz[], $10::integer[])
       as t (id, state, reason, step, visit, due_at, waiting, ended_at, version)
     where e.project_id = $1 and e.id = t.id`,
    [
      projectId,
      rows.map(row => row.id),
      rows.map(row => row.state),
      rows.map(row => row.reason),
      rows.map(row => row.step),
      rows.map(row => row.visit),
      rows.map(row => row.due_at),
      rows.map(row => json(row.waiting)),
      rows.map(row => row.ended_at),
      rows.map(row => row.version),
    ],
  )
}

export interface NewVisit {
  readonly enrollmentId: Uuid
  readonly visit: number
  readonly step: string
  readonly at: Date
  readonly outcome: string
  readonly emailId: Uuid | null
}

export async function insertVisits(
  tx: Sql,
  projectId: Uuid,
  visits: readonly NewVisit[],
): Promise<void> {
  if (visits.length === 0) return
  await tx.query(
    `insert into enrollment_steps (project_id, enrollment_id, visit, step, at, outcome, email_id)
     select $1, t.* from unnest($2::uuid[], $3::integer[], $4::text[], $5::timestamptz[],
       $6::text[], $7::uuid[]) as t`,
    [
      projectId,
      visits.map(one => one.enrollmentId),
      visits.map(one => one.visit),
      visits.map(one => one.step),
      visits.map(one => one.at),
      visits.map(one => one.outcome),
      visits.map(one => one.emailId),
    ],
  )
}
