/** All SQL on the jobs table. */
import type { Sql } from '#kernel/world/db.ts'

/** What ran further ahead than this ran by a clock that was wrong. */
const maxAheadMs = 60_000

/**
 * Whether this node may run the job now: it last ran at or before `notAfter`, or never, or at a time
 * that is yet to come: who waits for that waits for years.
 */
export async function takeJob(
  sql: Sql,
  name: string,
  now: number,
  notAfter: number,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into jobs (name, ran_at) values ($1, $2)
     on conflict (name) do update set ran_at = $2 where jobs.ran_at <= $3 or jobs.ran_at > $4
     returning name`,
    [name, new Date(now), new Date(notAfter), new Date(now + maxAheadMs)],
  )
  return rows.length > 0
}
