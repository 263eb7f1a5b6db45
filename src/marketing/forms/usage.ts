/** What pages for people show. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { formsHolding, settingsHold } from './store.ts'

/** How the theme is called among what uses something: it has no name of its own. */
const themeName = 'theme'

/** The forms, and the theme, whose look holds one of the texts. */
export async function formsShowing(
  sql: Sql,
  projectId: Uuid,
  texts: readonly string[],
): Promise<readonly string[]> {
  const isTheme = await settingsHold(sql, projectId, texts)
  const forms = await formsHolding(sql, projectId, texts)
  return [...(isTheme ? [themeName] : []), ...forms]
}
