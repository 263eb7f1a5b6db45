/** An invoice is paid: what follows depends on what it was for (T1, T2, T6, T10, T14). */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { changeAccount } from '#tenants/accounts/accounts.ts'
import { takesTestMoney } from '#tenants/accounts/store.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { changeDeal } from '#tenants/limits/reserve.ts'
import { notePlanChange } from '#tenants/trust/store.ts'
import { findingOfRefund, insertRefund, selectLines } from '../invoices/invoice-store.ts'
import { type Billing, change } from '../invoices/invoicing.ts'
import { same, tell } from '../overview/tell.ts'
import { serviceOf } from '../provider/provider.ts'
import type { Invoice } from '../shapes.ts'
import {
  findOpenOrder,
  findOrder,
  findSubscription,
  insertDifference,
  updateOrder,
  writeSubscription,
} from '../store.ts'
import { creditOf } from './credit.ts'
import {
  begin,
  catchUp,
  closeOrder,
  isOffer,
  isRunning,
  renew,
  settleDispute,
} from './subscription.ts'

/**
 * Takes note of a payment, once. `reference`: where it was paid outside of the provider; `at`: when
 * that was, as its operator says.
 */
export async function paid(
  billing: Billing,
  invoice: Invoice,
  {
    reference = null,
    at = null,
  }: { readonly reference?: string | null; readonly at?: Date | null } = {},
): Promise<Invoice> {
  if (invoice.state === 'paid') return invoice
  if (reference === null && (await isPlayMoney(billing, invoice))) return invoice
  const now = new Date(billing.world.clock.now())
  const after = await change(billing, invoice, {
    state: 'paid',
    paidCents: invoice.totalCents,
    paidAt: at ?? now,
    reference: reference ?? invoice.reference,
    nextTryAt: null,
    issueAt: null,
    lostAt: null,
    voidAt: null,
    declined: null,
    // Paid elsewhere: the provider is not to collect it, too.
    cancelAt: reference !== null && invoice.ref !== null ? now : null,
  })
  const [kind, id = ''] = invoice.cause.split(':')
  // The bank took it back; paid after all, it buys nothing anew.
  if (invoice.state === 'lost' && invoice.paidAt !== null) {
    await settleDispute(billing)
    return after
  }
  if (kind === 'order') await orderPaid(billing, after, id)
  else if (kind === 'upgrade') await upgradePaid(billing, after, invoice)
  else await renewalPaid(billing, after, invoice)
  return after
}

/** An order that was paid with a test key activates only whoever may; a finding otherwise. */
async function isPlayMoney(
  { tx, world, accountId }: Billing,
  { id, cause, isLive }: Invoice,
): Promise<boolean> {
  if (isLive || !cause.startsWith('order:') || (await takesTestMoney(tx, accountId))) return false
  await insertDifference(tx, {
    id: world.ids.next(),
    accountId,
    invoiceId: id,
    kind: 'test_money',
    key: `test_money ${id}`,
    en: 'An order was paid with test money by an account that may not.',
    pt: 'Um pedido foi pago com dinheiro de teste por uma conta que não pode.',
    since: new Date(world.clock.now()),
  })
  return true
}

/** An order without a sum is paid as it is issued. What follows is as if somebody had paid it. */
export async function orderIsFree(
  billing: Billing,
  invoice: Invoice,
  orderId: Uuid,
): Promise<void> {
  if (!(await isPlayMoney(billing, invoice))) await orderPaid(billing, invoice, orderId)
}

/** What follows of a payment; `before`: how the invoice stood until then. */
type Following = (
  billing: Billing,
  invoice: Invoice,
  before: Pick<Invoice, 'state' | 'lostAt'>,
) => Promise<void>

async function orderPaid(billing: Billing, invoice: Invoice, orderId: Uuid): Promise<void> {
  const { tx, accountId } = billing
  const order = (await findOrder(tx, accountId, orderId))!
  const subscription = await findSubscription(tx, accountId)
  if (subscription !== null && subscription.state !== 'ended') {
    await updateOrder(tx, { ...order, state: 'closed' })
    await giveBack(billing, invoice, { en: 'a second order', pt: 'um segundo pedido' })
    return
  }
  // It was open when an earlier payment was taken back, which is to be settled first.
  if (subscription?.isDisputed === true) {
    await updateOrder(tx, { ...order, state: 'closed' })
    await giveBack(billing, invoice, lostBefore)
    return
  }
  await updateOrder(tx, { ...order, state: 'done', url: null })
  await begin(billing, invoice, { ...order, memberId: order.byMember })
}

const lostBefore: Text = { en: 'a lost dispute is not settled', pt: 'há uma disputa perdida' }

