/**
 * All SQL on what a test key has set up. Most projects have none: a row is there from the making
 * until a live key or a member publishes the thing. What is deleted leaves its row, whose id never
 * comes again; the rows go with the project.
 */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

interface OfMode {
  readonly projectId: Uuid
  readonly mode: 'live' | 'test'
}

export async function noteOfTest(tx: Sql, projectId: Uuid, ids: readonly Uuid[]): Promise<void> {
  await tx.query(
    `insert into set_up_of_test (project_id, id) select $1, unnest($2::uuid[])
     on conflict do nothing`,
    [projectId, ids],
  )
}

export async function takeOver(sql: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  await sql.query('delete from set_up_of_test where project_id = $1 and id = $2', [projectId, id])
}

export async function isOfTest(sql: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await sql.query('select from set_up_of_test where project_id = $1 and id = $2', [
    projectId,
    id,
  ])
  return rows.length > 0
}

/** Of things by their ids, those that a test key alone has made. */
export async function ofTestAmong(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>(
    'select id from set_up_of_test where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids],
  )
  return new Set(rows.map(row => row.id))
}

/** Whether a mode may use a thing: live mode nothing that a test key alone has made. */
export const mayUse = async (sql: Sql, { projectId, mode }: OfMode, id: Uuid): Promise<boolean> =>
  mode === 'test' || !(await isOfTest(sql, projectId, id))

/**
 * The same as a condition on the rows of a statement, whose `project_id` and `id` are those of the
 * table `row`; `mode` is the place of a value, such as `$2`.
 */
export const usable = (row: string, mode: string): string =>
  `(${mode}::text = 'test' or not exists (select from set_up_of_test t
     where t.project_id = ${row}.project_id and t.id = ${row}.id))`

export async function forgetOfTest(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from set_up_of_test where project_id = any($1::uuid[])', [projectIds])
}
