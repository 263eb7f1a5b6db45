/** What may be ordered, and in which currency. */

import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { type PlanName, planNames } from '#tenants/accounts/terms.ts'
import { soldCurrencies } from '#tenants/limits/offer.ts'
import type { Currency, Price } from '#tenants/limits/plan-terms.ts'
import { plansOf } from '#tenants/limits/plans.ts'

/** The price of a plan; throws where it is not sold, or not in this currency. */
export function priceOf(settings: Settings, plan: PlanName, currency: Currency): Price {
  const sold = soldCurrencies(settings)
  const { prices } = plansOf(settings)[plan]
  if (plan === 'free' || !sold.some(one => prices[one])) throw notSold(plan)
  const price = prices[currency]
  if (!sold.includes(currency) || !price) throw wrongCurrency(currency)
  return price
}

/** Throws where a plan or a currency is not sold here at any price. */
export function refuseUnsold(settings: Settings, plan: PlanName, currency: Currency): void {
  if (plan === 'free') throw notSold(plan)
  if (!soldCurrencies(settings).includes(currency)) throw wrongCurrency(currency)
}

/** What is owed holds the currency of an account; an order that is open may still be another one. */
export const owedIn = (
  unpaid: readonly { readonly cause: string; readonly currency: Currency }[],
): Currency | undefined => unpaid.find(one => !one.cause.startsWith('order:'))?.currency

export const isLarger = (plan: PlanName, than: PlanName): boolean =>
  planNames.indexOf(plan) > planNames.indexOf(than)

const notSold = (plan: PlanName): Refusal =>
  new Refusal('invalid_field', {
    param: 'plan',
    why: {
      en: `The ${plan} plan cannot be ordered here.`,
      pt: `O plano ${plan} não pode ser pedido aqui.`,
    },
  })

export const wrongCurrency = (currency: string): Refusal =>
  new Refusal('invalid_field', {
    param: 'currency',
    why: {
      en: `This cannot be paid in ${currency}.`,
      pt: `Isto não pode ser pago em ${currency}.`,
    },
  })
