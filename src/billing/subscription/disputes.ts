/**
 * Somebody disputes a charge at their bank (T17, T18): overage and tries stop until it is decided.
 * Won, all is on again; lost, the subscription ends and the account owes until it is forgiven. The
 * people who run the installation are told as well: they have to answer the bank.
 */

import { getAccount } from '#tenants/accounts/accounts.ts'
import { operatorsOf } from '#tenants/accounts/store.ts'
import { changeDeal } from '#tenants/limits/reserve.ts'
import { distrust, liftFraudPause, pauseForFraud } from '#tenants/trust/standing.ts'
import { findInvoice, owesTakenBack } from '../invoices/invoice-store.ts'
import { type Billing, change } from '../invoices/invoicing.ts'
import { found } from '../invoices/outside.ts'
import { type Telling, tell } from '../overview/tell.ts'
import type { ProviderView } from '../provider/cashier.ts'
import {
  findOpenOrder,
  findOrder,
  findSubscription,
  takeStep,
  writeSubscription,
} from '../store.ts'
import { noteDecided, noteOpen } from './doubt.ts'
import { closeOrder, end, isRunning, notePayment } from './subscription.ts'

type Dispute = ProviderView['disputes'][number]

export async function takeDisputes(billing: Billing, seen: ProviderView): Promise<void> {
  // The worst first: what a lost one takes away, one that is won does not give back.
  const worst = ['lost', 'open', 'won']
  const all = [...seen.disputes].sort((a, b) => worst.indexOf(a.state) - worst.indexOf(b.state))
  for (const one of all) {
    if (one.state === 'open') await opened(billing, one)
    else await decided(billing, one, seen)
  }
}

async function opened(billing: Billing, { id, isFraud }: Dispute): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (subscription === null) return
  await noteOpen(billing, id)
  if (!(await tellBoth(billing, { code: 'dispute_opened', of: id }))) return
  await notePayment(billing, false)
  if (isFraud) await pauseForFraud(tx, world, accountId)
  // Of what has ended nothing is to be stopped, and only a lost one keeps from ordering.
  if (!isRunning(subscription)) return
  await writeSubscription(tx, { ...subscription, isDisputed: true })
  await changeDeal(tx, world, accountId, { isStopped: true })
}

/** The account, and the operators by its name; true the first time. */
async function tellBoth(
  { tx, world, accountId }: Billing,
  telling: Pick<Telling, 'code' | 'of' | 'values'>,
): Promise<boolean> {
  const { name } = (await getAccount({ db: tx }, accountId))!
  for (const operator of await operatorsOf(tx)) {
    if (operator === accountId) continue
    await tell(tx, world, { ...telling, accountId: operator, about: name })
  }
  return tell(tx, world, { ...telling, accountId })
}

async function decided(billing: Billing, dispute: Dispute, seen: ProviderView): Promise<void> {
  const { tx, world, accountId } = billing
  const { id, state } = dispute
  const subscription = await findSubscription(tx, accountId)
  if (subscription === null) return
  if (!(await noteDecided(billing, id))) return
  const isWon = state === 'won'
  await tellBoth(billing, {
    code: 'dispute_closed',
    of: id,
    values: {
      why: isWon
        ? { en: 'the payment stands.', pt: 'o pagamento vale.' }
        : { en: 'the payment is lost.', pt: 'o pagamento foi perdido.' },
    },
  })
  if (isWon) return stands(billing, seen)
  await end(billing, {
    why: { en: 'A charge was taken back by the bank.', pt: 'O banco desfez uma cobrança.' },
    // No offer to come back: that would be a way around what is owed.
    isVoided: true,
  })
  const order = await findOpenOrder(tx, accountId)
  if (order !== null) await closeOrder(billing, order)
  await loseInvoice(billing, dispute, seen)
  await distrust(tx, world, accountId)
  const after = (await findSubscription(tx, accountId))!
  // Where no invoice is lost there would be none to forgive either.
  await writeSubscription(tx, { ...after, isDisputed: await owesTakenBack(tx, accountId) })
}

/** The payment stands: all is on again, unless another one is doubted still, or lost for good. */
async function stands(billing: Billing, { disputes, warnings }: ProviderView): Promise<void> {
  const { tx, world, accountId } = billing
  if (disputes.some(one => one.state === 'open')) return
  const subscription = (await findSubscription(tx, accountId))!
  const isLost = subscription.state === 'ended' && subscription.isDisputed
  const isWarned = warnings.some(payment => disputes.every(one => one.payment !== payment))
  if (!isLost && !isWarned) await liftFraudPause(tx, world, accountId)
  if (!isRunning(subscription)) return
  await writeSubscription(tx, { ...subscription, isDisputed: false })
  await changeDeal(tx, world, accountId, { isStopped: subscription.state === 'past_due' })
  await notePayment(billing, subscription.payBy === 'card' && !isWarned)
}

/** The bank has the money again, and the invoice is owed for good. */
async function loseInvoice(
  billing: Billing,
  { payment }: Dispute,
  seen: ProviderView,
): Promise<void> {
  const { tx, accountId } = billing
  if (payment === null) return
  const id = await invoiceOf(billing, payment, seen)
  const invoice = id ? await findInvoice(tx, accountId, id) : null
  if (invoice?.state !== 'paid') return
  // What was given back before stays as it is: it cannot be more than what was paid.
  const paidCents = invoice.refundedCents > 0 ? invoice.paidCents : 0
  // `paidAt` stays: it tells a payment that was taken back from one that never came.
  await change(billing, invoice, { state: 'lost', paidCents })
}

/** Which invoice a payment has paid; null: none of ours. */
async function invoiceOf({ tx, accountId }: Billing, payment: string, seen: ProviderView) {
  const orderId = seen.orders.find(one => one.ref === payment)?.id
  const order = orderId ? await findOrder(tx, accountId, orderId) : null
  return order?.invoiceId ?? seen.invoices.find(one => one.payment === payment)?.id ?? null
}

/**
 * The bank takes a payment for fraud before anybody disputes it: below level 3 nothing is sent, and
 * an operator decides whether to give the money back. There is no word that takes a warning back.
 */
export async function takeWarnings(billing: Billing, seen: ProviderView): Promise<void> {
  const { tx, world, accountId } = billing
  for (const payment of seen.warnings) {
    const isNew = await takeStep(tx, accountId, `warned ${payment}`, new Date(world.clock.now()))
    if (!isNew) continue
    await notePayment(billing, false)
    await pauseForFraud(tx, world, accountId)
    await found(billing, await invoiceOf(billing, payment, seen), {
      kind: 'fraud_warning',
      key: `fraud_warning ${payment}`,
      en: `The bank takes ${payment} for fraud; giving the money back may spare a dispute.`,
      pt: `O banco considera ${payment} fraude; estornar pode evitar uma disputa.`,
    })
  }
}
