/** What an email says, to whoever reads it: nothing in it is watched. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { contentOfRow, type KeptContent } from '../timeline/kept-content.ts'
import { keptContent } from '../timeline/look-up.ts'
import { mergedLetter, readMerged } from './merged.ts'

/** null: it is gone. */
export async function readContent(
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<KeptContent | null> {
  const kept = await keptContent(sql, projectId, emailId)
  if (kept === null || kept.merging === null || kept.own_values === null) return kept
  const merged = await readMerged(contentOfRow(kept), kept.merging)
  return { ...kept, ...mergedLetter(merged, kept.own_values, null) }
}
