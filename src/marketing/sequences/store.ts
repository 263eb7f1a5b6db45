/** All SQL on sequences and on those who are in them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Placed, Position } from '#kernel/routes/paging.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../contacts/contact.ts'
import type { Sequence, SequenceDefinition } from './definition.ts'

const shown = `id, name, status, while_paused, paused_at, definition, published_version,
  created_at, updated_at`

export async function findSequence(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
  lock: '' | 'for update' = '',
): Promise<Sequence | null> {
  const [row] = await sql.query<Sequence>(
    `select ${shown} from sequences where project_id = $1 and id = $2 ${lock}`,
    [projectId, id],
  )
  return row ?? null
}

/** Locked against another that makes one at this moment. */
export async function lockSequences(tx: Sql, projectId: Uuid): Promise<Sequence[]> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
  return tx.query<Sequence>(`select ${shown} from sequences where project_id = $1`, [projectId])
}

export async function listSequences(
  sql: Sql,
  projectId: Uuid,
  page: { readonly before: Position; readonly count: number },
): Promise<(Sequence & Placed)[]> {
  return sql.query<Sequence & Placed>(
    `select ${shown}, xid, (select settled_below()) as horizon from sequences
     where project_id = $1 and (xid, id) < ($2::xid8, $3::uuid)
     order by xid desc, id desc limit $4`,
    [projectId, page.before.xid, page.before.id, page.count],
  )
}

export async function findSequencePosition(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    'select xid, id from sequences where project_id = $1 and id = $2',
    [projectId, id],
  )
  return row ?? null
}

export async function insertSequence(tx: Sql, projectId: Uuid, row: Sequence): Promise<void> {
  await tx.query(
    `insert into sequences (project_id, id, name, status, definition, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [projectId, row.id, row.name, row.status, row.definition, row.created_at, row.updated_at],
  )
}

export async function updateSequence(tx: Sql, projectId: Uuid, row: Sequence): Promise<void> {
  await tx.query(
    `update sequences set name = $3, status = $4, while_paused = $5, paused_at = $6,
       definition = $7, published_version = $8, updated_at = $9
     where project_id = $1 and id = $2`,
    [
      projectId,
      row.id,
      row.name,
      row.status,
      row.while_paused,
      row.paused_at,
      row.definition,
      row.published_version,
      row.updated_at,
    ],
  )
}

export async function deleteSequence(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  for (const table of ['sequence_versions', 'sequence_entries']) {
    await tx.query(`delete from ${table} where project_id = $1 and sequence_id = $2`, [
      projectId,
      id,
    ])
  }
  await tx.query('delete from sequences where project_id = $1 and id = $2', [projectId, id])
}

export async function insertSequenceVersion(
  tx: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
  { definition, at }: { readonly definition: SequenceDefinition; readonly at: Date },
): Promise<void> {
  await tx.query(
    `insert into sequence_versions (project_id, sequence_id, version, definition, published_at)
     values ($1, $2, $3, $4, $5)`,
    [projectId, id, version, definition, at],
  )
}

export async function findSequenceVersion(
  sql: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  version: number,
): Promise<SequenceDefinition | null> {
  const [row] = await sql.query<{ definition: SequenceDefinition }>(
    `select definition from sequence_versions
     where project_id = $1 and sequence_id = $2 and version = $3`,
    [projectId, id, version],
  )
  return row?.definition ?? null
}

export async function listSequenceVersions(
  sql: Sql,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
): Promise<{ version: number; published_at: Date }[]> {
  return sql.query(
    `select version, published_at from sequence_versions
     where project_id = $1 and sequence_id = $2 order by version desc limit 100`,
    [projectId, id],
  )
}

// Enrollments ------------------------------------------------------------------------------------

export interface Enrollment {
  readonly id: Uuid
  readonly sequence_id: Uuid
  readonly version: number
  readonly mode: Owner['mode']
  readonly contact_id: Uuid
  readonly key: string
  readonly state: 'inside' | 'finished' | 'exited' | 'cancelled'
  readonly reason: string | null
  readonly event: Readonly<Record<string, unknown>> | null
  readonly step: string | null
  readonly visit: number
  readonly due_at: Date | null
  readonly waiting: { readonly reason: string; readonly until: string | null } | null
  readonly entered_at: Date
  readonly ended_at: Date | null
}

const enrollmentColumns = `id, sequence_id, version, mode, contact_id, key, state, reason, event,
  step, visit, due_at, waiting, entered_at, ended_at`

export async function findEnrollment(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
  lock: '' | 'for update' = '',
): Promise<Enrollment | null> {
  const [row] = await sql.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments where project_id = $1 and id = $2 ${lock}`,
    [projectId, id],
  )
  return row ?? null
}

