/** All SQL on the jobs table. */
import type { Sql } from '#kernel/world/db.ts'

/** Whether this node may run the job now: it last ran at or before `notAfter`, or never. */
export async function takeJob(
  sql: Sql,
  name: string,
  now: number,
  notAfter: number,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into jobs (name, ran_at) values ($1, $2)
     on conflict (name) do update set ran_at = $2 where jobs.ran_at <= $3
     returning name`,
    [name, new Date(now), new Date(notAfter)],
  )
  return rows.length > 0
}
