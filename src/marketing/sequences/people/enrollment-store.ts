/** All SQL on those who are in a sequence, or were. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type PlacedRow, type Position, positionsIn } from '#kernel/world/listed.ts'
import type { Owner } from '../../contacts/people/contact.ts'

/** How somebody stands at a step that takes time. */
interface WaitState {
  /** What it waits for beside time, and until when. */
  readonly reason?: string
  readonly until?: string | null
  /** Since when its letter has waited for a place. */
  readonly since?: string
  /** When a wait was begun. */
  readonly begun?: string
  /** When the step should have begun, of one that has not although its moment is past. */
  readonly planned?: string
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
  readonly waiting: WaitState | null
  readonly entered_at: Date
  readonly ended_at: Date | null
  /** Of one that is made: a step of a sequence has let them in. */
  readonly by_step?: boolean
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

/** Those of the ids that are inside, in the order of the ids; locked. */
export async function lockInside(
  tx: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<Enrollment[]> {
  return tx.query<Enrollment>(
    `select ${enrollmentColumns} from enrollments
     where project_id = $1 and id = any($2::uuid[]) and state = 'inside' order by id for update`,
    [projectId, ids],
  )
}

/** Whose way it is, and by what it goes. */
export interface Way {
  readonly project_id: Uuid
  readonly id: Uuid
  readonly mode: Owner['mode']
  readonly sequence_id: Uuid
  readonly version: number
  readonly contact_id: Uuid
  readonly step: string
  /** The step is a wait that has begun. */
  readonly waits: boolean
}

/** Whose way it is, of those that are inside. */
export async function whoseWays(
  sql: Sql,
  of: readonly { readonly projectId: Uuid; readonly subject: Uuid }[],
): Promise<Way[]> {
  return sql.query<Way>(
    `select e.project_id, e.id, e.mode, e.sequence_id, e.version, e.contact_id, e.step,
            e.due_at is not null as waits
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     join enrollments e on e.project_id = t.project_id and e.id = t.id and e.state = 'inside'`,
    [of.map(one => one.projectId), of.map(one => one.subject)],
  )
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

export interface StepVisit {
  readonly visit: number
  readonly step: string
  readonly at: Date
  readonly outcome: string
  readonly email_id: Uuid | null
}

/** The emails of ways, in no order. */
export async function emailsOfWays(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<Uuid[]> {
  const rows = await sql.query<{ email_id: Uuid }>(
    `select email_id from enrollment_steps
     where project_id = $1 and enrollment_id = any($2::uuid[]) and email_id is not null`,
    [projectId, ids],
  )
  return rows.map(row => row.email_id)
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
  page: { readonly state: string | null; readonly before: Position; readonly count: number },
): Promise<(Enrollment & PlacedRow)[]> {
  return sql.query<Enrollment & PlacedRow>(
    `select ${enrollmentColumns}, xid, (select settled_below()) as horizon from enrollments
     where project_id = $1 and sequence_id = $2 and mode = $3
       and (xid, id) < ($4::xid8, $5::uuid) and ($7::text is null or state = $7)
     order by xid desc, id desc limit $6`,
    [
      owner.projectId,
      sequenceId,
      owner.mode,
      page.before.xid,
      page.before.id,
      page.count,
      page.state,
    ],
  )
}

export const findEnrollmentPosition = positionsIn('enrollments')

interface InsidePage {
  readonly after: Uuid
  readonly count: number
}

const lockNext =
  (column: 'sequence_id' | 'mode') =>
  (tx: Sql, projectId: Uuid, value: string, { after, count }: InsidePage): Promise<Enrollment[]> =>
    tx.query<Enrollment>(
      `select ${enrollmentColumns} from enrollments
       where project_id = $1 and ${column} = $2 and state = 'inside' and id > $3
       order by id limit $4 for update`,
      [projectId, value, after, count],
    )

/** Those of a sequence who are inside, the next by id; locked, or none is. */
export const insideAfter = lockNext('sequence_id')

const insideMode = lockNext('mode')

/** Those of a mode who are inside anything, the next by id; locked. */
export const insideOfMode = (tx: Sql, { projectId, mode }: Owner, page: InsidePage) =>
  insideMode(tx, projectId, mode, page)

/** How many are inside a sequence, in both modes, by the step where they stand. */
export async function countInside(
  sql: Sql,
  projectId: Uuid,
  sequenceId: Uuid,
): Promise<{ readonly step: string | null; readonly count: number }[]> {
  return sql.query(
    `select step, count(*)::integer as count from enrollments
     where project_id = $1 and sequence_id = $2 and state = 'inside' group by step`,
    [projectId, sequenceId],
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

/** How many ways each of these people is on; who is on none is not in it. */
export async function countWays(
  sql: Sql,
  { projectId, mode }: Owner,
  contactIds: readonly Uuid[],
): Promise<Map<Uuid, number>> {
  const rows = await sql.query<{ id: Uuid; count: number }>(
    `select contact_id as id, count(*)::integer as count from enrollments
     where project_id = $1 and mode = $2 and contact_id = any($3::uuid[]) and state = 'inside'
     group by contact_id`,
    [projectId, mode, contactIds],
  )
  return new Map(rows.map(row => [row.id, row.count]))
}

/** How often steps have let a person into a sequence since a moment. */
export async function countEntriesBySteps(
  sql: Sql,
  { projectId, mode }: Owner,
  of: { readonly sequenceId: Uuid; readonly contactId: Uuid; readonly since: Date },
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from enrollments
     where project_id = $1 and mode = $2 and contact_id = $3 and sequence_id = $4 and by_step
       and entered_at > $5`,
    [projectId, mode, of.contactId, of.sequenceId, of.since],
  )
  return row!.count
}

/**
 * Where people stand, and where their way has ended. `gone`: of those who left, whoever was not through
 * with the step, which is no visit of it.
 */
export async function placesOf(
  sql: Sql,
  { projectId, mode }: Owner,
  sequenceId: Uuid,
): Promise<{ step: string; inside: number; left: number; gone: number; goal: number }[]> {
  return sql.query(
    `select e.step, (count(*) filter (where e.state = 'inside'))::integer as inside,
       (count(*) filter (where has_left))::integer as left,
       (count(*) filter (where has_left and s.visit is null))::integer as gone,
       (count(*) filter (where e.state = 'exited' and e.reason = 'goal'))::integer as goal
     from enrollments e
     cross join lateral (select e.state in ('exited', 'cancelled') as has_left) l
     left join enrollment_steps s
       on s.project_id = e.project_id and s.enrollment_id = e.id and s.visit = e.visit
     where e.project_id = $1 and e.sequence_id = $2 and e.mode = $3 and e.step is not null
     group by e.step`,
    [projectId, sequenceId, mode],
  )
}

/** Of those with these addresses, as the suppression list has them, the people inside anything. */
export async function contactsInside(
  sql: Sql,
  owner: Owner,
  addresses: readonly string[],
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select c.id from contacts c
     where c.project_id = $1 and c.mode = $2 and c.email_key = any($3::text[])
       and exists (select from enrollments e where e.project_id = $1 and e.mode = $2
                     and e.contact_id = c.id and e.state = 'inside')`,
    [owner.projectId, owner.mode, addresses],
  )
  return rows.map(row => row.id)
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
