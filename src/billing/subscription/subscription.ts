/**
 * What becomes of a subscription: it begins when an order is paid, is renewed when its period ends,
 * falls behind when nobody pays, and ends. Every step is one transaction that holds the account.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { changeAccount, getAccount } from '#tenants/accounts/accounts.ts'
import { keysHaveChanged } from '#tenants/accounts/keys.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { lastPeriods } from '#tenants/limits/ledger.ts'
import { orderedPeriods, type PeriodRow } from '#tenants/limits/ledger-store.ts'
import { money } from '#tenants/limits/money.ts'
import { dateIn, nextMonth, startOf } from '#tenants/limits/period.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import type { Quota } from '#tenants/limits/quota.ts'
import { changeDeal, settleQuota } from '#tenants/limits/reserve.ts'
import { changePayment, payerFacts } from '#tenants/trust/standing.ts'
import { notePlanChange } from '#tenants/trust/store.ts'
import {
  findInvoice,
  owesTakenBack,
  redateBase,
  releaseLines,
  selectLines,
  selectUnpaid,
} from '../invoices/invoice-store.ts'
import {
  type Billing,
  baseLine,
  change,
  issueInvoice,
  overageLine,
  shownNumber,
} from '../invoices/invoicing.ts'
import { dateText, same, tell } from '../overview/tell.ts'
import { minBillCents, placeOf, serviceOf } from '../provider/provider.ts'
import { type BoughtPlan, type Invoice, isCard, type Order, type PayBy } from '../shapes.ts'
import { findCustomer, findSubscription, updateOrder, writeSubscription } from '../store.ts'
import { creditOf } from './credit.ts'
import { isDoubted } from './doubt.ts'
import { keepLogsAfter, keepLogsOf } from './kept-logs.ts'
import { tellMissed } from './missed.ts'

/** How long an invoice is an offer to come back. */
const offerDays = 30

/** Runs a step on an account that is locked for it. */
export async function onAccount<T>(
  world: World,
  accountId: Uuid,
  step: (billing: Billing) => Promise<T>,
): Promise<T> {
  const result = await world.db.transaction(async tx => {
    await changeAccount(tx, accountId, {})
    return step({ tx, world, accountId })
  })
  keysHaveChanged(world)
  return result
}

export const isRunning = (one: BoughtPlan | null): one is BoughtPlan =>
  one !== null && one.state !== 'ended'

const endOf = (quota: Quota): string => nextMonth(quota.month, quota.anchor)
const renewalOf = (quota: Quota): Date => new Date(startOf(endOf(quota), quota.zone))

interface Purchase {
  readonly plan: PlanName
  readonly currency: BoughtPlan['currency']
  readonly priceCents: number
  readonly payBy: PayBy
  readonly memberId: Uuid | null
}

/** An order, or the offer to come back, is paid: the plan at once, a period from today (T1, T10). */
export async function begin(billing: Billing, invoice: Invoice, bought: Purchase): Promise<void> {
  const { tx, world, accountId } = billing
  const { plan, currency, priceCents } = bought
  const plans = plansOf(world.settings)
  const { creditCents } = await payerFacts(tx, accountId)
  const payBy = await renewedBy(billing, bought.payBy)
  const isDisputed = await isDoubted(billing)
  const { before } = await changeAccount(tx, accountId, { plan })
  const terms = { accountId, currency, priceCents, creditCents }
  const quota = await changeDeal(tx, world, accountId, {
    restart: true,
    currency,
    overageCents: plans[plan].prices[currency]?.overageCents ?? null,
    creditCents: await creditOf(tx, world.settings, terms),
    isStopped: isDisputed,
    isOrdered: true,
    next: null,
  })
  const [last] = await lastPeriods(tx, accountId, 1)
  await writeSubscription(tx, {
    ...terms,
    state: 'active',
    plan,
    nextPlan: null,
    currency,
    priceCents,
    payBy,
    startsOn: quota.month,
    renewsAt: renewalOf(quota),
    graceUntil: null,
    billed: last?.id ?? null,
    isDisputed,
  })
  const dates = { startsOn: quota.month, endsOn: endOf(quota) }
  await change(billing, invoice, dates)
  const base = baseLine(plans, { plan, priceCents, from: quota.month, to: endOf(quota) })
  await redateBase(tx, invoice, base)
  await voidOffers(billing, payBy)
  await notePlan(billing, { from: before.plan, to: plan, memberId: bought.memberId })
  if (payBy === 'card') await notePayment(billing, true)
  await keepLogsOf(billing, plan)
  await tell(tx, world, {
    accountId,
    code: 'plan_started',
    of: invoice.id,
    values: { plan: same(plans[plan].title), until: dateText(endOf(quota)) },
  })
}

