/** What this installation sells, as its settings say: the plans, and the currency of each account. */
import { validate } from 'stdnum/lib/cjs/br/cnpj.js'
import type { Settings } from '#kernel/base/config.ts'
import { type Currency, currencies } from './plan-terms.ts'
import { plansOf } from './plans.ts'
import type { Offer } from './reserve-store.ts'

type OfferSettings = Pick<Settings, 'MALOTE_PLANS_FILE' | 'MALOTE_BILLING' | 'MALOTE_CURRENCIES'>

export function offerOf(settings: OfferSettings): Offer {
  const sold = soldCurrencies(settings)
  const isOff = settings.MALOTE_BILLING === 'off'
  return {
    plans: plansOf(settings),
    currencyOf({ language, taxId }) {
      if (isOff) return 'USD'
      const wished: Currency = language === 'pt' || isCnpj(taxId) ? 'BRL' : 'USD'
      return sold.includes(wished) ? wished : sold[0]!
    },
  }
}

export const soldCurrencies = ({
  MALOTE_CURRENCIES: names,
}: Pick<Settings, 'MALOTE_CURRENCIES'>): readonly Currency[] =>
  currencies.filter(one => names.includes(one))

const isCnpj = (taxId: string | null): boolean => taxId !== null && validate(taxId).isValid
