/** Settings about money, and what is wrong with them: what money depends on is right from the start. */
import { readPix } from './pix.ts'
import { setting } from './setting-values.ts'

export const billingSettings = {
  MALOTE_BILLING: setting(
    'text',
    'off',
    'Who collects money from accounts: off (nobody; there is no page and no price), manual (the operator, by hand), or stripe.',
    ['off', 'manual', 'stripe'],
  ),
  MALOTE_STRIPE_KEY: setting(
    'text',
    '',
    'Secret or restricted key (sk_… or rk_…) of the account at Stripe; live or test in it is the mode.',
  ),
  MALOTE_STRIPE_WEBHOOK_SECRETS: setting(
    'list',
    '',
    'Signing secrets of the webhook, each good. Empty means that Stripe is asked every minute instead.',
  ),
  MALOTE_STRIPE_API_URL: setting('url', 'https://api.stripe.com', "Base URL of Stripe's API."),
  MALOTE_STRIPE_METHODS: setting('list', 'card', 'What customers may pay with at Stripe.', [
    'card',
    'boleto',
  ]),
  MALOTE_PLANS_FILE: setting(
    'text',
    '',
    'Replaces the built-in plans and prices, also without billing.',
  ),
  MALOTE_CURRENCIES: setting('list', 'BRL,USD', 'What plans are sold in.', ['BRL', 'USD']),
  MALOTE_BILLING_GRACE_DAYS: setting(
    'count',
    '14',
    'Days from the first failed payment until the account is on the Free plan.',
  ),
  MALOTE_BILLING_DUE_DAYS: setting('count', '7', 'Days until an invoice without a card is due.'),
  MALOTE_BILLING_CREDIT: setting(
    'list',
    '1,5,2',
    'Credit line a,b,c for what is sold beyond the included volume: a month prices in the first period; then the larger of b month prices and c times the largest overage paid. `none` draws no line.',
  ),
  MALOTE_BILLING_CONTACT: setting(
    'text',
    '',
    'How to reach the operator about money; shown where they collect by hand.',
  ),
  MALOTE_BILLING_ISSUER: setting(
    'text',
    '',
    'Who issues the invoices, on each of them: name, tax id, address, in lines divided by \\n.',
  ),
  MALOTE_BILLING_PAYMENT: setting(
    'text',
    '',
    'How an invoice is paid where the operator collects by hand, such as a bank account, in lines divided by \\n.',
  ),
  MALOTE_BILLING_PIX: setting(
    'text',
    '',
    'Pix where the operator collects by hand: key, name and city, divided by semicolons. Each open invoice in BRL has a code to copy and to scan then.',
  ),
} as const

interface BillingSettings {
  readonly MALOTE_BILLING: string
  readonly MALOTE_STRIPE_KEY: string
  readonly MALOTE_CLOCK_AHEAD: number
  readonly MALOTE_CURRENCIES: readonly string[]
  readonly MALOTE_STRIPE_METHODS: readonly string[]
  readonly MALOTE_BILLING_GRACE_DAYS: number
  readonly MALOTE_BILLING_DUE_DAYS: number
  readonly MALOTE_BILLING_CREDIT: readonly string[]
  readonly MALOTE_BILLING_PIX: string
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
  if (s.MALOTE_BILLING_PIX !== '' && readPix(s.MALOTE_BILLING_PIX) === null) {
    return 'MALOTE_BILLING_PIX must be a Pix key, a name and a city, divided by semicolons.'
  }
  const credit = s.MALOTE_BILLING_CREDIT.join(',')
  if (credit === 'none' || /^\d{1,4}(,\d{1,4}){2}$/.test(credit)) return null
  return `MALOTE_BILLING_CREDIT must be none or three whole numbers such as 1,5,2, not "${credit}".`
}