/** Offers to come back that nobody took: of those only what was consumed stays owed. */
async function voidOffers(billing: Billing, payBy: PayBy): Promise<void> {
  const offers = (await selectUnpaid(billing.tx, billing.accountId)).filter(isOffer)
  if (offers.length === 0) return
  // What is owed holds the currency: all are in one.
  const { currency } = offers[0]!
  await billRest(billing, { payBy, currency }, await voidAll(billing, offers))
}

/** A card pays the next month where there is one: what was paid otherwise is asked for by invoice. */
async function renewedBy({ tx, world, accountId }: Billing, payBy: PayBy): Promise<PayBy> {
  if (payBy === 'invoice' || serviceOf(world.settings) === null) return payBy
  const customer = await findCustomer(tx, accountId, placeOf(world))
  return isCard(customer?.method) ? 'card' : 'invoice'
}

/** A payment method is evidence of who somebody is, unless a charge of theirs is in doubt. */
export async function notePayment(billing: Billing, hasPayment: boolean): Promise<void> {
  const { tx, world, accountId } = billing
  const isEvidence = hasPayment && !(await isDoubted(billing))
  await changePayment(tx, world, accountId, isEvidence)
}

async function notePlan(
  { tx, world, accountId }: Billing,
  { from, to, memberId }: { from: PlanName; to: PlanName; memberId: Uuid | null },
): Promise<void> {
  if (from === to) return
  const [id, at] = [world.ids.next(), new Date(world.clock.now())]
  await notePlanChange(tx, { accountId, id, memberId, from, to, at })
}

/**
 * Brings a subscription up to now: what has ended since it was last looked at is billed (T3–T5). The
 * quota may have been rolled over by a send, or is now. Returns the subscription as it then is.
 */
export async function renew(billing: Billing): Promise<BoughtPlan | null> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (!isRunning(subscription)) return subscription
  await settleQuota(tx, world, accountId)
  const quota = await changeDeal(tx, world, accountId, {})
  if (quota.isOrdered && quota.month === subscription.startsOn) {
    const renewsAt = renewalOf(quota)
    if (renewsAt.getTime() === subscription.renewsAt.getTime()) return subscription
    // The zone has changed, and the end of the period with it.
    const moved = { ...subscription, renewsAt }
    await writeSubscription(tx, moved)
    return moved
  }
  const closed = await orderedPeriods(tx, accountId, subscription.billed)
  const billed = closed.at(-1)?.id ?? subscription.billed
  return quota.isOrdered
    ? renewAs(billing, { ...subscription, billed }, { quota, closed })
    : runOut(billing, { ...subscription, billed }, closed)
}

interface Renewal {
  readonly quota: Quota
  readonly closed: readonly PeriodRow[]
}

async function renewAs(
  billing: Billing,
  before: BoughtPlan,
  { quota, closed }: Renewal,
): Promise<BoughtPlan> {
  const { tx, world, accountId } = billing
  const plans = plansOf(world.settings)
  const { plan } = quota
  const isChanged = plan !== before.plan
  const priceCents = isChanged
    ? (plans[plan].prices[before.currency]?.monthCents ?? before.priceCents)
    : before.priceCents
  const after: BoughtPlan = {
    ...before,
    plan,
    nextPlan: quota.next?.plan ?? null,
    priceCents,
    startsOn: quota.month,
    renewsAt: renewalOf(quota),
  }
  await writeSubscription(tx, after)
  if (isChanged) await voidUpgrades(billing)
  await issueInvoice(billing, {
    cause: `period:${quota.month}`,
    plan,
    payBy: after.payBy,
    currency: after.currency,
    startsOn: quota.month,
    endsOn: endOf(quota),
    lines: [
      baseLine(plans, { plan, priceCents, from: quota.month, to: endOf(quota) }),
      ...closed.filter(one => one.billCents > 0).map(overageLine),
    ],
  })
  await tellMissed(billing, { before, after, quota })
  if (isChanged) await toldChanged(billing, before.plan, plan)
  await changeDeal(tx, world, accountId, {
    creditCents: await creditOf(tx, world.settings, after),
  })
  return after
}

