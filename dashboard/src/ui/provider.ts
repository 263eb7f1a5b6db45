/** The mailbox providers behind the neutral names of the API. */
import { useCallback } from 'react'
import { otherProvider } from './texts.ts'
import { useSay } from './words.tsx'

const names: Readonly<Record<string, string>> = {
  provider_1: 'Google',
  provider_2: 'Microsoft',
  provider_3: 'Yahoo',
  provider_4: 'Apple',
  provider_5: 'UOL',
  provider_6: 'Terra',
  provider_7: 'Locaweb',
}

/** Says the name people know, or that it is another. */
export function useProviderName(): (provider: string) => string {
  const say = useSay()
  return useCallback(provider => names[provider] ?? say(otherProvider), [say])
}
