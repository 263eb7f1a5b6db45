/**
 * Ordering a plan. At most one order of an account is open; the same wish again is the same order.
 * The row is committed before the provider is asked for a page, so that whatever is paid there has
 * its order here.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { dateIn, monthOf, nextMonth } from '#tenants/limits/period.ts'
import type { Currency } from '#tenants/limits/plan-terms.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { findInvoice, selectLines, selectUnpaid } from '../invoices/invoice-store.ts'
import { type Billing, baseLine, issueInvoice, tellOperators } from '../invoices/invoicing.ts'
import {
  bringOut,
  forgetCustomer,
  payerOf,
  refusedThere,
  unavailable,
} from '../invoices/outside.ts'
import { same } from '../overview/tell.ts'
import type { Cashier } from '../provider/cashier.ts'
import { modeOf, providerOf } from '../provider/provider.ts'
import type { Invoice, Order, PayBy } from '../shapes.ts'
import { findOpenOrder, findOrder, findSubscription, insertOrder, updateOrder } from '../store.ts'
import { owedIn, priceOf, refuseUnsold, wrongCurrency } from './offers.ts'
import { orderIsFree } from './paid.ts'
import { closeOrder, onAccount } from './subscription.ts'

interface Wish {
  readonly plan: PlanName
  readonly currency?: Currency | undefined
  readonly payBy?: PayBy | undefined
  /** Agreed with the operator; undefined: the list price. */
  readonly priceCents?: number | undefined
  readonly memberId: Uuid | null
}

/** Throws where no new order may be made; what it counts is undone with an order that is refused. */
type MayOpen = (tx: Tx) => Promise<void>

const cardMs = hourMs
/** Stripe takes a page that is open for half an hour or more; a minute for the call. */
const minPageMs = 31 * 60_000

interface PlacedWish {
  readonly accountId: Uuid
  readonly wish: Wish
  readonly mayOpen: MayOpen
}

/**
 * Opens the order of a wish, or finds it open. `mayOpen` is asked before a new one is made, while the
 * account is held: of clicks at the same time one opens the order, and the others are its repeats.
 */
export async function placeOrder(
  world: World,
  cashier: Cashier | null,
  { accountId, wish, mayOpen }: PlacedWish,
): Promise<{ readonly order: Order; readonly isNew: boolean }> {
  const asked = await readWish(world, accountId, wish)
  const { order, isNew, replaced } = await onAccount(world, accountId, billing =>
    openOrder(billing, asked, mayOpen),
  )
  if (replaced?.ref && cashier !== null) {
    const closed = await cashier.closeOrder(replaced.ref)
    // It does not answer: who asks waits for one call, not for two.
    if (closed.kind === 'unknown') throw unavailable()
  }
  const hasPage = cashier !== null && order.priceCents > 0
  if (!hasPage || order.url !== null) return { order, isNew }
  return { order: await showPage(world, cashier, order), isNew }
}

interface OrderTerms {
  readonly plan: PlanName
  readonly currency: Currency
  readonly payBy: PayBy
  readonly priceCents: number
  readonly memberId: Uuid | null
}

async function readWish(world: World, accountId: Uuid, wish: Wish): Promise<OrderTerms> {
  const { settings } = world
  const subscription = await findSubscription(world.db, accountId)
  const fixed = owedIn(await selectUnpaid(world.db, accountId))
  const state = await readQuota(world.db, world, accountId)
  const currency = wish.currency ?? fixed ?? state!.terms.currency
  // An agreed price stands in place of that of the list, and sells no more than is for sale.
  if (wish.priceCents !== undefined) refuseUnsold(settings, wish.plan, currency)
  const priceCents = wish.priceCents ?? priceOf(settings, wish.plan, currency).monthCents
  if (subscription === null || subscription.state === 'ended') {
    if (fixed !== undefined && fixed !== currency) throw wrongCurrency(currency)
  }
  const payBy =
    providerOf(settings) === 'manual' ? 'invoice' : (wish.payBy ?? ('card' satisfies PayBy))
  return { plan: wish.plan, currency, payBy, priceCents, memberId: wish.memberId }
}

const isSame = (order: Order, asked: OrderTerms, now: number): boolean =>
  order.plan === asked.plan &&
  order.currency === asked.currency &&
  order.payBy === asked.payBy &&
  order.priceCents === asked.priceCents &&
  order.expiresAt.getTime() > now

/** Its page was never made, and the provider makes none for what is left of its hour. */
const isTooLate = (order: Order, now: number): boolean =>
  order.payBy === 'card' && order.url === null && order.expiresAt.getTime() - now < minPageMs

/** Throws where there is a subscription, or a payment is missing. */
async function refuseSubscribed({ tx, accountId }: Billing): Promise<void> {
  const subscription = await findSubscription(tx, accountId)
  if (subscription?.state === 'active') throw new Refusal('subscription_exists')
  // Of one that has ended: the dispute is lost, and nobody has settled it.
  if (subscription?.isDisputed || subscription?.state === 'past_due') {
    throw new Refusal('payment_due')
  }
}

