/** SQL on the projects that pools of source addresses are for. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Which of these projects exist. */
export async function selectExisting(sql: Sql, ids: readonly Uuid[]): Promise<Set<Uuid>> {
  const rows = await sql.query<{ id: Uuid }>('select id from projects where id = any($1)', [ids])
  return new Set(rows.map(row => row.id))
}
