/** Waiting for what is read in the order of commits. */
import type { Sql } from '#kernel/world/db.ts'
import { until } from './until.ts'

/**
 * Returns once all events are settled, and stay so: every transaction of the server that is under way
 * began after them. One of another database, which `settled_below` passes over, would count as a
 * writer below them in the moment in which it ends. Whoever writes at the same server is waited for:
 * another test, or an analyze by PostgreSQL itself.
 */
export async function settledEvents(sql: Sql): Promise<void> {
  await until(async () => {
    const [row] = await sql.query<{ settled: boolean }>(
      `select coalesce(max(xid) < position_at(pg_snapshot_xmin(pg_current_snapshot())), true) as settled
       from (select xid from events order by xid desc limit 1) last`,
    )
    return row?.settled ?? true
  }, 'settled transactions')
}
