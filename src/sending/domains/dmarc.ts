/** Whether a domain tells receivers what to do with mail that is not its own (RFC 7489). */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { findDomainByName } from './store.ts'

/** As last looked at; null: it is no domain of the project, or nobody has looked. */
export async function publishesDmarc(
  sql: Sql,
  projectId: Uuid,
  name: string,
): Promise<boolean | null> {
  const domain = await findDomainByName(sql, name)
  if (domain === null || domain.project_id !== projectId) return null
  const check = domain.checks.dmarc
  return check === undefined ? null : check.status === 'verified'
}
