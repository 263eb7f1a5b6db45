/** Which cashier collects, and whether with real money. */
import type { Settings } from '#kernel/base/config.ts'

type ProviderName = 'manual' | 'stripe'
type MoneyMode = 'live' | 'test'

/** The key's own word decides; the operator's hand takes real money. */
export const modeOf = ({ MALOTE_STRIPE_KEY: key, MALOTE_BILLING: billing }: Settings): MoneyMode =>
  billing === 'stripe' && !key.includes('_live_') ? 'test' : 'live'

/** Null: nobody does, and nobody can tell that there is such a thing. */
export const providerOf = ({ MALOTE_BILLING: billing }: Settings): ProviderName | null =>
  billing === 'manual' || billing === 'stripe' ? billing : null

/** Under which of the provider's names an account is kept: play money has customers of its own. */
export const placeOf = ({ settings }: { readonly settings: Settings }) => ({
  provider: 'stripe',
  isLive: modeOf(settings) === 'live',
})

/** What is below is not worth collecting, in cents. */
export const minBillCents = (settings: Settings): number =>
  providerOf(settings) === 'stripe' ? 50 : 1
