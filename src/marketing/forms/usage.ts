/** What pages for people show, and what forms use. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { UsedThing } from '../contacts/usage.ts'
import { type Form, formsHolding, readForms, settingsHold } from './store.ts'

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

/** The names of the forms whose letters a template writes. */
export async function formsOfTemplate(
  sql: Sql,
  projectId: Uuid,
  id: Uuid,
): Promise<readonly string[]> {
  const forms = await readForms(sql, projectId)
  return forms.filter(one => one.definition.confirm_template_id === id).map(one => one.name)
}

/** The names of the forms that use something. */
export async function formsUsing(
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<readonly string[]> {
  const forms = await readForms(sql, projectId)
  const isUsed = ({ definition }: Form): boolean =>
    ('topic' in used && definition.topics.includes(used.topic)) ||
    ('property' in used && definition.fields.some(one => one.key === `properties.${used.property}`))
  return forms.filter(isUsed).map(one => one.name)
}
