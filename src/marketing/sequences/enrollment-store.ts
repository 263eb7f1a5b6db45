/** All SQL on those who are in a sequence, or were. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Placed, Position } from '#kernel/routes/paging.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../contacts/contact.ts'

/** How somebody stands at a step that takes time. */
interface Standing {
  /** What it waits for beside time, and until when. */
  readonly reason?: string
  readonly until?: string | null
  /** Since when its letter has waited for a place. */
  readonly since?: string
  /** When a wait was begun. */
  readonly begun?: string
}

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
  readonly waiting: Standing | null
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

export interface NewVisit {
  readonly visit: number
  readonly step: string
  readonly at: Date
  readonly outcome: string
  readonly emailId: Uuid | null
}

export async function insertVisits(
  tx: Sql,
  projectId: Uuid,
  id: Uuid,
  visits: readonly NewVisit[],
): Promise<void> {
  if (visits.length === 0) return
  await tx.query(
    `insert into enrollment_steps (project_id, enrollment_id, visit, step, at, outcome, email_id)
     select $1, $2, t.* from unnest($3::integer[], $4::text[], $5::timestamptz[], $6::text[],
       $7::uuid[]) as t`,
    [
      projectId,
      id,
      visits.map(one => one.visit),
      visits.map(one => one.step),
      visits.map(one => one.at),
      visits.map(one => one.outcome),
      visits.map(one => one.emailId),
    ],
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

/** All that a person is or was in, newest first. */
export async function enrollmentsOfPerson(
  sql: Sql,
  { projectId, mode }: Owner,
  contactId: Uuid,
): Promise<Enrollment[]> {
  return sql.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments
     where project_id = $1 and mode = $2 and contact_id = $3 order by id desc limit 10000`,
    [projectId, mode, contactId],
  )
}

export interface PastVisit extends StepVisit {
  readonly enrollment_id: Uuid
  readonly sequence_id: Uuid
}

const pastVisits = `select s.enrollment_id, e.sequence_id, s.visit, s.step, s.at, s.outcome, s.email_id
  from enrollments e join enrollment_steps s
    on s.project_id = e.project_id and s.enrollment_id = e.id
  where e.project_id = $1 and e.mode = $2 and e.contact_id = $3`

/** The steps that a person went through, in all sequences, newest first. */
export async function visitsOfContact(
  sql: Sql,
  { projectId, mode }: Owner,
  contactId: Uuid,
  page: { readonly until: Date; readonly count: number },
): Promise<PastVisit[]> {
  return sql.query<PastVisit>(
    `${pastVisits} and s.at <= $4::timestamptz + interval '1 millisecond'
     order by s.at desc, s.visit desc limit $5`,
    [projectId, mode, contactId, page.until, page.count],
  )
}

export async function findVisitOf(
  sql: Sql,
  { projectId, mode }: Owner,
  contactId: Uuid,
  of: { readonly id: Uuid; readonly visit: number },
): Promise<PastVisit | null> {
  const [row] = await sql.query<PastVisit>(
    `${pastVisits} and s.enrollment_id = $4 and s.visit = $5`,
    [projectId, mode, contactId, of.id, of.visit],
  )
  return row ?? null
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

export async function insideOfMode(sql: Sql, { projectId, mode }: Owner): Promise<Enrollment[]> {
  return sql.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments
     where project_id = $1 and mode = $2 and state = 'inside' order by id for update`,
    [projectId, mode],
  )
}

export async function shiftWaits(
  tx: Sql,
  { projectId, mode }: Owner,
  sequenceId: Uuid,
  ms: number,
): Promise<void> {
  await tx.query(
    `update enrollments set due_at = due_at + make_interval(secs => $3::float8 / 1000),
       waiting = case when due_at is not null then waiting - 'reason' - 'until' end
     where project_id = $1 and sequence_id = $2 and mode = $4 and state = 'inside'`,
    [projectId, sequenceId, ms, mode],
  )
}

interface StepFigures {
  readonly step: string
  readonly passed: number
  readonly sent: number
  readonly skipped: Readonly<Record<string, number>>
  /** Seconds from coming to the step to leaving it. */
  readonly median_s: number | null
}

/** What has been done at each step. */
export async function stepFigures(
  sql: Sql,
  { projectId, mode }: Owner,
  sequenceId: Uuid,
): Promise<StepFigures[]> {
  return sql.query<StepFigures>(
    `with visits as (
       select s.step, s.outcome, extract(epoch from s.at - lag(s.at, 1, e.entered_at)
           over (partition by s.enrollment_id order by s.visit))::float8 as took
       from enrollments e join enrollment_steps s
         on s.project_id = e.project_id and s.enrollment_id = e.id
       where e.project_id = $1 and e.sequence_id = $2 and e.mode = $3),
     reasons as (
       select step, jsonb_object_agg(reason, n) as skipped
       from (select step, substr(outcome, 9) as reason, count(*)::integer as n from visits
             where outcome like 'skipped:%' group by 1, 2) r group by 1)
     select v.step, count(*)::integer as passed,
       (count(*) filter (where v.outcome = 'sent'))::integer as sent,
       coalesce((select skipped from reasons r where r.step = v.step), '{}') as skipped,
       percentile_cont(0.5) within group (order by v.took)::float8 as median_s
     from visits v group by v.step`,
    [projectId, sequenceId, mode],
  )
}

/** Where people stand, and where their way has ended. */
export async function placesOf(
  sql: Sql,
  { projectId, mode }: Owner,
  sequenceId: Uuid,
): Promise<{ step: string; inside: number; left: number; goal: number }[]> {
  return sql.query(
    `select step, (count(*) filter (where state = 'inside'))::integer as inside,
       (count(*) filter (where state in ('exited', 'cancelled')))::integer as left,
       (count(*) filter (where state = 'exited' and reason = 'goal'))::integer as goal
     from enrollments where project_id = $1 and sequence_id = $2 and mode = $3 and step is not null
     group by step`,
    [projectId, sequenceId, mode],
  )
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
