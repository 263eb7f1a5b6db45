/** SQL on emails of which nobody knows whether they were accepted. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Which of these emails are there; positions in the list. */
export async function findWritten(
  sql: Sql,
  emails: readonly { readonly projectId: Uuid; readonly id: Uuid }[],
): Promise<Set<number>> {
  const rows = await sql.query<{ at: number }>(
    `select asked.at::int - 1 as at
     from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (project_id, id, at)
     join emails e on e.project_id = asked.project_id and e.id = asked.id`,
    [emails.map(email => email.projectId), emails.map(email => email.id)],
  )
  return new Set(rows.map(row => row.at))
}

/**
 * Returns when the synchronous standby, where commits wait for one, has all that was committed until
 * now: a commit of a message in the log, of which no row is kept, waits behind all before it.
 */
export async function waitForStandby(sql: Sql): Promise<void> {
  await sql.query(`select pg_logical_emit_message(true, 'malote', '')`)
}
