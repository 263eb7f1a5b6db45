/** The words of a project's forms in each language, for whoever copies or previews them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import { namesOfTopics, readNames } from '../contacts/people/reading.ts'
import { findTopics } from '../contacts/topics/topic-store.ts'
import type { FormWords } from './form-html.ts'
import { lookOf, type Pages } from './words.ts'

export async function formWordsOf(
  sql: Sql,
  projectId: Uuid,
  pages: Pages,
): Promise<(language: Language) => FormWords> {
  const { topics: known, properties } = await readNames(sql, { projectId, mode: 'test' })
  const topics = await findTopics(sql, projectId, [...known])
  return language => ({
    language,
    say: lookOf(language, pages).say,
    topics: namesOfTopics(topics, language),
    properties,
  })
}
