import { type Sql, sqlState } from './db.ts'

const queryCancelled = '57014'

interface Look {
  /** Of each sort and hash, such as 64MB. */
  readonly memory: string
  /** Ends past it with SQLSTATE 57014. */
  readonly timeoutMs?: number | undefined
  /** Default: yes. */
  readonly readsTables?: boolean
}

/**
 * For what a transaction asks of much at once: it is planned for its values, and whole tables may be
 * read, which connections otherwise have turned off. It reads by itself: what the system's cache or
 * its read-ahead holds takes a seventh longer by PostgreSQL's own readers.
 */
export async function lookAtMuch(tx: Sql, look: Look): Promise<void> {
  const { memory, timeoutMs, readsTables = true } = look
  await tx.query(
    `select set_config('work_mem', $1, true), set_config('enable_seqscan', $2, true),
       set_config('plan_cache_mode', 'force_custom_plan', true),
       set_config('effective_io_concurrency', '0', true),
       set_config('statement_timeout', coalesce($3, current_setting('statement_timeout')), true)`,
    [memory, readsTables ? 'on' : 'off', timeoutMs === undefined ? null : `${timeoutMs}ms`],
  )
}

/** The first of a transaction that only reads: all its statements see the database of one moment. */
export async function readOneMoment(tx: Sql): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only')
}

/** From here on each statement of a transaction ends past it with SQLSTATE 57014. */
export async function limitStatements(tx: Sql, timeoutMs: number): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [`${timeoutMs}ms`])
}

/** null: a statement took longer than it may. */
export async function unlessTooLong<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === queryCancelled) return null
    throw error
  }
}
