/** Settings about money, and what is wrong with them: what money depends on is right from the start. */
import { readPix } from './pix.ts'
import { setting } from './setting-values.ts'
import { type FaultText, faultText } from './start-refused.ts'

export const billingSettings = {
  MALOTE_BILLING: setting(
    'text',
    'off',
    {
      en: 'Who collects money from accounts: off (nobody; there is no page and no price), manual (the operator, by hand), or stripe.',
      pt: 'Quem cobra das contas: off (ninguém; não há página nem preço), manual (o operador, à mão) ou stripe.',
    },
    ['off', 'manual', 'stripe'],
  ),
  MALOTE_STRIPE_KEY: setting('text', '', {
    en: 'Secret or restricted key (sk_… or rk_…) of the account at Stripe; live or test in it is the mode.',
    pt: 'Chave secreta ou restrita (sk_… ou rk_…) da conta na Stripe; live ou test dentro dela é o modo.',
  }),
  MALOTE_STRIPE_WEBHOOK_SECRETS: setting('list', '', {
    en: 'Signing secrets of the webhook, each good. Empty means that Stripe is asked every minute instead.',
    pt: 'Segredos de assinatura do webhook; qualquer um deles vale. Vazio significa que, em vez disso, a Stripe é consultada a cada minuto.',
  }),
  MALOTE_STRIPE_API_URL: setting('url', 'https://api.stripe.com', {
    en: "Base URL of Stripe's API.",
    pt: 'URL base da API da Stripe.',
  }),
  MALOTE_STRIPE_METHODS: setting(
    'list',
    'card',
    {
      en: 'What customers may pay with at Stripe.',
      pt: 'Com o que os clientes podem pagar na Stripe.',
    },
    ['card', 'boleto'],
  ),
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
export function faultOfBilling(s: BillingSettings): FaultText | null {
  const { MALOTE_BILLING: billing, MALOTE_STRIPE_KEY: key } = s
  if (key !== '' && !/^(sk|rk)_(\S+_)?(live|test)_\S+$/.test(key)) {
    return faultText('odd_stripe_key')
  }
  if (billing === 'stripe' && key === '') {
    return faultText('needs', { setting: 'MALOTE_BILLING=stripe', needed: 'MALOTE_STRIPE_KEY' })
  }
  if (s.MALOTE_CLOCK_AHEAD > 0 && key.includes('_live_')) {
    return faultText('live_money_ahead')
  }
  for (const name of ['MALOTE_CURRENCIES', 'MALOTE_STRIPE_METHODS'] as const) {
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
