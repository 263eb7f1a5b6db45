/**
 * The two languages of the dashboard. A sentence is always a `Text`, so that the type checker finds
 * what is missing in one of them; the catalogues are in texts/. The language chosen here is also the
 * one asked of the API, whose messages and explanations come in it.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

export type Language = 'pt' | 'en'

/** One sentence in both languages; `{name}` marks a place for a value. */
export interface Text {
  readonly en: string
  readonly pt: string
}

/** A sentence whose words depend on a number, which is its value `n`. */
export interface Plural {
  readonly en: Forms
  readonly pt: Forms
}
interface Forms {
  readonly one: string
  readonly other: string
}

type Values = Readonly<Record<string, string | number>>
export type Say = (text: Text | Plural, values?: Values) => string

const locales: Record<Language, string> = { en: 'en-GB', pt: 'pt-BR' }

/** How dates, numbers and plurals of a language are written. */
export const localeOf = (language: Language): string => locales[language]

/** What the document says it is written in. */
const tags: Record<Language, string> = { en: 'en', pt: 'pt-BR' }

const storageKey = 'malote-language'

let current: Language = chosenLanguage() ?? preferredLanguage()

/** The language asked of the API. */
export const spokenLanguage = (): Language => current

/** What somebody chose on this browser, if ever. */
function chosenLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(storageKey)
    return kept === 'pt' || kept === 'en' ? kept : null
  } catch {
    return null
  }
}

function preferredLanguage(): Language {
  return /^en/i.test(navigator.language) ? 'en' : 'pt'
}

interface Speech {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const SpeechContext = createContext<Speech>({ language: 'pt', choose: () => {} })

export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(current)
  useEffect(() => {
    document.documentElement.lang = tags[language]
  }, [language])
  const choose = useCallback<Speech['choose']>(wanted => {
    current = wanted
    try {
      localStorage.setItem(storageKey, wanted)
    } catch {
      // Kept for this visit alone.
    }
    setLanguage(wanted)
  }, [])
  const speech = useMemo(() => ({ language, choose }), [language, choose])
  return <SpeechContext value={speech}>{children}</SpeechContext>
}

export const useSpeech = (): Speech => useContext(SpeechContext)

/** Says a text in the chosen language. */
export function useSay(): Say {
  const { language } = useSpeech()
  return useCallback((text, values) => sentenceOf(text, language, values), [language])
}

/** A word of the API by a table; one that this version does not know stays as it is. */
export const sayOf = (say: Say, texts: Readonly<Record<string, Text>>, word: string): string =>
  Object.hasOwn(texts, word) ? say(texts[word]!) : word

/** A text in a language, its numbers as the language writes them. */
export function sentenceOf(text: Text | Plural, language: Language, values: Values = {}): string {
  const forms = text[language]
  const sentence = typeof forms === 'string' ? forms : formOf(forms, values.n)
  return sentence.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = values[name]
    if (value === undefined) return mark
    return typeof value === 'number'
      ? value.toLocaleString(localeOf(language))
      : withoutTurning(value)
  })
}

/**
 * Others' words in a line of ours, or beside a size: what turns letters around (UAX #9) would turn
 * what follows, and shows `invoice\u202efdp.exe` as a PDF.
 */
export const withoutTurning = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Both languages count alike: one is one, and none are many. Intl says "0 pessoa", which nobody does. */
const formOf = (forms: Forms, n: string | number | undefined): string =>
  Number(n) === 1 ? forms.one : forms.other
