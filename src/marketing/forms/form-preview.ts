/** The page of a form as it is, for a frame of the dashboard: nothing can be sent from there. */
import type { Language } from '#kernel/base/languages.ts'
import { plainPage } from '#kernel/routes/plain-page.ts'
import type { World } from '#kernel/world/world.ts'
import { shownForm } from './form-page.ts'
import { formWordsOf } from './form-words.ts'
import { pagesOf } from './look.ts'
import type { Form } from './store.ts'
import { framed } from './theme-preview.ts'
import { lookOf } from './words.ts'

export async function formPreview(
  world: Pick<World, 'db' | 'runtime' | 'files'>,
  { project_id: projectId, definition }: Form,
  language: Language,
): Promise<string> {
  const pages = await pagesOf(world.db, projectId)
  const look = await framed(world, { ...pages, ...definition.style })
  const { say, style } = lookOf(language, look)
  const wordsIn = await formWordsOf(world.db, projectId, pages)
  const parts = shownForm(definition, wordsIn(language), { token: '' })
  return plainPage(language, { en: say('form_title'), pt: say('form_title') }, parts, style)
}
