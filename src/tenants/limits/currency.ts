/** The currency of what an account is shown. */
import type { Currency } from './plan-terms.ts'
import type { Quota, Terms } from './quota.ts'

/** What amounts of the period are in: of one in which nothing is sold, what the next is paid in. */
export const currencyOf = (quota: Quota, terms: Terms): Currency =>
  isForSale(quota) ? quota.currency : terms.currency

/** Whether anything of the period has been sold, or can be. */
export const isForSale = (quota: Quota): boolean =>
  quota.isOrdered || quota.extraUsed > 0 || quota.overageCents !== null
