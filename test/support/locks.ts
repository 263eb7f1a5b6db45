/** Who waits for a lock, in the database of a test alone: others use the same server. */
import type { Sql } from '#kernel/world/db.ts'

/** How many sessions wait for a row or a table that another holds. */
export async function waitersFor(db: Pick<Sql, 'query'>, words = ''): Promise<number> {
  const waiting = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and wait_event <> 'advisory' and query like '%' || $1 || '%'`,
    [words],
  )
  return waiting.length
}
