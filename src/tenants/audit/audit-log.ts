/** Reading the audit log. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { selectDeleters } from './store.ts'

/** Who deleted each of these things of an account, as the log calls them. */
export async function whoDeleted(
  sql: Sql,
  accountId: Uuid,
  asked: { readonly targets: readonly string[]; readonly since: Date },
): Promise<ReadonlyMap<string, string | null>> {
  if (asked.targets.length === 0) return new Map()
  const rows = await selectDeleters(sql, accountId, asked)
  return new Map(rows.map(({ target, name }) => [target, name]))
}
