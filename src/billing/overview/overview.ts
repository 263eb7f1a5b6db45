/** How an account stands with money, as pages and commands show it. */
import { dayMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { isForSale } from '#tenants/limits/currency.ts'
import { marksSince } from '#tenants/limits/ledger-store.ts'
import { centsUp, showAmount, showExact } from '#tenants/limits/money.ts'
import { nextMonth, startOf } from '#tenants/limits/period.ts'
import { buysOverage, capsOf, type Quota, spentCents, type Terms } from '#tenants/limits/quota.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { payerFacts } from '#tenants/trust/standing.ts'
import { selectUnpaid } from '../invoices/invoice-store.ts'
import { modeOf, placeOf, providerOf } from '../provider/provider.ts'
import type { BoughtPlan } from '../shapes.ts'
import { findCustomer, findOpenOrder, findSubscription } from '../store.ts'
import { owedIn } from '../subscription/offers.ts'
import { isRunning } from '../subscription/subscription.ts'
import { type Forecast, forecast } from './forecast.ts'

/** The answer of GET /api/billing. */
export async function billingOf(world: World, accountId: Uuid) {
  const { db, settings, clock } = world
  const [state, subscription, unpaid, order, customer, payer] = await Promise.all([
    readQuota(db, world, accountId),
    findSubscription(db, accountId),
    selectUnpaid(db, accountId),
    findOpenOrder(db, accountId),
    findCustomer(db, accountId, placeOf(world)),
    payerFacts(db, accountId),
  ])
  const { quota, terms } = state!
  const isOpen = order !== null && order.expiresAt.getTime() > clock.now()
  const running = isRunning(subscription) ? subscription : null
  const last = await forecastOf(world, accountId, quota, terms)
  return {
    provider: providerOf(settings),
    mode: modeOf(settings),
    state: subscription?.state ?? ('none' as const),
    plan: terms.plan,
    next_plan: quota.next?.plan ?? null,
    currency: currencyFrom({ quota, terms, subscription, owed: owedIn(unpaid) }),
    period: { from: quota.month, to: nextMonth(quota.month, quota.anchor) },
    price: running ? showAmount(running.priceCents) : null,
    used: quota.monthUsed + quota.extraUsed,
    included: capsOf(terms).included,
    extra: quota.extraUsed,
    cost: showAmount(spentCents(quota)),
    cost_exact: showExact(quota.extraMillicents),
    overage_per_1000: quota.overageCents === null ? null : showAmount(quota.overageCents),
    cap: terms.spendCents === null ? null : showAmount(terms.spendCents),
    cap_now: showAmount(centsUp(quota.capMillicents)),
    credit: quota.creditCents === null ? null : showAmount(quota.creditCents),
    forecast: last && {
      used: last.used,
      cost: showAmount(last.costCents),
      cap_reached_at: last.capReachedAt?.toISOString() ?? null,
    },
    payment: customer?.isGone ? null : (customer?.method ?? null),
    billing_email: payer.billingEmail,
    grace_until: running?.graceUntil?.toISOString() ?? null,
    // A lost one keeps from ordering until it is settled.
    dispute: !subscription?.isDisputed
      ? null
      : isRunning(subscription)
        ? ('open' as const)
        : ('lost' as const),
    open_invoice: unpaid[0] ? show('bil', unpaid[0].id) : null,
    order: isOpen
      ? {
          id: show('ord', order.id),
          plan: order.plan,
          url: order.url,
          expires_at: order.expiresAt.toISOString(),
        }
      : null,
    overage: quota.isStopped
      ? ('stopped_by_payment' as const)
      : buysOverage(quota, terms)
        ? ('on' as const)
        : ('off' as const),
  }
}

/** What an account pays in, as `currency` of GET /api/billing has it; in every mode. */
export async function payCurrency(world: World, accountId: Uuid): Promise<string> {
  const { db, settings } = world
  const [state, subscription, unpaid] = await Promise.all([
    readQuota(db, world, accountId),
    findSubscription(db, accountId),
    selectUnpaid(db, accountId),
  ])
  const owed = providerOf(settings) === null ? undefined : owedIn(unpaid)
  return currencyFrom({ ...state!, subscription, owed })
}

/** Of the running subscription; of who has none, that of the amounts, or of the next order. */
const currencyFrom = (facts: {
  readonly quota: Quota
  readonly terms: Terms
  readonly subscription: BoughtPlan | null
  readonly owed: string | undefined
}): string => {
  const { quota, terms, subscription, owed } = facts
  if (isRunning(subscription)) return subscription.currency
  return isForSale(quota) ? quota.currency : (owed ?? terms.currency)
}

async function forecastOf(
  world: World,
  accountId: Uuid,
  quota: Quota,
  terms: Terms,
): Promise<Forecast | null> {
  const now = world.clock.now()
  const marks = await marksSince(world.db, accountId, new Date(now - 15 * dayMs))
  return forecast({
    marks,
    now,
    endsAt: startOf(nextMonth(quota.month, quota.anchor), quota.zone),
    used: quota.monthUsed + quota.extraUsed,
    included: capsOf(terms).included,
    overageCents: quota.overageCents,
    extra: quota.extraUsed,
    extraMillicents: quota.extraMillicents,
    capMillicents: buysOverage(quota, terms) ? quota.capMillicents : null,
  })
}
