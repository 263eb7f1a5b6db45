/** The mailbox providers behind the neutral names of the API. */
import { useCallback } from 'react'
import type { Provider } from '../api/shapes.ts'
import { otherProvider } from './texts.ts'
import { type Text, useSay } from './words.tsx'

const name = (text: string): Text => ({ en: text, pt: text })

export const providerTexts: Readonly<Record<Provider, Text>> = {
  provider_1: name('Google'),
  provider_2: name('Microsoft'),
  provider_3: name('Yahoo'),
  provider_4: name('Apple'),
  provider_5: name('UOL'),
  provider_6: name('Terra'),
  provider_7: name('Locaweb'),
  other: otherProvider,
}
const known: Readonly<Record<string, Text>> = providerTexts

/** Says the name people know, or that it is another. */
export function useProviderName(): (provider: string) => string {
  const say = useSay()
  return useCallback(provider => say(known[provider] ?? otherProvider), [say])
}
