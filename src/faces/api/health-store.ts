/** SQL on the database's own state. */
import type { Sql } from '#kernel/world/db.ts'

/** Whether it answers is whether this resolves; a standby answers, and takes no writes. */
export async function isWritable(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ writable: boolean }>(
    `select current_setting('transaction_read_only') = 'off' as writable`,
  )
  return row?.writable === true
}
