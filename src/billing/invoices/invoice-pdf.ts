/**
 * An invoice as a page to print, to file and to forward: who asks whom for what, until when, and how
 * it is paid. It is no fiscal document; the number of that one stands on it where there is one.
 */
import { encode } from 'uqr'
import type { Language, Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { money, number } from '#tenants/limits/money.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { payerFacts } from '#tenants/trust/standing.ts'
import { writtenTaxId } from '#tenants/trust/tax-id.ts'
import { dateText } from '../overview/tell.ts'
import type { Invoice, InvoiceState } from '../shapes.ts'
import { howToPay, isOwed, linesOf } from './how-to-pay.ts'
import { type Payment, selectLines, selectPayments } from './invoice-store.ts'
import { shownNumber } from './invoicing.ts'

type Pdf = PDFKit.PDFDocument

const words = {
  invoice: { en: 'Invoice {n}', pt: 'Fatura {n}' },
  to: { en: 'To', pt: 'Para' },
  issued: { en: 'Issued', pt: 'Emissão' },
  due: { en: 'Due', pt: 'Vencimento' },
  period: { en: 'Period', pt: 'Período' },
  state: { en: 'Status', pt: 'Situação' },
  paidOn: { en: 'Paid on', pt: 'Paga em' },
  fiscal: { en: 'Fiscal note', pt: 'Nota fiscal' },
  item: { en: 'For', pt: 'Referente a' },
  quantity: { en: 'Quantity', pt: 'Quantidade' },
  amount: { en: 'Amount', pt: 'Valor' },
  total: { en: 'Total', pt: 'Total' },
  refunded: { en: 'Refunded', pt: 'Reembolsado' },
  refund: { en: 'Refund', pt: 'Reembolso' },
  pay: { en: 'How to pay', pt: 'Como pagar' },
  pix: { en: 'Pix: scan, or copy this code', pt: 'Pix: escaneie ou copie este código' },
  number: { en: 'Please name invoice {n}.', pt: 'Informe a fatura {n}.' },
} satisfies Record<string, Text>

const states: Record<InvoiceState, Text> = {
  due: { en: 'Being prepared', pt: 'Em preparação' },
  open: { en: 'Open', pt: 'Em aberto' },
  paid: { en: 'Paid', pt: 'Paga' },
  void: { en: 'Withdrawn', pt: 'Anulada' },
  lost: { en: 'Not paid', pt: 'Não paga' },
}

/** Of A4 (595 by 842 points), in points. */
const margin = 56
const right = 595 - margin
const columns = { item: margin, quantity: 360, amount: 450 } as const
const bottom = 842 - margin - 20
const dim = '#5b6663'

/** The invoice as a file; `language`: of whoever reads it. */
export async function invoicePdf(
  world: World,
  invoice: Invoice,
  language: Language,
): Promise<Buffer> {
  const { db, settings } = world
  const [lines, payments, account, payer, { default: Document }] = await Promise.all([
    selectLines(db, [invoice]),
    selectPayments(db, [invoice]),
    getAccount(world, invoice.accountId),
    payerFacts(db, invoice.accountId),
    import('pdfkit'),
  ])
  const say = (text: Text): string => text[language].replace('{n}', shownNumber(invoice))
  const title = say(words.invoice)
  const pdf = new Document({ size: 'A4', margin, info: { Title: title }, lang: language })
  const zone = account?.timeZone ?? 'UTC'
  const dayOf = (at: Date): string => dateText(dateIn(zone, at.getTime()))[language]
  const sum = (cents: number): string => money(cents, invoice.currency)[language]
  const { came, refunds, toCome } = movedOf(invoice, payments)
  const paidOn = came.map(one => `${dateText(one.date)[language]}: ${sum(one.amountCents)}`)
  // An invoice without a sum is paid at once, and nothing came.
  if (invoice.state === 'paid' && invoice.totalCents === 0 && invoice.paidAt !== null) {
    paidOn.push(dayOf(invoice.paidAt))
  }
  const taxId = payer.taxId === null ? null : writtenTaxId(payer.taxId)
  const [from, to] = [dateText(invoice.startsOn), dateText(invoice.endsOn)]

  head(pdf, title, linesOf(settings.MALOTE_BILLING_ISSUER))
  facts(pdf, [
    [say(words.to), [account?.name, taxId, payer.billingEmail].filter(isThere)],
    [say(words.issued), [dayOf(invoice.createdAt)]],
    [say(words.due), [dayOf(invoice.dueAt)]],
    [say(words.period), [`${from[language]} – ${to[language]}`]],
    [say(words.state), [say(states[invoice.state])]],
    [say(words.paidOn), paidOn],
    [say(words.fiscal), [invoice.fiscalNote].filter(isThere)],
  ])
  row(pdf, [say(words.item), say(words.quantity), say(words.amount)], { isHead: true })
  for (const line of lines) {
    row(pdf, [line[language], number(line.quantity)[language], sum(line.amountCents)])
  }
  row(pdf, [say(words.total), '', sum(invoice.totalCents)], { isBold: true })
  for (const one of refunds) {
    const on = dateText(one.date)[language]
    row(pdf, [`${say(words.refunded)}, ${on}`, '', sum(one.amountCents)])
  }
  if (toCome > 0) row(pdf, [say(words.refund), '', sum(toCome)])
  if (isOwed(invoice)) payment(pdf, howToPay(settings, invoice), say)
  pdf.end()
  const parts: Buffer[] = []
  for await (const part of pdf) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** What came, what went back and when, and what of the refund has no day yet. */
function movedOf({ refundedCents }: Invoice, payments: readonly Payment[]) {
  const came = payments.filter(one => one.kind === 'payment')
  const refunds = payments.filter(one => one.kind === 'refund')
  const given = refunds.reduce((total, one) => total + one.amountCents, 0)
  return { came, refunds, toCome: refundedCents - given }
}

const isThere = (text: string | null | undefined): text is string => Boolean(text)

function head(pdf: Pdf, title: string, issuer: readonly string[]): void {
  const [name, ...rest] = issuer
  pdf.font('Helvetica-Bold').fontSize(18).text(title, margin, margin)
  if (name !== undefined) pdf.moveDown(0.6).fontSize(11).text(printable(name))
  pdf.font('Helvetica').fontSize(9).fillColor(dim)
  for (const line of rest) pdf.text(printable(line))
  pdf.fillColor('black').moveDown(1.5)
}

function facts(pdf: Pdf, all: readonly (readonly [string, readonly string[]])[]): void {
  const width = right - margin - 100
  for (const [name, values] of all.filter(([, values]) => values.length > 0)) {
    const { y } = pdf
    pdf.font('Helvetica').fontSize(9).fillColor(dim).text(name, margin, y, { width: 95 })
    pdf.fillColor('black').fontSize(10)
    pdf.text(values.map(printable).join('\n'), margin + 100, y, { width })
    pdf.moveDown(0.4)
  }
  pdf.moveDown(1)
}

interface RowLook {
  readonly isHead?: boolean
  readonly isBold?: boolean
}

function row(pdf: Pdf, cells: readonly [string, string, string], look: RowLook = {}): void {
  const [item, quantity, amount] = cells.map(printable) as [string, string, string]
  const isHeavy = look.isHead === true || look.isBold === true
  pdf.font(isHeavy ? 'Helvetica-Bold' : 'Helvetica').fontSize(look.isHead ? 9 : 10)
  const itemWidth = columns.quantity - columns.item - 12
  const height = pdf.heightOfString(item, { width: itemWidth })
  if (pdf.y + height > bottom) pdf.addPage()
  const { y } = pdf
  const numbers = { align: 'right', lineBreak: false } as const
  pdf.text(item, columns.item, y, { width: itemWidth })
  pdf.text(quantity, columns.quantity, y, { ...numbers, width: columns.amount - columns.quantity })
  pdf.text(amount, columns.amount, y, { ...numbers, width: right - columns.amount })
  const end = y + height + 5
  pdf.moveTo(margin, end).lineTo(right, end).lineWidth(0.5).strokeColor('#c9d1ce').stroke()
  pdf.y = end + 6
}

/** A module of the code to scan, in points. */
const modulePoints = 2.2

function payment(
  pdf: Pdf,
  { text, contact, pix }: ReturnType<typeof howToPay>,
  say: (text: Text) => string,
): void {
  if (text === null && contact === null && pix === null) return
  pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(11).text(say(words.pay), margin)
  pdf.font('Helvetica').fontSize(10)
  const said = [text, say(words.number), contact].filter(isThere)
  for (const line of said) pdf.text(line.split('\n').map(printable).join('\n'))
  if (pix === null) return
  const { data } = encode(pix.code, { ecc: 'M', border: 0 })
  if (pdf.y + data.length * modulePoints + 60 > bottom) pdf.addPage()
  const top = pdf.moveDown(1).y
  for (const [y, line] of data.entries()) {
    for (const [x, isDark] of line.entries()) {
      if (!isDark) continue
      pdf.rect(margin + x * modulePoints, top + y * modulePoints, modulePoints, modulePoints)
    }
  }
  pdf.fill('black')
  const beside = margin + data.length * modulePoints + 16
  pdf.fontSize(9).fillColor(dim).text(say(words.pix), beside, top)
  pdf
    .font('Courier')
    .fillColor('black')
    .text(pix.code, beside, pdf.y + 4, { width: right - beside })
}

/** What the fonts that every reader of PDF has can show beyond Latin-1 (ISO 32000-2 annex D.3). */
const alsoShown = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** A letter that these fonts do not have is shown without its marks, or as a question mark. */
function printable(text: string): string {
  return [...text.normalize('NFC')]
    .map(letter => {
      if (isShown(letter)) return letter
      const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
      return base !== '' && [...base].every(isShown) ? base : '?'
    })
    .join('')
}

const isShown = (letter: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/.test(letter) || alsoShown.includes(letter)
