/** Waiting for what is read in the order of commits. */
import type { Sql } from '#kernel/world/db.ts'
import { until } from './until.ts'

/**
 * Returns once all events are settled. Whoever writes at the same server counts as a writer below
 * them: another test, or an analyze by PostgreSQL itself.
 */
export async function settledEvents(sql: Sql): Promise<void> {
  await until(async () => {
    const [row] = await sql.query<{ settled: boolean }>(
      `select coalesce(max(xid) < settled_below(), true) as settled
       from (select xid from events order by xid desc limit 1) last`,
    )
    return row?.settled ?? true
  }, 'settled transactions')
}