async function toldChanged(billing: Billing, from: PlanName, to: PlanName): Promise<void> {
  const { tx, world, accountId } = billing
  const plans = plansOf(world.settings)
  await notePlan(billing, { from, to, memberId: null })
  await tell(tx, world, {
    accountId,
    code: 'plan_changed',
    of: world.ids.next(),
    values: { plan: same(plans[to].title), before: same(plans[from].title) },
  })
}

/** The period was the last one, as was asked: only what was sold beyond it is still owed. */
async function runOut(
  billing: Billing,
  before: BoughtPlan,
  closed: readonly PeriodRow[],
): Promise<BoughtPlan> {
  await billRest(billing, before, closed)
  return ended(billing, before, {
    en: 'It ran out, as was asked.',
    pt: 'Ele chegou ao fim, como foi pedido.',
  })
}

/** Overage alone on an invoice; what is less than the provider takes is written off. */
async function billRest(
  billing: Billing,
  { payBy, currency }: Pick<BoughtPlan, 'payBy' | 'currency'>,
  periods: readonly PeriodRow[],
): Promise<void> {
  const sold = periods.filter(one => one.billCents > 0)
  const sum = sold.reduce((total, one) => total + one.billCents, 0)
  if (sum < minBillCents(billing.world.settings)) return
  await issueInvoice(billing, {
    cause: `rest:${sold.at(-1)!.id}`,
    plan: null,
    payBy,
    currency,
    startsOn: sold[0]!.from,
    endsOn: sold.at(-1)!.to,
    lines: sold.map(overageLine),
  })
}

async function ended(billing: Billing, before: BoughtPlan, why: Text): Promise<BoughtPlan> {
  const { tx, world, accountId } = billing
  const after: BoughtPlan = {
    ...before,
    state: 'ended',
    nextPlan: null,
    graceUntil: null,
    isDisputed: false,
  }
  await writeSubscription(tx, after)
  await voidUpgrades(billing)
  await notePlan(billing, { from: before.plan, to: 'free', memberId: null })
  await tell(tx, world, {
    accountId,
    code: 'plan_ended',
    of: `${before.startsOn} ${world.clock.now()}`,
    values: { before: same(plansOf(world.settings)[before.plan].title), why },
  })
  return after
}

interface Ending {
  readonly why: Text
  /** The unpaid base is forgiven and what was sold beyond it asked for alone; else it stays open. */
  readonly isVoided: boolean
}

/** The subscription ends now: Free, calendar months, what was used stays used (T9, T12, T16, T18). */
export async function end(billing: Billing, { why, isVoided }: Ending): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await renew(billing)
  if (!isRunning(subscription)) return
  const now = world.clock.now()
  await keepLogsAfter(billing, { plan: subscription.plan, end: new Date(now) })
  await changeAccount(tx, accountId, { plan: 'free' })
  await settleQuota(tx, world, accountId)
  const closed = await orderedPeriods(tx, accountId, subscription.billed)
  const unpaid = await selectUnpaid(tx, accountId)
  // What was consumed stays owed, on the invoice that asks for it alone.
  const released = isVoided
    ? await voidAll(
        billing,
        unpaid.filter(one => !one.cause.startsWith('rest:')),
      )
    : []
  if (!isVoided) {
    const lostAt = new Date(now + offerDays * dayMs)
    for (const invoice of unpaid.filter(one => !isUpgrade(one))) {
      await change(billing, invoice, { lostAt, nextTryAt: null })
    }
  }
  await billRest(billing, subscription, [...released, ...closed])
  const billed = closed.at(-1)?.id ?? subscription.billed
  await ended(billing, { ...subscription, billed }, why)
}

/** Voids invoices; returns the periods whose overage stood on them. */
async function voidAll(billing: Billing, unpaid: readonly Invoice[]): Promise<PeriodRow[]> {
  const lines = await selectLines(billing.tx, unpaid)
  for (const invoice of unpaid) await voidInvoice(billing, invoice)
  const ids = new Set(lines.flatMap(line => line.periodId ?? []))
  const all = await orderedPeriods(billing.tx, billing.accountId, null)
  return all.filter(one => ids.has(one.id))
}

export async function voidInvoice(billing: Billing, invoice: Invoice): Promise<Invoice> {
  await releaseLines(billing.tx, billing.accountId, invoice.id)
  return change(billing, invoice, {
    state: 'void',
    nextTryAt: null,
    issueAt: null,
    lostAt: null,
    voidAt: null,
    cancelAt: invoice.ref === null ? null : new Date(billing.world.clock.now()),
  })
}

