/** Settings about money, and what is wrong with them: what money depends on is right from the start. */
import {
  type PaymentProviderName,
  paymentProviders,
  type SettingsOfProviders,
} from './payment-providers.ts'
import { readPix } from './pix.ts'
import { setting, type ValueOf } from './setting-values.ts'
import { type FaultText, faultText } from './start-refused.ts'

export const paymentProviderNames = Object.keys(paymentProviders) as PaymentProviderName[]

const settingsOfProviders = Object.assign(
  {},
  ...Object.values(paymentProviders).map(one => one.settings),
) as SettingsOfProviders

const others = paymentProviderNames.slice(0, -1)
const last = paymentProviderNames.at(-1)!

export const billingSettings = {
  MALOTE_BILLING: setting(
    'text',
    'off',
    {
      en: `Who collects money from accounts: off (nobody; there is no page and no price), manual (the operator, by hand), ${others.map(name => `${name}, `).join('')}or ${last}.`,
      pt: `Quem cobra das contas: off (ninguém; não há página nem preço), manual (o operador, à mão)${others.map(name => `, ${name}`).join('')} ou ${last}.`,
    },
    ['off', 'manual', ...paymentProviderNames],
  ),
  ...settingsOfProviders,
  MALOTE_PLANS_FILE: setting('text', '', {
    en: 'Replaces the built-in plans and prices, also without billing.',
    pt: 'Substitui os planos e preços embutidos, também sem cobrança.',
  }),
  MALOTE_CURRENCIES: setting(
    'list',
    'BRL,USD',
    {
      en: 'What plans are sold in.',
      pt: 'Em que moedas os planos são vendidos.',
    },
    ['BRL', 'USD'],
  ),
  MALOTE_BILLING_GRACE_DAYS: setting('count', '14', {
    en: 'Days from the first failed payment until the account is on the Free plan.',
    pt: 'Dias desde o primeiro pagamento que falhou até a conta passar para o plano Free.',
  }),
  MALOTE_BILLING_DUE_DAYS: setting('count', '7', {
    en: 'Days until an invoice without a card is due.',
    pt: 'Dias até o vencimento de uma fatura sem cartão.',
  }),
  MALOTE_BILLING_CREDIT: setting('list', '1,5,2', {
    en: 'Credit line a,b,c for what is sold beyond the included volume: a month prices in the first period; then the larger of b month prices and c times the largest overage paid. `none` draws no line.',
    pt: 'Linha de crédito a,b,c para o que se vende além do volume incluído: a mensalidades no primeiro período; depois, o maior valor entre b mensalidades e c vezes o maior excedente já pago. `none` não impõe nenhuma.',
  }),
  MALOTE_BILLING_CONTACT: setting('text', '', {
    en: 'How to reach the operator about money; shown where they collect by hand.',
    pt: 'Como falar com o operador sobre dinheiro; aparece onde ele cobra à mão.',
  }),
  MALOTE_BILLING_ISSUER: setting('text', '', {
    en: 'Who issues the invoices, on each of them: name, tax id, address, in lines divided by \\n.',
    pt: 'Quem emite as faturas, em cada uma delas: nome, CNPJ, endereço, em linhas separadas por \\n.',
  }),
  MALOTE_BILLING_PAYMENT: setting('text', '', {
    en: 'How an invoice is paid where the operator collects by hand, such as a bank account, in lines divided by \\n.',
    pt: 'Como se paga uma fatura onde o operador cobra à mão, por exemplo uma conta bancária, em linhas separadas por \\n.',
  }),
  MALOTE_BILLING_PIX: setting('text', '', {
    en: 'Pix where the operator collects by hand: key, name and city, divided by semicolons. Each open invoice in BRL has a code to copy and to scan then.',
    pt: 'Pix onde o operador cobra à mão: chave, nome e cidade, separados por ponto e vírgula. Cada fatura aberta em BRL passa a ter um código para copiar e escanear.',
  }),
} as const

type BillingSettings = {
  readonly [N in keyof typeof billingSettings]: ValueOf<(typeof billingSettings)[N]>
} & { readonly MALOTE_CLOCK_AHEAD: number }

/** Nobody waits longer for money; what is far away is no date any more. */
const maxBillingDays = 365

/** null: they can be used. */
export function faultOfBilling(s: BillingSettings): FaultText | null {
  for (const name of paymentProviderNames) {
    const fault = faultOfKey(s, name)
    if (fault !== null) return fault
  }
  const lists = paymentProviderNames.flatMap(name => paymentProviders[name].neverEmpty)
  for (const name of ['MALOTE_CURRENCIES', ...lists] as const) {
    if (s[name].length === 0) return faultText('names_nothing', { setting: name })
  }
  for (const name of ['MALOTE_BILLING_GRACE_DAYS', 'MALOTE_BILLING_DUE_DAYS'] as const) {
    if (s[name] > maxBillingDays) {
      return faultText('odd_days', { setting: name, max: maxBillingDays })
    }
  }
  if (s.MALOTE_BILLING_PIX !== '' && readPix(s.MALOTE_BILLING_PIX) === null) {
    return faultText('odd_pix')
  }
  const credit = s.MALOTE_BILLING_CREDIT.join(',')
  if (credit === 'none' || /^\d{1,4}(,\d{1,4}){2}$/.test(credit)) return null
  return faultText('odd_credit', { value: credit })
}

function faultOfKey(s: BillingSettings, name: PaymentProviderName): FaultText | null {
  const { setting, shape, beginsWith, contains, isLive } = paymentProviders[name].key
  const key = s[setting]
  if (key !== '' && !shape.test(key)) {
    return faultText('odd_provider_key', { setting, beginsWith, contains })
  }
  if (s.MALOTE_BILLING === name && key === '') {
    return faultText('needs', { setting: `MALOTE_BILLING=${name}`, needed: setting })
  }
  if (s.MALOTE_CLOCK_AHEAD > 0 && isLive(key)) return faultText('live_money_ahead', { setting })
  return null
}
