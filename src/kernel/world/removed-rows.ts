/** The rows that removed projects leave behind. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

interface Rows {
  readonly table: string
  /** Its primary key's columns. */
  readonly key: string
}

/** Up to `most` of a table; how many went. What others hold waits for the next time. */
export async function deleteSome(
  sql: Sql,
  { table, key }: Rows,
  projectIds: readonly Uuid[],
  most: number,
): Promise<number> {
  const [row] = await sql.query<{ gone: number }>(
    `with gone as (
       delete from ${table} where (${key}) in (
         select ${key} from ${table} where project_id = any($1::uuid[]) limit $2
         for update skip locked)
       returning 1)
     select count(*)::integer as gone from gone`,
    [projectIds, most],
  )
  return row!.gone
}

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
