/** When `malote backup` last came to its end, for the doctor. */
import type { Sql } from '#kernel/world/db.ts'
import { findKept, keep } from './store.ts'

const name = 'last_backup'

export const keepLastBackup = (sql: Sql, at: Date): Promise<void> =>
  keep(sql, name, Buffer.from(at.toISOString()))

export async function findLastBackup(sql: Sql): Promise<Date | null> {
  const kept = await findKept(sql, name)
  return kept === null ? null : new Date(kept.toString())
}
