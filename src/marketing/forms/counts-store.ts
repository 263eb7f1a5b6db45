/** All SQL on how often forms were shown, sent and confirmed. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../contacts/contact.ts'

export const formOutcomes = ['shown', 'sent', 'confirmed'] as const
export type FormOutcome = (typeof formOutcomes)[number]

interface FormCount {
  readonly formId: Uuid
  /** Of the account's zone, as 2026-11-29. */
  readonly day: string
  readonly outcome: FormOutcome
}

/** Forms that are deleted have no figures. */
export async function countForm(
  sql: Sql,
  { projectId, mode }: Owner,
  { formId, day, outcome }: FormCount,
): Promise<void> {
  await sql.query(
    `insert into form_counts (project_id, form_id, mode, day, outcome, count)
     select project_id, id, $3, $4::date, $5, 1 from forms where project_id = $1 and id = $2
     on conflict (project_id, form_id, mode, day, outcome)
       do update set count = form_counts.count + 1`,
    [projectId, formId, mode, day, outcome],
  )
}

export async function readFormCounts(
  sql: Sql,
  { projectId, mode }: Owner,
  {
    formId,
    since,
    until,
  }: { readonly formId: Uuid; readonly since: string; readonly until: string },
): Promise<{ readonly day: string; readonly outcome: FormOutcome; readonly count: number }[]> {
  return sql.query(
    `select day::text, outcome, count::integer from form_counts
     where project_id = $1 and mode = $2 and form_id = $3
       and day between $4::date and $5::date order by day`,
    [projectId, mode, formId, since, until],
  )
}

export async function deleteFormCounts(
  sql: Sql,
  projectId: Uuid,
  formIds: readonly Uuid[],
): Promise<void> {
  await sql.query('delete from form_counts where project_id = $1 and form_id = any($2::uuid[])', [
    projectId,
    formIds,
  ])
}

export async function deleteFormCountsOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from form_counts where project_id = any($1::uuid[])', [projectIds])
}
