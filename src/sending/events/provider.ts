/** What a destination is called in figures, limits and filters (delivery/providers.ts says which is which). */
export const providerGroups = [
  'provider_1',
  'provider_2',
  'provider_3',
  'provider_4',
  'provider_5',
  'provider_6',
  'provider_7',
] as const
export type ProviderGroup = (typeof providerGroups)[number]

/** With every host in no group. */
export const providers = [...providerGroups, 'other'] as const
export type Provider = (typeof providers)[number]
