/** Rows that end in portions, such as those that removed projects leave behind. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

interface Rows {
  readonly table: string
  /** Its primary key's columns. */
  readonly key: string
}

/** Those that `chosen` finds of a table; how many went. What others hold waits for the next time. */
export async function deleteChosen(
  sql: Sql,
  { table, key }: Rows,
  /** From `where` to `limit`. */
  chosen: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await sql.query<{ gone: number }>(
    `with gone as (
       delete from ${table} where (${key}) in (
         select ${key} from ${table} ${chosen} for update skip locked)
       returning 1)
     select count(*)::integer as gone from gone`,
    values,
  )
  return row!.gone
}

/** What of a project is past its time: rows whose id lies below. */
export interface Ended {
  readonly projectId: Uuid
  readonly below: Uuid
}

/** Up to `most` of a table that are past the time of their project, by `id` among its columns. */
export async function deleteEnded(
  sql: Sql,
  { table, key, id }: Rows & { readonly id: string },
  ended: readonly Ended[],
  most: number,
): Promise<number> {
  const [row] = await sql.query<{ gone: number }>(
    `with gone as (
       delete from ${table} where (${key}) in (
         select old.* from unnest($1::uuid[], $2::uuid[]) e (project, below)
         cross join lateral (
           select ${key} from ${table} where project_id = e.project and ${id} < e.below
           limit $3) old
         limit $3)
       returning 1)
     select count(*)::integer as gone from gone`,
    [ended.map(one => one.projectId), ended.map(one => one.below), most],
  )
  return row!.gone
}

/** Up to `most` of a table that are of removed projects. */
export const deleteSome = (
  sql: Sql,
  rows: Rows,
  projectIds: readonly Uuid[],
  most: number,
): Promise<number> =>
  deleteChosen(sql, rows, 'where project_id = any($1::uuid[]) limit $2', [projectIds, most])

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
