/** Who collects, and whether real money. All that is said of a service comes from its record. */
import { paymentProviderNames } from '#kernel/base/billing-settings.ts'
import type { Settings } from '#kernel/base/config.ts'
import { type PaymentProviderName, paymentProviders } from '#kernel/base/payment-providers.ts'

type ProviderName = 'manual' | PaymentProviderName
type MoneyMode = 'live' | 'test'
type Billing = Pick<Settings, 'MALOTE_BILLING'>

/** Whoever may collect, as answers name them. */
export const providerNames: readonly ProviderName[] = ['manual', ...paymentProviderNames]

/** The service that collects; null: the operator does by hand, or nobody. */
export const serviceOf = ({ MALOTE_BILLING: billing }: Billing): PaymentProviderName | null =>
  paymentProviderNames.find(name => name === billing) ?? null

/** Null: nobody does, and nobody can tell that there is such a thing. */
export const providerOf = (settings: Billing): ProviderName | null =>
  settings.MALOTE_BILLING === 'manual' ? 'manual' : serviceOf(settings)

/** The key's own word decides; the operator's hand takes real money. */
export function modeOf(settings: Settings): MoneyMode {
  const name = serviceOf(settings)
  if (name === null) return 'live'
  const { key } = paymentProviders[name]
  return key.isLive(settings[key.setting]) ? 'live' : 'test'
}

/**
 * Under which of the provider's names an account is kept: play money has customers of its own. Where
 * the operator collects, those that it once had at the first service are still known.
 */
export const placeOf = ({ settings }: { readonly settings: Settings }) => ({
  provider: serviceOf(settings) ?? paymentProviderNames[0]!,
  isLive: modeOf(settings) === 'live',
})

/** What is below is not worth collecting, in cents. */
export function minBillCents(settings: Billing): number {
  const name = serviceOf(settings)
  return name === null ? 1 : paymentProviders[name].minBillCents
}

/** Whether it tells of what has happened; otherwise it is asked. */
export function isToldOf(settings: Settings): boolean {
  const name = serviceOf(settings)
  return name !== null && settings[paymentProviders[name].webhook.secrets].length > 0
}
