/** What money depends on is right from the start: what is wrong with its settings, as a sentence. */

interface BillingSettings {
  readonly MALOTE_BILLING: string
  readonly MALOTE_STRIPE_KEY: string
  readonly MALOTE_CLOCK_AHEAD: number
  readonly MALOTE_CURRENCIES: readonly string[]
  readonly MALOTE_STRIPE_METHODS: readonly string[]
  readonly MALOTE_BILLING_GRACE_DAYS: number
  readonly MALOTE_BILLING_DUE_DAYS: number
  readonly MALOTE_BILLING_CREDIT: readonly string[]
}

/** Nobody waits longer for money; what is far away is no date any more. */
const maxBillingDays = 365

/** null: they can be used. */
export function faultOfBilling(s: BillingSettings): string | null {
  const { MALOTE_BILLING: billing, MALOTE_STRIPE_KEY: key } = s
  if (key !== '' && !/^(sk|rk)_(\S+_)?(live|test)_\S+$/.test(key)) {
    return 'MALOTE_STRIPE_KEY must begin with sk_ or rk_, and have _live_ or _test_ in it.'
  }
  if (billing === 'stripe' && key === '') {
    return 'MALOTE_BILLING=stripe needs MALOTE_STRIPE_KEY.'
  }
  if (s.MALOTE_CLOCK_AHEAD > 0 && key.includes('_live_')) {
    return 'MALOTE_CLOCK_AHEAD is not for a live MALOTE_STRIPE_KEY.'
  }
  for (const name of ['MALOTE_CURRENCIES', 'MALOTE_STRIPE_METHODS'] as const) {
    if (s[name].length === 0) return `${name} names nothing.`
  }
  for (const name of ['MALOTE_BILLING_GRACE_DAYS', 'MALOTE_BILLING_DUE_DAYS'] as const) {
    if (s[name] > maxBillingDays) {
      return `${name} must be a whole number from 1 to ${maxBillingDays}.`
    }
  }
  const credit = s.MALOTE_BILLING_CREDIT.join(',')
  if (credit === 'none' || /^\d{1,4}(,\d{1,4}){2}$/.test(credit)) return null
  return `MALOTE_BILLING_CREDIT must be none or three whole numbers such as 1,5,2, not "${credit}".`
}
