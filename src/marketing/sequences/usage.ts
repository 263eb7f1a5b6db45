/** What sequences that are not put away use. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Used } from '../contacts/usage.ts'
import { sequencesNaming } from './store.ts'

export async function sequencesUsing(
  sql: Sql,
  projectId: Uuid,
  used: Used,
): Promise<readonly string[]> {
  if ('topic' in used) return sequencesNaming(sql, projectId, show('top', used.topic))
  if ('segment' in used) return sequencesNaming(sql, projectId, show('seg', used.segment))
  if ('sequence' in used)
    return sequencesNaming(sql, projectId, show('seq', used.sequence), used.sequence)
  return []
}

export const sequencesOfTemplate = (
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<readonly string[]> => sequencesNaming(sql, projectId, show('tpl', id))
