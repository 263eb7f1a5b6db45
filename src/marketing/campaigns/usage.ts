/** What campaigns that are not over use. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { UsedThing } from '../contacts/usage.ts'
import { printing } from '../templates/usage.ts'
import { namesNaming, namesPrinting } from './store.ts'

export async function campaignsUsing(
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<readonly string[]> {
  if ('topic' in used) return namesNaming(sql, projectId, show('top', used.topic))
  if ('sequence' in used) return namesNaming(sql, projectId, show('seq', used.sequence))
  if ('segment' in used) return namesNaming(sql, projectId, show('seg', used.segment))
  return namesPrinting(sql, projectId, printing(used.property))
}

export const campaignsOfTemplate = (
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<readonly string[]> => namesNaming(sql, projectId, show('tpl', id))
