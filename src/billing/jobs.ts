/**
 * What time brings: orders and upgrades that nobody paid, periods that end, due dates that pass, days
 * of grace that are over, invoices and tries that are due. Each account by itself, so that one that
 * fails holds up no other; a step that was done already does nothing.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { selectAccountsDue, selectEnding, selectUnpaid } from './invoices/invoice-store.ts'
import { type Billing, change } from './invoices/invoicing.ts'
import { settleOutside } from './invoices/outside.ts'
import type { Cashier } from './provider/cashier.ts'
import { findOpenOrder, findSubscription } from './store.ts'
import {
  closeOrder,
  end,
  fallBehind,
  isMissing,
  isRunning,
  onAccount,
  remind,
  renew,
  voidInvoice,
} from './subscription/subscription.ts'

/** So much earlier a day may begin where an account has moved to. */
const eastMs = 26 * hourMs

/** Everything that is due by now. */
export async function runDue(world: World, cashier: Cashier | null): Promise<void> {
  const now = new Date(world.clock.now())
  const due = await selectAccountsDue(world.db, now)
  for (const id of new Set([...due, ...(await movedEast(world, now))])) {
    try {
      await bringUp(world, cashier, id)
    } catch (error) {
      world.log.error({ account: id, error: String(error) }, 'billing of an account failed')
    }
  }
}

/** Whose period is over in the zone of today, although it was to last longer in an earlier one. */
async function movedEast({ db }: Pick<World, 'db'>, now: Date): Promise<Uuid[]> {
  const ending = await selectEnding(db, now, new Date(now.getTime() + eastMs))
  const zones = new Set(ending.map(one => one.timeZone))
  const todays = new Map([...zones].map(zone => [zone, dateIn(zone, now.getTime())]))
  return ending.filter(one => todays.get(one.timeZone)! >= one.endsOn).map(one => one.id)
}

/** The same of one account. */
export async function bringUp(
  world: World,
  cashier: Cashier | null,
  accountId: Uuid,
): Promise<void> {
  const closed = await onAccount(world, accountId, timeSteps)
  if (cashier === null) return
  if (closed?.ref) await cashier.closeOrder(closed.ref)
  await settleOutside(world, cashier, accountId)
}

async function timeSteps(billing: Billing) {
  const { tx, world, accountId } = billing
  const now = world.clock.now()
  const order = await findOpenOrder(tx, accountId)
  const isOver = order !== null && order.expiresAt.getTime() <= now
  if (isOver) await closeOrder(billing, order)
  for (const invoice of await selectUnpaid(tx, accountId)) {
    const isVoid = invoice.voidAt !== null && invoice.voidAt.getTime() <= now
    if (isVoid) await voidInvoice(billing, invoice)
    else if (invoice.lostAt !== null && invoice.lostAt.getTime() <= now) {
      // Its page at the provider is closed with the offer.
      const cancelAt = invoice.ref === null ? null : new Date(now)
      await change(billing, invoice, { state: 'lost', nextTryAt: null, issueAt: null, cancelAt })
    }
  }
  await renew(billing)
  await watchDue(billing)
  const subscription = await findSubscription(tx, accountId)
  if (isRunning(subscription)) {
    if (subscription.graceUntil !== null && subscription.graceUntil.getTime() <= now) {
      await end(billing, {
        why: { en: 'Its payment is missing.', pt: 'Falta o pagamento dele.' },
        isVoided: false,
      })
    } else await remind(billing, subscription)
  }
  return isOver ? order : null
}

/** By invoice nobody declines: the due date passes. */
async function watchDue(billing: Billing): Promise<void> {
  const unpaid = await selectUnpaid(billing.tx, billing.accountId)
  const late = unpaid.find(
    one => one.state === 'open' && one.payBy === 'invoice' && isMissing(billing)(one),
  )
  const subscription = await findSubscription(billing.tx, billing.accountId)
  if (late && subscription?.state === 'active') await fallBehind(billing, late)
}
