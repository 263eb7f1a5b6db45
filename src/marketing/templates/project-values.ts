/** The names that every letter of a project may print. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import { getProject } from '#tenants/accounts/accounts.ts'
import { topicNames } from '../contacts/people/reading.ts'
import { settingsOf } from '../forms/settings.ts'

/** `today` is the day where the letter is read. */
export async function projectValues(
  world: Pick<World, 'clock'> & { readonly db: Sql },
  tenant: Tenant,
  timeZone: string,
): Promise<LetterValues> {
  const project = await getProject(world, tenant.projectId)
  const { postal_address: address } = await settingsOf(world.db, tenant.projectId)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(world.clock.now())
  return { project: { name: project?.name ?? '', postal_address: address ?? '' }, today }
}

/** What the topic of a letter is called, by language; null where it has none. */
export async function topicNamesOf(
  sql: Sql,
  projectId: Uuid,
  topicId: Uuid | null,
): Promise<Readonly<Record<Language, string>> | null> {
  if (topicId === null) return null
  const name = async (language: Language) =>
    (await topicNames(sql, projectId, [topicId], language)).get(topicId) ?? ''
  return { pt: await name('pt'), en: await name('en') }
}
