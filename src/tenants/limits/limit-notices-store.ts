/** Which accounts are near the end of what a day or a month allows. Reads only. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Of accounts whose day is not over: those that have used so much of a day or of a month. */
export async function selectBusy(
  sql: Sql,
  now: Date,
  threshold: { readonly day: number; readonly month: number },
): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select account_id as id from quotas
     where day_ends_at > $1 and (day_used >= $2 or month_used + extra_used >= $3)
     order by account_id`,
    [now, threshold.day, threshold.month],
  )
  return rows.map(({ id }) => id)
}
