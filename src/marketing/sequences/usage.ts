/** What sequences that are not put away use. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { UsedThing } from '../contacts/usage.ts'
import { keyOf } from './engine/moments.ts'
import { definitionsWith, sequencesNaming } from './store.ts'

export async function sequencesUsing(
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<readonly string[]> {
  if ('topic' in used) return sequencesNaming(sql, projectId, show('top', used.topic))
  if ('segment' in used) return sequencesNaming(sql, projectId, show('seg', used.segment))
  if ('sequence' in used)
    return sequencesNaming(sql, projectId, show('seq', used.sequence), used.sequence)
  const key = used.property
  const all = await definitionsWith(sql, projectId, key)
  return [...new Set(all.filter(one => namesProperty(one.definition, key)).map(one => one.name))]
}

/** In a filter, as the date of a wait or trigger, or among what a step writes. */
function namesProperty(node: unknown, key: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { field, property, set } = node as Record<string, unknown>
  if (field === `properties.${key}`) return true
  if (typeof property === 'string' && keyOf(property) === key) return true
  const written = (set as { properties?: object } | undefined)?.properties
  if (written !== undefined && Object.hasOwn(written, key)) return true
  return Object.values(node).some(one => namesProperty(one, key))
}

export const sequencesOfTemplate = (
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<readonly string[]> => sequencesNaming(sql, projectId, show('tpl', id))

/** Those with a letter of their own that holds one of the texts. */
export async function sequencesShowing(
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<readonly string[]> {
  const names: string[] = []
  for (const text of texts) {
    const found = await definitionsWith(sql, projectId, text)
    names.push(...found.map(one => one.name))
  }
  return names
}
