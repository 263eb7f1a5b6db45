/** Language tags (RFC 5646), which people and templates have beside the two languages of our own. */
import { type Language, languages } from './languages.ts'

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/**
 * In canonical form (§4.5): `PT-br` is `pt-BR`. null for what is no tag, and for a language that there
 * is not: of two letters all are known, of three there are thousands, and none has more.
 */
export function languageTag(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text)
    const [language = ''] = tag!.split('-')
    const isLanguage = language.length === 3 || names.of(language) !== undefined
    return isLanguage ? tag! : null
  } catch {
    return null
  }
}

/** Of the two languages that pages speak; null: none of them. */
export const spokenIn = (tag: string | null): Language | null =>
  languages.find(one => tag?.toLowerCase().split('-')[0] === one) ?? null
