/** Whose members run this installation: accounts that are marked, and no other. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { setOperator } from './store.ts'

/** Marks an account as one that runs the installation. */
export function makeOperator(sql: Sql, accountId: Uuid): Promise<void> {
  return setOperator(sql, accountId, true)
}
