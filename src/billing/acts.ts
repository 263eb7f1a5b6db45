/** What operators do with money. Each act is kept with who did it and why. */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { money } from '#tenants/limits/money.ts'
import { dateIn, isLocalDate, momentOf } from '#tenants/limits/period.ts'
import { findInvoice, insertRefund } from './invoices/invoice-store.ts'
import { type Billing, change, tellIssued } from './invoices/invoicing.ts'
import { serviceOf } from './provider/provider.ts'
import type { Invoice } from './shapes.ts'
import { findOrder, insertAct, updateOrder } from './store.ts'
import { paid } from './subscription/paid.ts'
import { catchUp, end, onAccount, settleDispute, voidInvoice } from './subscription/subscription.ts'

/** Who acts; null: the operator's command. */
interface Actor {
  readonly memberId: Uuid | null
}

const refused = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

async function actOn(
  world: World,
  invoiceId: Uuid,
  act: { readonly name: string; readonly reason: string } & Actor,
  step: (billing: Billing, invoice: Invoice) => Promise<Invoice>,
): Promise<Invoice> {
  const known = await findInvoice(world.db, null, invoiceId)
  if (known === null) throw new Refusal('resource_not_found')
  return onAccount(world, known.accountId, async billing => {
    const invoice = (await findInvoice(billing.tx, known.accountId, invoiceId))!
    const after = await step(billing, invoice)
    await insertAct(billing.tx, {
      id: world.ids.next(),
      accountId: known.accountId,
      invoiceId,
      act: act.name,
      memberId: act.memberId,
      reason: act.reason,
      at: new Date(world.clock.now()),
    })
    return (await findInvoice(billing.tx, known.accountId, after.id))!
  })
}

interface NotedPayment extends Actor {
  readonly reference: string
  /** The day on which the money came, where the account is; null: today. */
  readonly date?: string | null | undefined
  /** What came; it has to be the whole. */
  readonly cents?: number | undefined
}

/** The money came outside of the provider. The same once more: unchanged. */
export function markPaid(world: World, invoiceId: Uuid, noted: NotedPayment): Promise<Invoice> {
  const { reference, memberId } = noted
  const act = { name: 'paid', reason: reference, memberId }
  return actOn(world, invoiceId, act, async (billing, one) => {
    if (one.state === 'void') {
      throw refused('state', {
        en: 'The invoice is void; nothing can be paid with it.',
        pt: 'A fatura está anulada; nada pode ser pago com ela.',
      })
    }
    if (noted.cents !== undefined && noted.cents !== one.totalCents) {
      const sum = money(one.totalCents, one.currency)
      throw refused('amount', {
        en: `An invoice is paid in one sum, and this one is of ${sum.en}.`,
        pt: `Uma fatura é paga de uma só vez, e esta é de ${sum.pt}.`,
      })
    }
    const at = noted.date == null ? null : await dayOfPayment(billing, one, noted.date)
    if (one.state !== 'paid') return paid(billing, one, { reference, at })
    await mustBeSame(billing, one, noted)
    return one
  })
}

/** A payment that was noted is noted again as it was, or it is another one. */
async function mustBeSame(
  billing: Billing,
  { reference, paidAt }: Invoice,
  noted: NotedPayment,
): Promise<void> {
  if (reference === null) {
    throw refused('reference', {
      en: 'The invoice is paid already, and not outside of the provider.',
      pt: 'A fatura já está paga, e não foi fora do provedor.',
    })
  }
  if (reference !== noted.reference) {
    throw refused('reference', {
      en: 'The invoice is paid already, and that payment has another reference.',
      pt: 'A fatura já está paga, e esse pagamento tem outra referência.',
    })
  }
  if (noted.date != null && noted.date !== dateIn(await zoneOf(billing), paidAt!.getTime())) {
    throw refused('date', {
      en: 'The invoice is paid already, and that payment is of another day.',
      pt: 'A fatura já está paga, e esse pagamento é de outro dia.',
    })
  }
}

const zoneOf = async ({ tx, accountId }: Billing): Promise<string> =>
  (await getAccount({ db: tx }, accountId))!.timeZone

/** How long before its invoice somebody may have paid. */
const maxDaysAhead = 366

/**
 * A moment of the day on which money came: noon where the account is, which stays on that day if the
 * account moves. Throws the refusal of what is no such day.
 */