const isUpgrade = (invoice: Invoice): boolean => invoice.cause.startsWith('upgrade:')

/** The month that nobody paid for, once the plan has ended: paid, it begins anew (T10). */
export const isOffer = ({ cause, lostAt }: Pick<Invoice, 'cause' | 'lostAt'>): boolean =>
  lostAt !== null && cause.startsWith('period:')

/** Those that wait for their payment. */
export const openUpgrades = async ({ tx, accountId }: Billing): Promise<Invoice[]> =>
  (await selectUnpaid(tx, accountId)).filter(isUpgrade)

/** An upgrade is the difference to the plan of its day: once that is another one, it buys nothing. */
export async function voidUpgrades(billing: Billing): Promise<void> {
  for (const invoice of await openUpgrades(billing)) await voidInvoice(billing, invoice)
}

/** A try has failed, or a due date has passed: overage stops, and the days of grace begin (T7). */
export async function fallBehind(billing: Billing, invoice: Invoice): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (!isRunning(subscription)) return
  const graceMs = world.settings.MALOTE_BILLING_GRACE_DAYS * dayMs
  const graceUntil = subscription.graceUntil ?? new Date(world.clock.now() + graceMs)
  if (subscription.state === 'active') {
    await writeSubscription(tx, { ...subscription, state: 'past_due', graceUntil })
    await changeDeal(tx, world, accountId, { isStopped: true })
  }
  await tellFailed(billing, invoice, graceUntil)
}

/** At the first failure, a week later, and three days before the end. */
async function tellFailed(billing: Billing, invoice: Invoice, until: Date): Promise<void> {
  const { tx, world, accountId } = billing
  const leftMs = until.getTime() - world.clock.now()
  const graceMs = world.settings.MALOTE_BILLING_GRACE_DAYS * dayMs
  const { timeZone } = (await getAccount({ db: tx }, accountId))!
  const step = leftMs <= 3 * dayMs ? 'last' : leftMs <= graceMs - 7 * dayMs ? 'week' : 'first'
  await tell(tx, world, {
    accountId,
    code: 'payment_failed',
    of: `${until.toISOString()} ${step}`,
    values: {
      number: same(shownNumber(invoice)),
      amount: money(invoice.totalCents, invoice.currency),
      until: dateText(dateIn(timeZone, until.getTime())),
    },
  })
}

/** Reminds whoever is behind; the steps are told once each. */
export async function remind(billing: Billing, subscription: BoughtPlan): Promise<void> {
  if (subscription.state !== 'past_due' || subscription.graceUntil === null) return
  const missing = (await selectUnpaid(billing.tx, billing.accountId)).find(isMissing(billing))
  if (missing) await tellFailed(billing, missing, subscription.graceUntil)
}

/** Unpaid, and it should be paid by now. What an earlier plan left open ends by itself. */
export const isMissing =
  ({ world }: Pick<Billing, 'world'>) =>
  (invoice: Invoice): boolean =>
    invoice.lostAt === null &&
    /^(period|rest):/.test(invoice.cause) &&
    (invoice.tries > 0 || invoice.dueAt.getTime() <= world.clock.now())

/** Once nothing is missing any more, everything is as before (T6). */
export async function catchUp(billing: Billing): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (subscription?.state !== 'past_due') return
  if ((await selectUnpaid(tx, accountId)).some(isMissing(billing))) return
  await writeSubscription(tx, { ...subscription, state: 'active', graceUntil: null })
  await changeDeal(tx, world, accountId, { isStopped: subscription.isDisputed })
  await tell(tx, world, {
    accountId,
    code: 'payment_recovered',
    of: subscription.graceUntil?.toISOString() ?? '',
  })
}

/** A lost dispute is settled with its invoice; of several, with the last. */
export async function settleDispute({ tx, accountId }: Billing): Promise<void> {
  if (await owesTakenBack(tx, accountId)) return
  const subscription = await findSubscription(tx, accountId)
  if (subscription?.isDisputed === true && subscription.state === 'ended') {
    await writeSubscription(tx, { ...subscription, isDisputed: false })
  }
}

/** Closes an order that is not to be paid any more. */
export async function closeOrder(billing: Billing, order: Order): Promise<void> {
  await updateOrder(billing.tx, { ...order, state: 'closed', url: null })
  const invoice = await findInvoice(billing.tx, billing.accountId, order.invoiceId)
  if (invoice?.state === 'due' || invoice?.state === 'open') await voidInvoice(billing, invoice)
}
