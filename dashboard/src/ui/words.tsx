/**
 * The two languages of the dashboard. A sentence is always a `Text`, so that the type checker finds
 * what is missing in one of them; the catalogues are in texts/. The language chosen here is also the
 * one asked of the API, whose messages and explanations come in it.
 */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

export type Language = 'pt' | 'en'

/** One sentence in both languages; `{name}` marks a place for a value. */
export interface Text {
  readonly en: string
  readonly pt: string
}

export type Values = Readonly<Record<string, string | number>>
export type Say = (text: Text, values?: Values) => string

const storageKey = 'malote-language'

let current: Language = chosenLanguage() ?? preferredLanguage()

/** The language asked of the API. */
export const spokenLanguage = (): Language => current

/** What somebody chose on this browser, if ever. */
export function chosenLanguage(): Language | null {
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
  readonly choose: (language: Language, options?: { keep: boolean }) => void
}

const SpeechContext = createContext<Speech>({ language: 'pt', choose: () => {} })

export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(current)
  const choose = useCallback<Speech['choose']>((wanted, options) => {
    current = wanted
    document.documentElement.lang = wanted
    if (options?.keep !== false) {
      try {
        localStorage.setItem(storageKey, wanted)
      } catch {
        // Kept for this visit alone.
      }
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
  return useCallback((text, values) => put(text[language], values), [language])
}

export function put(sentence: string, values: Values = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (mark, name: string) =>
    name in values ? String(values[name]) : mark,
  )
}
