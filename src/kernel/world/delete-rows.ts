/** Rows that end in portions, such as those that removed projects leave behind. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

interface Rows {
  readonly table: string
  /** Its primary key's columns. */
  readonly key: string
}

/** Those whose keys a statement finds; how many went. */
export async function deleteFound(
  sql: Sql,
  { table, key }: Rows,
  found: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await sql.query<{ gone: number }>(
    `with gone as (delete from ${table} where (${key}) in (${found}) returning 1)
     select count(*)::integer as gone from gone`,
    values,
  )
  return row!.gone
}

/** Those that `chosen`, from `where` to `limit`, finds. What others hold waits for the next time. */
export const deleteChosen = (
  sql: Sql,
  { table, key }: Rows,
  chosen: string,
  values: readonly unknown[],
): Promise<number> => {
  const found = `select ${key} from ${table} ${chosen} for update skip locked`
  return deleteFound(sql, { table, key }, found, values)
}

/** What of a project is past its time: rows whose id lies below. */
export interface EndedRows {
  readonly projectId: Uuid
  readonly below: Uuid
}

/** Up to `most` of a table that are past the time of their project, by `id` among its columns. */
export const deleteEnded = (
  sql: Sql,
  { table, key, id }: Rows & { readonly id: string },
  ended: readonly EndedRows[],
  max: number,
): Promise<number> =>
  deleteFound(
    sql,
    { table, key },
    `select old.* from unnest($1::uuid[], $2::uuid[]) e (project, below)
     cross join lateral (
       select ${key} from ${table} where project_id = e.project and ${id} < e.below limit $3) old
     limit $3`,
    [ended.map(one => one.projectId), ended.map(one => one.below), max],
  )

/** Up to `most` of a table that are of removed projects. */
export const deleteSome = (
  sql: Sql,
  rows: Rows,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> =>
  deleteChosen(sql, rows, 'where project_id = any($1::uuid[]) limit $2', [projectIds, max])

/** All of tables that hold little of a project. */
export async function deleteAll(
  sql: Sql,
  tables: readonly string[],
  projectIds: readonly Uuid[],
): Promise<void> {
  for (const table of tables) {
    await sql.query(`delete from ${table} where project_id = any($1::uuid[])`, [projectIds])
  }
}
