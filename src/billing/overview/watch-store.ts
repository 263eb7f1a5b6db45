/** Which accounts are worth a look: those near the end of what they may send. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Accounts that have used so much of their volume, or more than all of it. null: no plan has one. */
export async function selectWatched(sql: Sql, min: number | null): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select q.account_id as id from quotas q
     where q.month_used >= $1 or q.extra_used > 0 order by q.account_id`,
    [min],
  )
  return rows.map(row => row.id)
}