interface Entering {
  readonly sequenceId: Uuid
  readonly contactId: Uuid
  readonly key: string
  readonly enrollmentId: Uuid
  readonly at: Date
  readonly mode: 'never' | 'after_exit' | 'always'
  readonly minGapMs: number
  /** One at a time whatever the mode says. */
  readonly isKeyed: boolean
}

/** Whether somebody is let in: decided by the row, not by a look before. */
export async function enter(tx: Sql, owner: Owner, entering: Entering): Promise<boolean> {
  const { mode, isKeyed } = entering
  const again =
    mode === 'never' ? 'false' : mode === 'after_exit' || isKeyed ? 'not e.is_inside' : 'true'
  const rows = await tx.query(
    `insert into sequence_entries as e (project_id, sequence_id, mode, contact_id, key,
       enrollment_id, entered_at, is_inside)
     values ($1, $2, $3, $4, $5, $6, $7, true)
     on conflict (project_id, sequence_id, contact_id, key) do update
       set enrollment_id = excluded.enrollment_id, entered_at = excluded.entered_at,
         is_inside = true
       where ${again} and e.entered_at <= $8
     returning 1`,
    [
      owner.projectId,
      entering.sequenceId,
      owner.mode,
      entering.contactId,
      entering.key,
      entering.enrollmentId,
      entering.at,
      new Date(entering.at.getTime() - entering.minGapMs),
    ],
  )
  return rows.length > 0
}

export async function findEntry(
  sql: Sql,
  projectId: Uuid,
  sequenceId: Uuid,
  { contactId, key }: { readonly contactId: Uuid; readonly key: string },
): Promise<Uuid | null> {
  const [row] = await sql.query<{ enrollment_id: Uuid }>(
    `select enrollment_id from sequence_entries
     where project_id = $1 and sequence_id = $2 and contact_id = $3 and key = $4`,
    [projectId, sequenceId, contactId, key],
  )
  return row?.enrollment_id ?? null
}

export async function leaveEntry(tx: Sql, projectId: Uuid, enrollmentId: Uuid): Promise<void> {
  await tx.query(
    `update sequence_entries set is_inside = false where project_id = $1 and enrollment_id = $2`,
    [projectId, enrollmentId],
  )
}

