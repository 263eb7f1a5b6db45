/** What the dashboard reads of those who are in sequences, or were. It writes nothing. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../../contacts/people/contact.ts'

/** How many are inside each sequence; those that nobody is in are absent. */
export async function insideCounts(
  sql: Sql,
  { projectId, mode }: Owner,
): Promise<{ sequence_id: Uuid; inside: number }[]> {
  return sql.query(
    `select sequence_id, count(*)::integer as inside from enrollments
     where project_id = $1 and mode = $2 and state = 'inside' group by sequence_id`,
    [projectId, mode],
  )
}

/** The addresses of people; of those who are gone there is none. */
export async function addressesOf(
  sql: Sql,
  { projectId, mode }: Owner,
  contactIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string>> {
  const rows = await sql.query<{ id: Uuid; email: string }>(
    'select id, email from contacts where project_id = $1 and mode = $2 and id = any($3::uuid[])',
    [projectId, mode, contactIds],
  )
  return new Map(rows.map(row => [row.id, row.email]))
}

/** Of these ways, those on which letters were skipped and none was sent. */
export async function waysWithoutLetter(
  sql: Sql,
  projectId: Uuid,
  enrollmentIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>(
    `select enrollment_id as id from enrollment_steps
     where project_id = $1 and enrollment_id = any($2::uuid[])
     group by enrollment_id
     having bool_or(outcome like 'skipped:%') and not bool_or(outcome = 'sent')`,
    [projectId, enrollmentIds],
  )
  return new Set(rows.map(row => row.id))
}

interface ContactEnrollment {
  readonly id: Uuid
  readonly sequence_id: Uuid
  readonly name: string
  readonly state: 'inside' | 'finished' | 'exited' | 'cancelled'
  readonly entered_at: Date
}

/** The sequences that one person is in or has been in, the last time of each first. */
export async function enrollmentsOfContact(
  sql: Sql,
  { projectId, mode }: Owner,
  { contactId, count }: { readonly contactId: Uuid; readonly count: number },
): Promise<ContactEnrollment[]> {
  return sql.query(
    `select e.id, e.sequence_id, s.name, e.state, e.entered_at
     from sequences s
       join sequence_entries one on one.project_id = s.project_id and one.sequence_id = s.id
         and one.contact_id = $3
       join enrollments e on e.project_id = one.project_id and e.id = one.enrollment_id
         and e.mode = $2
     where s.project_id = $1
     order by e.entered_at desc, e.id desc limit $4`,
    [projectId, mode, contactId, count],
  )
}
