/** The words of a project's forms in both languages, for whoever copies or previews them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import { readNames, topicNames } from '../contacts/reading.ts'
import type { FormWords } from './form-html.ts'
import { pagesOf } from './look.ts'
import { lookOf } from './words.ts'

export async function formWordsOf(
  sql: Sql,
  projectId: Uuid,
): Promise<Readonly<Record<Language, FormWords>>> {
  const { topics: known, properties } = await readNames(sql, { projectId, mode: 'test' })
  const pages = await pagesOf(sql, projectId)
  const inLanguage = async (language: Language): Promise<FormWords> => ({
    language,
    say: lookOf(language, pages).say,
    topics: await topicNames(sql, projectId, [...known], language),
    properties,
  })
  return { pt: await inLanguage('pt'), en: await inLanguage('en') }
}
