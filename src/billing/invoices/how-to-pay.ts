/** How an open invoice is paid where the operator collects by hand: in their words, and by Pix. */
import type { Settings } from '#kernel/base/config.ts'
import { pixCode, readPix } from '#kernel/base/pix.ts'
import { showAmount } from '#tenants/limits/money.ts'
import { providerOf } from '../provider/provider.ts'
import type { Invoice } from '../shapes.ts'
import { shownNumber } from './invoicing.ts'

/** A setting of several lines: an environment has no line breaks to type, so `\n` is one. */
export const linesOf = (setting: string): readonly string[] =>
  setting
    .split(/\\n|\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

/** What an owner is told who wants to pay. Nothing but the amount where a provider collects. */
export function howToPay(settings: Settings, invoice: Invoice) {
  const isByHand = providerOf(settings) === 'manual'
  const text = isByHand ? linesOf(settings.MALOTE_BILLING_PAYMENT).join('\n') : ''
  return {
    number: shownNumber(invoice),
    amount: showAmount(invoice.totalCents),
    currency: invoice.currency,
    contact: settings.MALOTE_BILLING_CONTACT || null,
    text: text || null,
    pix: isByHand ? pixOf(settings, invoice) : null,
  }
}

/** Somebody may still pay it; what is lost was taken back by the bank, or its days are over. */
export const isOwed = ({ state }: Pick<Invoice, 'state'>): boolean =>
  state === 'open' || state === 'lost'

/** Pix pays in reais, and what is owed. */
function pixOf({ MALOTE_BILLING_PIX: setting }: Settings, invoice: Invoice) {
  const payee = readPix(setting)
  if (payee === null || invoice.currency !== 'BRL' || !isOwed(invoice)) return null
  const reference = `FATURA${shownNumber(invoice)}`
  const code = pixCode({ payee, cents: invoice.totalCents, reference })
  return { code, key: payee.key, name: payee.name }
}
