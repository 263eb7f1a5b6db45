/** The mailbox providers behind the neutral names of the API. */
const names: Readonly<Record<string, string>> = {
  provider_1: 'Google',
  provider_2: 'Microsoft',
  provider_3: 'Yahoo',
  provider_4: 'Apple',
  provider_5: 'UOL',
  provider_6: 'Terra',
  provider_7: 'Locaweb',
}

/** The name people know, or undefined for all others. */
export const providerName = (provider: string): string | undefined => names[provider]
