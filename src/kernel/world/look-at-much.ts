import type { Sql } from './db.ts'

interface Look {
  /** Of each sort and hash, such as 64MB. */
  readonly memory: string
  /** Ends past it with SQLSTATE 57014. */
  readonly timeoutMs?: number
  /** Default: yes. */
  readonly readsTables?: boolean
}

/**
 * For what a transaction asks of much at once: it is planned for its values, and whole tables may be
 * read, which connections otherwise have turned off.
 */
export async function lookAtMuch(tx: Sql, look: Look): Promise<void> {
  const { memory, timeoutMs, readsTables = true } = look
  await tx.query(
    `select set_config('work_mem', $1, true), set_config('enable_seqscan', $2, true),
       set_config('plan_cache_mode', 'force_custom_plan', true),
       set_config('statement_timeout', coalesce($3, current_setting('statement_timeout')), true)`,
    [memory, readsTables ? 'on' : 'off', timeoutMs === undefined ? null : `${timeoutMs}ms`],
  )
}
