/** All SQL on how often forms were shown, sent and confirmed. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../contacts/people/contact.ts'

export const formOutcomes = ['shown', 'sent', 'confirmed'] as const
export type FormOutcome = (typeof formOutcomes)[number]

export interface FormCount extends Owner {
  readonly formId: Uuid
  /** Of the account's zone, as 2026-11-29. */
  readonly day: string
  readonly outcome: FormOutcome
  readonly count: number
}

/** Each is there once. Forms that are deleted have no figures. */
export async function countForms(sql: Sql, counts: readonly FormCount[]): Promise<void> {
  await sql.query(
    `insert into form_counts (project_id, form_id, mode, day, outcome, count)
     select f.project_id, f.id, t.mode, t.day, t.outcome, t.count
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::text[], $6::bigint[])
       as t (project_id, form_id, mode, day, outcome, count)
     join forms f on f.project_id = t.project_id and f.id = t.form_id
     order by f.project_id, f.id, t.mode, t.day, t.outcome
     on conflict (project_id, form_id, mode, day, outcome)
       do update set count = form_counts.count + excluded.count`,
    [
      counts.map(one => one.projectId),
      counts.map(one => one.formId),
      counts.map(one => one.mode),
      counts.map(one => one.day),
      counts.map(one => one.outcome),
      counts.map(one => one.count),
    ],
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
