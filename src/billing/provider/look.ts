/**
 * Looking at the provider and converging: whatever it has told us of, and in whatever order, how
 * things stand there now is what counts. Twice the same look changes nothing.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import {
  findInvoice,
  insertRefund,
  selectRefundsByHand,
  selectUnpaid,
  updateRefund,
} from '../invoices/invoice-store.ts'
import { type Billing, change } from '../invoices/invoicing.ts'
import { found } from '../invoices/outside.ts'
import { bringUp } from '../jobs.ts'
import { type Invoice, isCard } from '../shapes.ts'
import {
  askToLook,
  findCustomer,
  findOrder,
  findSubscription,
  takeWish,
  writeCustomer,
  writeSubscription,
} from '../store.ts'
import { takeDisputes, takeWarnings } from '../subscription/disputes.ts'
import { openDisputes } from '../subscription/doubt.ts'
import { paid } from '../subscription/paid.ts'
import { isRunning, notePayment, onAccount, voidInvoice } from '../subscription/subscription.ts'
import type { Cashier, ProviderView, SeenInvoice } from './cashier.ts'
import { placeOf } from './provider.ts'
import { noteSeen, seekPaid } from './seek.ts'
import { cashierOf } from './shared-cashier.ts'

const gentleMs = 5_000

/** `isGentle`: not again within five seconds. False where the provider did not answer. */
export async function lookAt(
  world: World,
  accountId: Uuid,
  { isGentle = false } = {},
): Promise<boolean> {
  const cashier = await cashierOf(world)
  if (cashier === null) {
    await bringUp(world, null, accountId)
    return true
  }
  const customer = await findCustomer(world.db, accountId, placeOf(world))
  const lastMs = customer?.lookedAt?.getTime() ?? 0
  if (isGentle && world.clock.now() - lastMs < gentleMs) return true
  if (customer?.ref) {
    await takeWish(world.db, accountId, placeOf(world))
    const isAnswered = await converge(world, cashier, accountId, customer.ref)
    if (!isAnswered) {
      await askToLook(world.db, customer.ref, placeOf(world))
      return false
    }
    // Nobody waits for this one at a page.
    if (!isGentle) await seekPaid(world, cashier, accountId)
  }
  await bringUp(world, cashier, accountId)
  return true
}

async function converge(
  world: World,
  cashier: Cashier,
  accountId: Uuid,
  ref: string,
): Promise<boolean> {
  const disputes = await openDisputes(world.db, accountId)
  const seen = await cashier.look(ref, disputes)
  if (seen.kind !== 'done') return false
  await onAccount(world, accountId, billing => take(billing, ref, seen.value))
  return true
}

async function take(billing: Billing, ref: string, seen: ProviderView): Promise<void> {
  const { tx, world, accountId } = billing
  const before = await findCustomer(tx, accountId, placeOf(world))
  await writeCustomer(tx, accountId, placeOf(world), {
    ref,
    isGone: seen.isGone,
    method: seen.method,
    lookedAt: new Date(world.clock.now()),
  })
  for (const order of seen.orders) {
    if (order.state === 'paid') await takeOrder(billing, order, seen)
  }
  for (const invoice of seen.invoices) await takeInvoice(billing, invoice, seen)
  for (const stranger of seen.strangers) {
    await found(billing, null, {
      kind: 'stranger',
      key: stranger,
      en: `The provider has ${stranger}, which was not made here.`,
      pt: `O provedor tem ${stranger}, que não foi criado aqui.`,
    })
  }
  for (const twin of twinsOf(seen)) {
    await found(billing, twin, {
      kind: 'twice',
      key: `twice ${twin}`,
      en: 'The provider has two objects of one invoice; one of them is to be called off.',
      pt: 'O provedor tem dois objetos de uma mesma fatura; um deles deve ser cancelado.',
    })
  }
  await takeMethod(billing, before?.method ?? null, seen)
  await takeDisputes(billing, seen)
  await takeWarnings(billing, seen)
  await noteSeen(billing, ref, seen)
}

/** Invoices of ours that are there more than once. */
function twinsOf({ invoices }: ProviderView): Uuid[] {
  const ids = invoices.filter(one => one.state !== 'void').map(one => one.id)
  return [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))]
}

/** A method that is gone makes the next renewal one by invoice; a new one is tried at once (T19). */
async function takeMethod(
  billing: Billing,
  before: ProviderView['method'],
  { isGone, method }: ProviderView,
): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  const has = isCard(method) && !isGone
  if (isRunning(subscription)) {
    const payBy = has ? subscription.payBy : 'invoice'
    const isBack = has && !isCard(before) && subscription.payBy === 'invoice'
    if (payBy !== subscription.payBy) {
      await writeSubscription(tx, { ...subscription, payBy })
      await notePayment(billing, false)
    } else if (isBack) {
      await writeSubscription(tx, { ...subscription, payBy: 'card' })
      await notePayment(billing, true)
    }
  }
  const isNew = has && JSON.stringify(before) !== JSON.stringify(method)
  if (!isNew) return
  const now = new Date(world.clock.now())
  for (const one of await openOf(billing)) await change(billing, one, { nextTryAt: now })
}

/** What waits for a card. What an ended plan left is paid by the customer's own act alone. */
async function openOf({ tx, accountId }: Billing) {
  const unpaid = await selectUnpaid(tx, accountId)
  return unpaid.filter(
    one => one.state === 'open' && one.ref !== null && one.tries > 0 && one.lostAt === null,
  )
}

