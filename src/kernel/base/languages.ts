/**
 * The two languages people read. A human sentence is always a `Text`: the type makes it impossible
 * to write one language and forget the other. Portuguese is the default
 * (docs/contract.md#languages).
 */
import { negotiate } from '@fastify/accept-negotiator'

export type Language = 'pt' | 'en'
export const languages: readonly Language[] = ['pt', 'en']
export const defaultLanguage: Language = 'pt'

/** Of the three variables the first that is set decides (POSIX.1-2024 §8.2); neither: English. */
export function languageOfTerminal({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language {
  return /^pt(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'pt' : 'en'
}

interface LanguageSetting {
  readonly MALOTE_LANGUAGE: string
}

/** What accounts are made with that name none. */
export const installationLanguage = ({ MALOTE_LANGUAGE: set }: LanguageSetting): Language =>
  set === 'en' ? 'en' : defaultLanguage

/** In what the installation speaks to whoever starts it. */
export const languageOfStart = (
  { MALOTE_LANGUAGE: set }: LanguageSetting,
  environment: Readonly<Record<string, string | undefined>>,
): Language => (set === '' ? languageOfTerminal(environment) : set === 'en' ? 'en' : 'pt')

/** One sentence in both languages; `{name}` marks a place that `fill` fills. */
export interface Text {
  readonly en: string
  readonly pt: string
}

export type Values = Readonly<Record<string, string | number>>

/** Puts values into the marked places of both languages. */
export function fill(text: Text, values: Values): Text {
  return { en: put(text.en, values), pt: put(text.pt, values) }
}

/** The same with values that differ by language, such as numbers. */
export const fillEach = (text: Text, values: Readonly<Record<string, Text>>): Text => {
  const of = (language: Language): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value[language]]))
  return { en: put(text.en, of('en')), pt: put(text.pt, of('pt')) }
}

function put(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (mark, name: string) =>
    name in values ? withoutTurning(String(values[name])) : mark,
  )
}

/** Others' words among ours: what turns letters around (UAX #9) would turn the rest of the line. */
export const withoutTurning = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** The language of an answer from the request's Accept-Language (RFC 9110 §12.5.4, q-values). */
export function languageOf(header: string | undefined): Language {
  if (!header || header.length > 1000) return defaultLanguage
  // The negotiator wants whole tags; only the primary subtag matters to us.
  const primary = header.replace(/\b(pt|en)-[a-z0-9-]+/gi, '$1').toLowerCase()
  const places = primary.split(',').map(range => range.split(';')[0]!.trim())
  // It stands for what is not named; the negotiator takes it for the first of all.
  const unnamed = languages.find(one => !places.includes(one)) ?? 'x'
  const place = (language: Language): number =>
    places.includes(language) ? places.indexOf(language) : places.length
  // Of equal ones the first that was named; the negotiator goes by our order.
  const chosen = negotiate(
    primary.replaceAll('*', unnamed),
    languages.toSorted((a, b) => place(a) - place(b)),
  )
  return chosen === 'en' ? 'en' : defaultLanguage
}
