/** Reading the audit log. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Placed, Position } from '#kernel/world/listed.ts'
import {
  type AuditFilter,
  type AuditOf,
  type AuditRow,
  accountOf,
  findAuditPosition,
  selectAudit,
  selectDeleters,
} from './store.ts'

export type { AuditFilter, AuditOf, AuditRow } from './store.ts'

interface Page {
  readonly before: Position
  readonly count: number
}

/** Up to `count` before a position, newest first. */
export const readAudit = (
  sql: Sql,
  of: AuditOf,
  filter: AuditFilter,
  page: Page,
): Promise<(AuditRow & Placed)[]> => selectAudit(sql, of, filter, page)

export const auditPosition = (sql: Sql, of: AuditOf, id: Uuid): Promise<Position | null> =>
  findAuditPosition(sql, of, id)

/** Whose a thing is, by its id as it is shown; null: nobody's, or it is gone. */
export const accountOfThing = (sql: Sql, shown: string): Promise<Uuid | null> =>
  accountOf(sql, shown)

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
