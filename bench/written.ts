/** What the database has written so far: exact where times are not, so that a change of 1 % shows. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#kernel/world/db.ts'

export interface WriteCounts {
  readonly logBytes: number
  /** Inserted, changed or deleted. */
  readonly rows: number
  readonly keptBytes: number
}

/** What is written behind (request-log.ts), and what sessions tell of themselves once a second. */
const untilToldMs = 2_500

/** Waits until all is told that was done before. */
export async function written({ db }: { readonly db: Db }): Promise<WriteCounts> {
  await pause(untilToldMs)
  const [row] = await db.query<WriteCounts>(
    `select (select wal_bytes::float8 from pg_stat_wal) as "logBytes",
       (select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables) as rows,
       pg_database_size(current_database())::float8 as "keptBytes"`,
  )
  return row!
}

/** Of each of so many emails, for the table. */
export const writtenPer = (
  emails: number,
  before: WriteCounts,
  after: WriteCounts,
): Record<string, number> => ({
  'write-ahead log KB per email': (after.logBytes - before.logBytes) / emails / 1_024,
  'rows written per email': (after.rows - before.rows) / emails,
  'kept KB per email': (after.keptBytes - before.keptBytes) / emails / 1_024,
})
