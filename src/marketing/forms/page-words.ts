/** The texts of pages and letters for people, by where they stand, for whoever puts others there. */
import { Refusal } from '#kernel/base/errors.ts'
import { type Language, languages, type Text } from '#kernel/base/languages.ts'
import { words } from './words.ts'

export const wordPages = ['form', 'confirmation', 'letter', 'preferences', 'unsubscribe'] as const
export type WordPage = (typeof wordPages)[number]

export type OwnWords = { readonly [Key in Language]?: Readonly<Record<string, string>> }

/** What the name of a text begins with, and the page on which it stands. */
const pageOf: Readonly<Record<string, WordPage>> = {
  form: 'form',
  confirm: 'confirmation',
  letter: 'letter',
  preferences: 'preferences',
  unsubscribe: 'unsubscribe',
  leave: 'unsubscribe',
}

interface PageWord extends Text {
  readonly name: string
  readonly page: WordPage
}

/** Ours, in the order in which people meet them. */
export const pageWords: readonly PageWord[] = Object.entries(words).map(([name, text]) => ({
  name,
  page: pageOf[name.slice(0, name.indexOf('_'))]!,
  ...text,
}))

/** Throws Refusal: there is no such text. */
export function checkWords(own: OwnWords | undefined): void {
  for (const language of languages) {
    const unknown = Object.keys(own?.[language] ?? {}).find(name => !Object.hasOwn(words, name))
    if (unknown === undefined) continue
    throw new Refusal('invalid_field', {
      param: `pages.words.${language}.${unknown}`,
      why: { en: 'There is no field {param}.', pt: 'Não existe o campo {param}.' },
    })
  }
}