async function takeOrder(
  billing: Billing,
  seen: ProviderView['orders'][number],
  all: ProviderView,
): Promise<void> {
  const { tx, accountId } = billing
  const order = await findOrder(tx, accountId, seen.id)
  if (order === null) return
  const invoice = (await findInvoice(tx, accountId, order.invoiceId))!
  if (invoice.paidAt !== null) {
    if (isTwice(invoice, seen.ref, all)) await paidTwice(billing, invoice.id)
    return takeGivenBack(billing, invoice.id, seen)
  }
  if (!isSame(invoice, seen)) return differs(billing, invoice.id, seen)
  await paid(billing, invoice)
}

const isSame = (
  invoice: { readonly totalCents: number; readonly currency: string },
  seen: { readonly totalCents: number; readonly currency: string },
): boolean => invoice.totalCents === seen.totalCents && invoice.currency === seen.currency

async function takeInvoice(billing: Billing, seen: SeenInvoice, all: ProviderView): Promise<void> {
  const { tx, world, accountId } = billing
  const invoice = await findInvoice(tx, accountId, seen.id)
  if (invoice === null) return
  if (!isSame(invoice, seen)) return differs(billing, invoice.id, seen)
  const links = { ref: seen.ref, payUrl: seen.payUrl, pdfUrl: seen.pdfUrl }
  const isKnown =
    invoice.ref === seen.ref && invoice.payUrl === seen.payUrl && invoice.pdfUrl === seen.pdfUrl
  const fresh = isKnown ? invoice : await change(billing, invoice, links)
  // What the bank took back is paid there, too.
  if (seen.state === 'paid' && fresh.paidAt === null) {
    await paid(billing, fresh)
  } else if (seen.state === 'paid' && isTwice(fresh, seen.payment, all)) {
    await paidTwice(billing, fresh.id)
  } else if (seen.state === 'open' && isSettled(fresh) && fresh.cancelAt === null) {
    await change(billing, fresh, { cancelAt: new Date(world.clock.now()) })
  } else if (seen.state === 'void' && (fresh.state === 'open' || fresh.state === 'due')) {
    await voidInvoice(billing, fresh)
  }
  await takeGivenBack(billing, seen.id, seen)
}

/** Given back by hand at the provider: taken over, each time as a refund of the day it was seen. */
async function takeGivenBack(
  billing: Billing,
  invoiceId: Uuid,
  { refundedCents: given }: Pick<SeenInvoice, 'refundedCents'>,
): Promise<void> {
  const { tx, world, accountId } = billing
  const invoice = await findInvoice(tx, accountId, invoiceId)
  if (invoice?.state !== 'paid') return
  const refundedCents = Math.min(given, invoice.paidCents)
  await takeGivenByHand(billing, invoice, refundedCents)
  if (refundedCents <= invoice.refundedCents) return
  const at = new Date(world.clock.now())
  await insertRefund(tx, {
    accountId,
    id: world.ids.next(),
    invoiceId,
    cause: `seen:${invoiceId}:${refundedCents}`,
    amountCents: refundedCents - invoice.refundedCents,
    reason: 'given back at the provider',
    byMember: null,
    state: 'done',
    ref: null,
    tries: 0,
    dueAt: at,
    at,
  })
  await change(billing, invoice, { refundedCents })
}

/**
 * Refunds that the provider refused are given by hand, there too. What else was given, or is yet to
 * be, counts before them; of several, that of the very sum was given.
 */
async function takeGivenByHand(
  { tx, world }: Billing,
  invoice: Invoice,
  givenCents: number,
): Promise<void> {
  const waiting = await selectRefundsByHand(tx, invoice.accountId, invoice.id)
  const waitingCents = waiting.reduce((sum, one) => sum + one.amountCents, 0)
  let left = Math.min(givenCents, invoice.refundedCents) - (invoice.refundedCents - waitingCents)
  const exact = waiting.find(one => one.amountCents === left)
  for (const one of exact === undefined ? waiting : [exact]) {
    if (one.amountCents > left) continue
    left -= one.amountCents
    await updateRefund(tx, { ...one, state: 'done', at: new Date(world.clock.now()) })
  }
}

/** It is not to be paid any more: what is open there is to be called off. */
const isSettled = ({ state, reference, paidAt }: Invoice): boolean =>
  state === 'void' ||
  (state === 'lost' && paidAt === null) ||
  (state === 'paid' && reference !== null)

/** Paid outside and there, too; what the bank has taken back there was paid once. */
const isTwice = (
  { reference }: Invoice,
  payment: string | null,
  { disputes }: ProviderView,
): boolean =>
  reference !== null && !disputes.some(one => one.state === 'lost' && one.payment === payment)

const paidTwice = (billing: Billing, invoiceId: Uuid): Promise<void> =>
  found(billing, invoiceId, {
    kind: 'paid_twice',
    key: `paid_outside_too ${invoiceId}`,
    en: 'Paid outside of the provider and there as well; one of the two is to be given back.',
    pt: 'Paga fora do provedor e também nele; um dos dois valores deve ser devolvido.',
  })

async function differs(
  billing: Billing,
  invoiceId: Uuid,
  seen: { readonly ref: string; readonly totalCents: number; readonly currency: string },
): Promise<void> {
  await found(billing, invoiceId, {
    kind: 'amount',
    key: `amount ${seen.ref}`,
    en: `The provider says ${seen.totalCents} ${seen.currency} of ${seen.ref}, which is not what was asked for.`,
    pt: `O provedor diz ${seen.totalCents} ${seen.currency} de ${seen.ref}, o que não é o que foi pedido.`,
  })
}
