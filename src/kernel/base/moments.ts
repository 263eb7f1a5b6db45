/**
 * Moments and days as sentences tell them, in the one form that the pages have, too
 * (dashboard/src/ui/format.ts): `29 Nov 2026, 23:14`, `29 de nov. de 2026, 23:14`. A sentence also
 * says in which zone, since letters and answers of the API are read anywhere.
 */
import { formatOf } from './formats.ts'
import { type Language, languages, type Text } from './languages.ts'

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR' }

/** `29 Nov 2026, 23:14 (America/Recife)`, or `… UTC`. */
export function localTime(ms: number, timeZone: string): Text {
  const where = timeZone === 'UTC' ? timeZone : `(${timeZone})`
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone }
  return inEach(language => `${formatted(ms, language, options)} ${where}`)
}

/** `29 November 2026`, `29 de novembro de 2026`. */
export const localDay = (ms: number, timeZone: string): Text =>
  inEach(language => formatted(ms, language, { dateStyle: 'long', timeZone }))

const formatted = (ms: number, language: Language, options: object): string =>
  formatOf('DateTimeFormat', locales[language], options).format(ms)

const inEach = (of: (language: Language) => string): Text =>
  Object.fromEntries(languages.map(language => [language, of(language)])) as unknown as Text
