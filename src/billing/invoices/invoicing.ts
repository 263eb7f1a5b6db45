/** Making invoices: one per cause, its lines, and where it goes from there. */
import { dayMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { operatorsOf } from '#tenants/accounts/store.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import type { PeriodRow } from '#tenants/limits/ledger-store.ts'
import { money, number, showAmount } from '#tenants/limits/money.ts'
import { dateIn, momentOf } from '#tenants/limits/period.ts'
import type { Currency, Plans } from '#tenants/limits/plan-terms.ts'
import { dateText, same, tell } from '../overview/tell.ts'
import { modeOf } from '../provider/provider.ts'
import type { Invoice, InvoiceLine, PayBy } from '../shapes.ts'
import { insertInvoice, type Payment, updateInvoice } from './invoice-store.ts'

export interface Billing {
  readonly tx: Tx
  readonly world: World
  readonly accountId: Uuid
}

interface NewInvoice {
  readonly cause: string
  readonly plan: PlanName | null
  readonly payBy: PayBy
  readonly currency: Currency
  readonly startsOn: string
  readonly endsOn: string
  readonly lines: readonly InvoiceLine[]
  /** Unpaid by then it is void. */
  readonly voidAt?: Date
  readonly isOrder?: boolean
  /** Who asks for it. */
  readonly memberId?: Uuid | null
}

/** Writes an invoice; null where its cause has one already. Without a sum it is paid. */
export async function issueInvoice(
  { tx, world, accountId }: Billing,
  asked: NewInvoice,
): Promise<Invoice | null> {
  const { settings } = world
  const now = new Date(world.clock.now())
  const totalCents = asked.lines.reduce((sum, line) => sum + line.amountCents, 0)
  const isFree = totalCents === 0
  // With the operator as the cashier it is out at once, and an order's own page collects by card;
  // of all else the provider has to be told first.
  const isByPage = asked.isOrder === true && asked.payBy === 'card'
  const isOut = settings.MALOTE_BILLING === 'manual' || isByPage
  const dueDays = asked.payBy === 'card' ? 0 : settings.MALOTE_BILLING_DUE_DAYS
  const dueAt = new Date(now.getTime() + dueDays * dayMs)
  const invoice = await insertInvoice(
    tx,
    {
      accountId,
      id: world.ids.next(),
      cause: asked.cause,
      state: isFree ? 'paid' : isOut ? 'open' : 'due',
      plan: asked.plan,
      payBy: asked.payBy,
      currency: asked.currency,
      totalCents,
      paidCents: 0,
      refundedCents: 0,
      startsOn: asked.startsOn,
      endsOn: asked.endsOn,
      ref: null,
      isLive: modeOf(settings) === 'live',
      payUrl: null,
      pdfUrl: null,
      fiscalNote: null,
      reference: null,
      tries: 0,
      nextTryAt: null,
      declined: null,
      issueTries: 0,
      issueAt: isFree || isOut ? null : now,
      issuedAt: isOut ? now : null,
      dueAt: asked.voidAt ?? dueAt,
      lostAt: null,
      voidAt: asked.voidAt ?? null,
      createdAt: now,
      paidAt: isFree ? now : null,
      byMember: asked.memberId ?? null,
      cancelAt: null,
    },
    asked.lines,
  )
  if (invoice?.state === 'open' && !isByPage) await tellIssued({ tx, world, accountId }, invoice)
  // Where no provider collects, somebody has to note the payment; an order is told in its own words.
  const isByHand = settings.MALOTE_BILLING === 'manual' && asked.isOrder !== true
  if (invoice?.state === 'open' && isByHand) {
    await tellOperators({ tx, world, accountId }, invoice, 'invoice_to_collect')
  }
  return invoice
}

/** Whoever runs the installation hears of an invoice: whose, its number, how much and until when. */
export async function tellOperators(
  { tx, world, accountId }: Billing,
  invoice: Invoice,
  code: 'order_placed' | 'invoice_to_collect',
  more: Readonly<Record<string, Text>> = {},
): Promise<void> {
  const { name, timeZone } = (await getAccount({ db: tx }, accountId))!
  const values = {
    account: same(name),
    number: same(shownNumber(invoice)),
    amount: money(invoice.totalCents, invoice.currency),
    until: dateText(dateIn(timeZone, invoice.dueAt.getTime())),
    ...more,
  }
  for (const operator of await operatorsOf(tx)) {
    await tell(tx, world, { accountId: operator, code, of: invoice.id, isLetter: false, values })
  }
}

/** By invoice it comes with a letter; a card pays by itself. `reminder`: the day of one, as a letter, once. */
export async function tellIssued(
  billing: Billing,
  invoice: Invoice,
  reminder?: string,
): Promise<boolean> {
  const { tx, world, accountId } = billing
  const { timeZone } = (await getAccount({ db: tx }, accountId))!
  return tell(tx, world, {
    accountId,
    code: 'invoice_issued',
    of: reminder === undefined ? invoice.id : `${invoice.id} ${reminder}`,
    isLetter: invoice.payBy === 'invoice' || reminder !== undefined,
    values: {
      number: same(shownNumber(invoice)),
      amount: money(invoice.totalCents, invoice.currency),
      until: dateText(dateIn(timeZone, invoice.dueAt.getTime())),
    },
  })
}

export function baseLine(
  plans: Plans,
  base: {
    readonly plan: PlanName
    readonly priceCents: number
    readonly from: string
    readonly to: string
  },
): InvoiceLine {
  const { title } = plans[base.plan]
  const [from, to] = [dateText(base.from), dateText(base.to)]
  return {
    kind: 'base',
    en: `${title} plan, ${from.en} to ${to.en}`,
    pt: `Plano ${title}, ${from.pt} a ${to.pt}`,
    quantity: 1,
    amountCents: base.priceCents,
    startsOn: base.from,
    endsOn: base.to,
    periodId: null,
  }
}

/** What was sold beyond the volume of a closed period; its sum was rounded when it closed. */
export function overageLine(period: PeriodRow): InvoiceLine {
  const [from, to] = [dateText(period.from), dateText(period.to)]
  const [extra, included] = [number(period.extra), number(period.included ?? 0)]
  return {
    kind: 'overage',
    en: `${extra.en} recipients beyond the included ${included.en}, ${from.en} to ${to.en}`,
    pt: `${extra.pt} destinatários além dos ${included.pt} incluídos, ${from.pt} a ${to.pt}`,
    quantity: period.extra,
    amountCents: period.billCents,
    startsOn: period.from,
    endsOn: period.to,
    periodId: period.id,
  }
}

interface Upgrade {
  readonly from: PlanName
  readonly to: PlanName
  readonly differenceCents: number
  /** The first day of the new plan, and the last that is paid. */
  readonly day: string
  readonly until: string
}

export function upgradeLine(plans: Plans, upgrade: Upgrade): InvoiceLine {
  const [before, after] = [plans[upgrade.from].title, plans[upgrade.to].title]
  return {
    kind: 'upgrade',
    en: `${after} plan instead of ${before} until ${dateText(upgrade.until).en}`,
    pt: `Plano ${after} em vez de ${before} até ${dateText(upgrade.until).pt}`,
    quantity: 1,
    amountCents: upgrade.differenceCents,
    startsOn: upgrade.day,
    endsOn: upgrade.until,
    periodId: null,
  }
}

export const shownNumber = ({ number: n }: Pick<Invoice, 'number'>): string =>
  String(n).padStart(6, '0')

/** An invoice as everybody is shown it. */
export function showInvoice(
  invoice: Invoice,
  parts: { readonly lines: readonly InvoiceLine[]; readonly payments: readonly Payment[] },
  language: 'en' | 'pt',
) {
  return {
    id: show('bil', invoice.id),
    number: shownNumber(invoice),
    state: invoice.state,
    total: showAmount(invoice.totalCents),
    paid: showAmount(invoice.paidCents),
    refunded: showAmount(invoice.refundedCents),
    currency: invoice.currency,
    period: { from: invoice.startsOn, to: invoice.endsOn },
    lines: parts.lines.map(line => ({
      kind: line.kind,
      text: line[language],
      quantity: line.quantity,
      amount: showAmount(line.amountCents),
      from: line.startsOn,
      to: line.endsOn,
    })),
    payments: parts.payments.map(({ kind, date, amountCents, reference }) => ({
      kind,
      date,
      amount: showAmount(amountCents),
      reference,
    })),
    pay_url: invoice.state === 'open' ? invoice.payUrl : null,
    pdf_url: invoice.pdfUrl,
    fiscal_note: invoice.fiscalNote,
    created_at: invoice.createdAt.toISOString(),
    due_at: invoice.dueAt.toISOString(),
  }
}

/** Days on which a card is tried, counted from the one on which an invoice goes out. */
const tryDays = [0, 1, 3, 5, 8, 12]
/** Local time: somebody is awake, and may see to it. */
const tryTime = '10:00'

/** The first try: at its hour of the day, or at once where that is over. */
export function firstTry(zone: string, now: number): Date {
  return new Date(Math.max(now, momentOf(dateIn(zone, now), tryTime, zone)))
}

/** The moments of the calendar, in order, counted from 0; null: no more. */
export function tryOf(first: string, zone: string, n: number): Date | null {
  const days = tryDays[n]
  if (days === undefined) return null
  const date = new Date(Date.parse(`${first}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
  return new Date(momentOf(date, tryTime, zone))
}

/** Changes an invoice and returns it as it then is. */
export async function change(
  { tx }: Pick<Billing, 'tx'>,
  invoice: Invoice,
  to: Partial<Invoice>,
): Promise<Invoice> {
  const changed = { ...invoice, ...to }
  await updateInvoice(tx, changed)
  return changed
}