export async function insertEnrollment(tx: Sql, projectId: Uuid, row: Enrollment): Promise<void> {
  await tx.query(
    `insert into enrollments (project_id, id, sequence_id, version, mode, contact_id, key, state,
       event, step, visit, entered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      projectId,
      row.id,
      row.sequence_id,
      row.version,
      row.mode,
      row.contact_id,
      row.key,
      row.state,
      row.event,
      row.step,
      row.visit,
      row.entered_at,
    ],
  )
}

export async function updateEnrollment(tx: Sql, projectId: Uuid, row: Enrollment): Promise<void> {
  await tx.query(
    `update enrollments set state = $3, reason = $4, step = $5, visit = $6, due_at = $7,
       waiting = $8, ended_at = $9, version = $10
     where project_id = $1 and id = $2`,
    [
      projectId,
      row.id,
      row.state,
      row.reason,
      row.step,
      row.visit,
      row.due_at,
      row.waiting,
      row.ended_at,
      row.version,
    ],
  )
}

export async function insertVisit(
  tx: Sql,
  { projectId, id, visit }: { readonly projectId: Uuid; readonly id: Uuid; readonly visit: number },
  done: {
    readonly step: string
    readonly at: Date
    readonly outcome: string
    readonly emailId: Uuid | null
  },
): Promise<void> {
  await tx.query(
    `insert into enrollment_steps (project_id, enrollment_id, visit, step, at, outcome, email_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [projectId, id, visit, done.step, done.at, done.outcome, done.emailId],
  )
}

export interface StepVisit {
  readonly visit: number
  readonly step: string
  readonly at: Date
  readonly outcome: string
  readonly email_id: Uuid | null
}

export async function visitsOf(sql: Sql, projectId: Uuid, id: Uuid): Promise<StepVisit[]> {
  return sql.query<StepVisit>(
    `select visit, step, at, outcome, email_id from enrollment_steps
     where project_id = $1 and enrollment_id = $2 order by visit`,
    [projectId, id],
  )
}

export async function listEnrollments(
  sql: Sql,
  owner: Owner,
  sequenceId: Uuid,
  state: string | null,
  page: { readonly before: Position; readonly count: number },
): Promise<(Enrollment & Placed)[]> {
  return sql.query<Enrollment & Placed>(
    `select ${enrollmentColumns}, xid, (select settled_below()) as horizon from enrollments
     where project_id = $1 and sequence_id = $2 and mode = $3
       and (xid, id) < ($4::xid8, $5::uuid) and ($7::text is null or state = $7)
     order by xid desc, id desc limit $6`,
    [owner.projectId, sequenceId, owner.mode, page.before.xid, page.before.id, page.count, state],
  )
}

export async function findEnrollmentPosition(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<Position | null> {
  const [row] = await sql.query<Position>(
    'select xid, id from enrollments where project_id = $1 and id = $2',
    [projectId, id],
  )
  return row ?? null
}

/** Those who are inside, so many after one. */
export async function insideOf(sql: Sql, projectId: Uuid, sequenceId: Uuid): Promise<Enrollment[]> {
  return sql.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments
     where project_id = $1 and sequence_id = $2 and state = 'inside' order by id for update`,
    [projectId, sequenceId],
  )
}

export async function shiftWaits(
  tx: Sql,
  projectId: Uuid,
  sequenceId: Uuid,
  ms: number,
): Promise<void> {
  await tx.query(
    `update enrollments set due_at = due_at + make_interval(secs => $3::float8 / 1000), waiting = null
     where project_id = $1 and sequence_id = $2 and state = 'inside' and due_at is not null`,
    [projectId, sequenceId, ms],
  )
}

export async function stepFigures(
  sql: Sql,
  owner: Owner,
  sequenceId: Uuid,
): Promise<{ step: string; outcome: string | null; count: number }[]> {
  return sql.query(
    `select s.step, s.outcome, count(*)::integer as count
     from enrollments e join enrollment_steps s
       on s.project_id = e.project_id and s.enrollment_id = e.id
     where e.project_id = $1 and e.sequence_id = $2 and e.mode = $3 group by 1, 2
     union all
     select e.step, null, count(*)::integer from enrollments e
     where e.project_id = $1 and e.sequence_id = $2 and e.mode = $3 and e.state = 'inside'
     group by 1`,
    [owner.projectId, sequenceId, owner.mode],
  )
}

export async function activeSequences(sql: Sql, projectId: Uuid): Promise<Sequence[]> {
  return sql.query<Sequence>(
    `select ${shown} from sequences where project_id = $1 and status in ('active', 'paused')`,
    [projectId],
  )
}

export async function deleteSequencesOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  for (const table of [
    'sequences',
    'sequence_versions',
    'sequence_entries',
    'enrollments',
    'enrollment_steps',
  ]) {
    await sql.query(`delete from ${table} where project_id = any($1::uuid[])`, [projectIds])
  }
}

/** Of these people, those who are inside anything. */
export async function enrollmentsOfContacts(
  tx: Sql,
  owner: Owner,
  contactIds: readonly Uuid[],
): Promise<Enrollment[]> {
  return tx.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments
     where project_id = $1 and mode = $2 and contact_id = any($3::uuid[]) and state = 'inside'
     order by id for update`,
    [owner.projectId, owner.mode, contactIds],
  )
}

/** The names of those that name something. */
export async function sequencesNaming(
  sql: Sql,
  projectId: Uuid,
  shownId: string,
): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from sequences
     where project_id = $1 and status <> 'archived' and strpos(definition::text, $2) > 0
     order by name`,
    [projectId, `"${shownId}"`],
  )
  return rows.map(row => row.name)
}