async function dayOfPayment(billing: Billing, { createdAt }: Invoice, date: string): Promise<Date> {
  const timeZone = await zoneOf(billing)
  const now = billing.world.clock.now()
  const isDay = isLocalDate(date)
  const noon = isDay ? momentOf(date, '12:00', timeZone) : Number.NaN
  const earliest = createdAt.getTime() - maxDaysAhead * dayMs
  if (!isDay || date > dateIn(timeZone, now) || noon < earliest) {
    throw refused('date', {
      en: 'The day of a payment is written as 2026-11-24, is not to come, and is at most a year before its invoice.',
      pt: 'O dia de um pagamento é escrito como 2026-11-24, não está no futuro e é no máximo um ano antes da fatura.',
    })
  }
  return new Date(Math.min(noon, now))
}

interface RefundAsk extends Actor {
  readonly cents: number
  readonly reason: string
  /** The subscription ends with it. */
  readonly isEnd: boolean
}

/** Gives money back, at most what is left of it; changes no plan unless asked to. */
export function refundInvoice(world: World, invoiceId: Uuid, ask: RefundAsk): Promise<Invoice> {
  const { cents, reason, memberId } = ask
  return actOn(world, invoiceId, { name: 'refund', reason, memberId }, async (billing, one) => {
    const left = one.paidCents - one.refundedCents
    if (one.state !== 'paid' || cents <= 0 || cents > left) {
      throw refused('amount', {
        en: 'A refund is more than nothing and at most what is left of the payment.',
        pt: 'Um estorno é mais que nada e no máximo o que resta do pagamento.',
      })
    }
    const at = new Date(world.clock.now())
    const id = world.ids.next()
    const isOutside = serviceOf(world.settings) === null || one.reference !== null
    await insertRefund(billing.tx, {
      accountId: one.accountId,
      id,
      invoiceId,
      cause: `act:${id}`,
      amountCents: cents,
      reason,
      byMember: memberId,
      // Outside of the provider, whoever notes a refund gives it, as with a payment.
      state: isOutside ? 'done' : 'due',
      ref: null,
      tries: 0,
      dueAt: at,
      at,
    })
    const after = await change(billing, one, { refundedCents: one.refundedCents + cents })
    if (ask.isEnd) {
      await end(billing, {
        why: { en: 'It was paid back.', pt: 'Ele foi estornado.' },
        isVoided: true,
      })
    }
    return after
  })
}

/** Nobody has to pay it any more. */
export function forgive(
  world: World,
  invoiceId: Uuid,
  { reason, memberId }: { readonly reason: string } & Actor,
): Promise<Invoice> {
  return actOn(world, invoiceId, { name: 'forgive', reason, memberId }, async (billing, one) => {
    if (one.state === 'paid') {
      throw refused('state', {
        en: 'The invoice is paid; give the money back instead.',
        pt: 'A fatura está paga; em vez disso, faça um estorno.',
      })
    }
    if (one.state === 'void') return one
    const after = await voidInvoice(billing, one)
    const [kind, id = ''] = one.cause.split(':')
    const order = kind === 'order' ? await findOrder(billing.tx, one.accountId, id) : null
    if (order?.state === 'open') await updateOrder(billing.tx, { ...order, state: 'closed' })
    if (one.state === 'lost' && one.paidAt !== null) await settleDispute(billing)
    await catchUp(billing)
    return after
  })
}

/** The letter of an invoice once more, at most once a day: it stands open, and nobody has paid it. */
export function remindOf(world: World, invoiceId: Uuid, { memberId }: Actor): Promise<Invoice> {
  const act = { name: 'remind', reason: '', memberId }
  return actOn(world, invoiceId, act, async (billing, one) => {
    if (one.state !== 'open') {
      throw refused('state', {
        en: 'Only an open invoice can be reminded of.',
        pt: 'Só é possível enviar lembrete de uma fatura em aberto.',
      })
    }
    const today = new Date(world.clock.now()).toISOString().slice(0, 10)
    if (!(await tellIssued(billing, one, today))) {
      throw refused('invoice_id', {
        en: 'A reminder of this invoice went out today already.',
        pt: 'Um lembrete desta fatura já foi enviado hoje.',
      })
    }
    return one
  })
}

/** The number of the fiscal note that goes with an invoice. */
export function noteFiscal(
  world: World,
  invoiceId: Uuid,
  { number, memberId }: { readonly number: string } & Actor,
): Promise<Invoice> {
  const act = { name: 'fiscal_note', reason: number, memberId }
  return actOn(world, invoiceId, act, (billing, one) =>
    change(billing, one, { fiscalNote: number }),
  )
}