/** The whole of it goes back: it was paid for nothing. */
async function giveBack(billing: Billing, invoice: Invoice, reason: Text): Promise<void> {
  const { tx, world, accountId } = billing
  const at = new Date(world.clock.now())
  const isOutside = serviceOf(world.settings) === null || invoice.reference !== null
  const refund = {
    accountId,
    id: world.ids.next(),
    invoiceId: invoice.id,
    cause: invoice.cause,
    amountCents: invoice.totalCents,
    reason: reason.en,
    byMember: null,
    state: isOutside ? ('by_hand' as const) : ('due' as const),
    ref: null,
    tries: 0,
    dueAt: at,
    at,
  }
  if (invoice.totalCents === 0 || !(await insertRefund(tx, refund))) return
  await change(billing, invoice, { refundedCents: invoice.totalCents })
  const whatNext: Text = isOutside
    ? {
        en: 'give the whole amount back by hand; settled, it counts as given back.',
        pt: 'devolva o valor inteiro por fora; resolvida a diferença, consta como devolvido.',
      }
    : { en: 'the whole amount is given back.', pt: 'o valor inteiro é devolvido.' }
  await insertDifference(tx, {
    id: world.ids.next(),
    accountId,
    invoiceId: invoice.id,
    kind: 'paid_twice',
    key: isOutside ? findingOfRefund(refund) : `paid_twice ${invoice.id}`,
    en: `Paid although there was nothing to pay for (${reason.en}); ${whatNext.en}`,
    pt: `Pago sem haver o que pagar (${reason.pt}); ${whatNext.pt}`,
    since: at,
  })
}

/** The larger plan, at once; the period goes on with its volume (T14). */
export const upgradePaid: Following = async (billing, invoice, before) => {
  const { tx, world, accountId } = billing
  const last = await findSubscription(tx, accountId)
  // A period that is over ends first, and with it maybe the plan that was to be lifted.
  const subscription = await renew(billing)
  const plan = invoice.plan!
  const isOff = before.state === 'void' || last?.plan !== subscription?.plan
  if (!isRunning(subscription) || isOff) {
    await giveBack(billing, invoice, {
      en: 'an upgrade that was called off',
      pt: 'uma mudança de plano que foi desfeita',
    })
    return
  }
  const plans = plansOf(world.settings)
  const price = plans[plan].prices[subscription.currency]
  const priceCents = subscription.priceCents + invoice.totalCents
  await changeAccount(tx, accountId, { plan })
  const after = { ...subscription, plan, priceCents, nextPlan: null }
  await writeSubscription(tx, after)
  await changeDeal(tx, world, accountId, {
    overageCents: price?.overageCents ?? null,
    creditCents: await creditOf(tx, world.settings, after),
    next: null,
  })
  const at = new Date(world.clock.now())
  const change_ = { accountId, id: world.ids.next(), memberId: invoice.byMember, at }
  await notePlanChange(tx, { ...change_, from: subscription.plan, to: plan })
  await tell(tx, world, {
    accountId,
    code: 'plan_changed',
    of: invoice.id,
    values: { plan: same(plans[plan].title), before: same(plans[subscription.plan].title) },
  })
}

const renewalPaid: Following = async (billing, invoice, before) => {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (before.state === 'void') {
    await giveBack(billing, invoice, { en: 'an invoice that is void', pt: 'uma fatura anulada' })
    return
  }
  // Its days as an offer were over, and it buys nothing. What was consumed is paid for, be it late.
  const isLate = before.state === 'lost' && invoice.cause.startsWith('period:')
  if (isLate && invoice.reference === null) {
    await giveBack(billing, invoice, { en: 'an offer that was over', pt: 'uma oferta encerrada' })
    return
  }
  if (subscription === null) return
  // One that ran out in full is owed, and buys nothing anew: only that of grace is an offer.
  const isOver = isOffer({ ...invoice, lostAt: before.lostAt }) && subscription.state === 'ended'
  if (isOver && subscription.isDisputed) return giveBack(billing, invoice, lostBefore)
  if (isOver && before.state !== 'lost') {
    // The plan and the price that it asked for: neither today's nor those of a later upgrade.
    const lines = await selectLines(tx, [invoice])
    const priceCents = lines.find(line => line.kind === 'base')!.amountCents
    const { currency, payBy } = subscription
    // What was ordered meanwhile is not needed any more.
    const order = await findOpenOrder(tx, accountId)
    if (order !== null) await closeOrder(billing, order)
    await begin(billing, invoice, {
      plan: invoice.plan!,
      currency,
      priceCents,
      payBy,
      memberId: null,
    })
    return
  }
  if (!isRunning(subscription)) return
  await changeDeal(tx, world, accountId, {
    creditCents: await creditOf(tx, world.settings, subscription),
  })
  await catchUp(billing)
}