async function openOrder(
  billing: Billing,
  asked: OrderTerms,
  mayOpen: MayOpen,
): Promise<{ order: Order; isNew: boolean; replaced: Order | null }> {
  const { tx, world, accountId } = billing
  await refuseSubscribed(billing)
  const now = world.clock.now()
  const open = await findOpenOrder(tx, accountId)
  const again = open !== null && isSame(open, asked, now) ? open : null
  if (again !== null && !isTooLate(again, now)) {
    return { order: again, isNew: false, replaced: null }
  }
  if (again === null) await mayOpen(tx)
  if (open !== null) await closeOrder(billing, open)
  const id = world.ids.next()
  const { settings } = world
  const livesMs = asked.payBy === 'card' ? cardMs : settings.MALOTE_BILLING_DUE_DAYS * dayMs
  const expiresAt = new Date(now + livesMs)
  const invoice = await invoiceOf(billing, id, { ...asked, expiresAt })
  const order: Order = {
    accountId,
    id,
    invoiceId: invoice.id,
    plan: asked.plan,
    currency: asked.currency,
    priceCents: asked.priceCents,
    payBy: asked.payBy,
    state: 'open',
    ref: null,
    url: null,
    isLive: modeOf(settings) === 'live',
    byMember: asked.memberId,
    createdAt: new Date(now),
    expiresAt,
  }
  await insertOrder(tx, order)
  // Nobody has anything to collect, and no page could be paid on.
  if (invoice.state === 'paid') {
    await orderIsFree(billing, invoice, id)
    return { order: (await findOrder(tx, accountId, id))!, isNew: true, replaced: open }
  }
  if (providerOf(settings) === 'manual') {
    const plan = same(plansOf(settings)[asked.plan].title)
    await tellOperators(billing, invoice, 'order_placed', { plan })
  }
  return { order, isNew: true, replaced: open }
}

/** The dates are those of today; paid later, they become those of the payment. */
async function invoiceOf(
  billing: Billing,
  orderId: Uuid,
  asked: OrderTerms & { readonly expiresAt: Date },
): Promise<Invoice> {
  const { world, accountId } = billing
  const account = (await getAccount({ db: billing.tx }, accountId))!
  const from = dateIn(account.timeZone, world.clock.now())
  const anchor = Number(from.slice(8))
  const to = nextMonth(monthOf(from, anchor), anchor)
  const { plan, priceCents, payBy, currency, expiresAt } = asked
  const invoice = await issueInvoice(billing, {
    cause: `order:${orderId}`,
    plan,
    payBy,
    currency,
    startsOn: from,
    endsOn: to,
    lines: [baseLine(plansOf(world.settings), { plan, priceCents, from, to })],
    voidAt: expiresAt,
    isOrder: true,
  })
  return invoice!
}

/** Asks the provider for the page where the order is paid; throws `billing_unavailable`. */
async function showPage(world: World, cashier: Cashier, order: Order): Promise<Order> {
  const { accountId } = order
  const payer = await payerOf(world, cashier, accountId)
  if (order.payBy === 'invoice') {
    const invoice = (await findInvoice(world.db, accountId, order.invoiceId))!
    const issued = await bringOut(world, cashier, invoice, payer)
    if (issued !== null && issued.payUrl === null) {
      await onAccount(world, accountId, billing =>
        refusedThere(billing, issued.id, 'a link that is not its own'),
      )
    }
    if (issued?.payUrl == null) throw unavailable()
    return keepPage(world, order, { ref: null, url: issued.payUrl, expiresAt: order.expiresAt })
  }
  const [line] = await selectLines(world.db, [{ accountId, id: order.invoiceId }])
  const first = await cashier.openOrder(order, line!, payer)
  // A customer who was deleted there is made anew.
  const isForgotten = first.kind === 'refused' && first.why === 'resource_missing'
  if (isForgotten) await forgetCustomer(world, accountId)
  const opened = isForgotten
    ? await cashier.openOrder(order, line!, await payerOf(world, cashier, accountId))
    : first
  if (opened.kind === 'refused') {
    await onAccount(world, accountId, billing => refusedThere(billing, order.invoiceId, opened.why))
  }
  if (opened.kind !== 'done') throw unavailable()
  return keepPage(world, order, opened.value)
}

async function keepPage(
  world: World,
  order: Order,
  page: Pick<Order, 'ref' | 'url' | 'expiresAt'>,
): Promise<Order> {
  const after = { ...order, ...page }
  await onAccount(world, order.accountId, async ({ tx }) => {
    const open = await findOpenOrder(tx, order.accountId)
    if (open?.id === order.id) await updateOrder(tx, after)
  })
  return after
}

/**
 * Takes back the order that is open; its invoice is void. A page where it could be paid is closed at
 * the provider, if that answers: what is paid there all the same is given back. Throws
 * `resource_not_found` where no order is open.
 */
export async function withdrawOrder(
  world: World,
  cashier: Cashier | null,
  accountId: Uuid,
): Promise<void> {
  const order = await onAccount(world, accountId, async billing => {
    const open = await findOpenOrder(billing.tx, accountId)
    if (open === null) throw new Refusal('resource_not_found')
    await closeOrder(billing, open)
    return open
  })
  if (order.ref !== null) await cashier?.closeOrder(order.ref)
}

/** Orders in the owner's name; the invoice of the order. */
export async function subscribe(
  world: World,
  cashier: Cashier | null,
  accountId: Uuid,
  wish: Wish,
): Promise<Invoice> {
  if ((await getAccount(world, accountId)) === null) throw new Refusal('resource_not_found')
  const { order } = await placeOrder(world, cashier, { accountId, wish, mayOpen: async () => {} })
  return (await findInvoice(world.db, accountId, order.invoiceId))!
}
