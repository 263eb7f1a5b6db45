/**
 * Somebody disputes a charge at their bank (T17, T18): overage and tries stop until it is decided.
 * Won, all is on again; lost, the subscription ends and the account owes until it is forgiven.
 */

import { changeDeal } from '#tenants/limits/reserve.ts'
import { distrust, liftFraudPause, pauseForFraud } from '#tenants/trust/standing.ts'
import type { Seen } from './cashier.ts'
import { findInvoice } from './invoice-store.ts'
import { type Billing, change } from './invoicing.ts'
import { findOrder, findSubscription, takeStep, writeSubscription } from './store.ts'
import { end, isRunning, notePayment } from './subscription.ts'
import { tell } from './tell.ts'

type Dispute = Seen['disputes'][number]

export async function takeDisputes(billing: Billing, seen: Seen): Promise<void> {
  for (const one of seen.disputes) {
    if (one.state === 'open') await opened(billing, one)
    else await decided(billing, one, seen)
  }
}

async function opened(billing: Billing, { id, isFraud }: Dispute): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (subscription === null) return
  if (!(await tell(tx, world, { accountId, code: 'dispute_opened', of: id }))) return
  await writeSubscription(tx, { ...subscription, isDisputed: true })
  await notePayment(billing, false)
  if (isFraud) await pauseForFraud(tx, world, accountId)
  if (isRunning(subscription)) await changeDeal(tx, world, accountId, { isStopped: true })
}

async function decided(billing: Billing, dispute: Dispute, seen: Seen): Promise<void> {
  const { tx, world, accountId } = billing
  const { id, state } = dispute
  const subscription = await findSubscription(tx, accountId)
  const isNew = await takeStep(tx, accountId, `decided ${id}`, new Date(world.clock.now()))
  if (subscription === null || !isNew) return
  const isWon = state === 'won'
  await tell(tx, world, {
    accountId,
    code: 'dispute_closed',
    of: id,
    values: {
      why: isWon
        ? { en: 'the payment stands.', pt: 'o pagamento vale.' }
        : { en: 'the payment is lost.', pt: 'o pagamento foi perdido.' },
    },
  })
  if (isWon) {
    await writeSubscription(tx, { ...subscription, isDisputed: false })
    const isStopped = subscription.state === 'past_due'
    if (isRunning(subscription)) await changeDeal(tx, world, accountId, { isStopped })
    await notePayment(billing, subscription.payBy === 'card')
    await liftFraudPause(tx, world, accountId)
    return
  }
  await end(billing, {
    why: { en: 'A charge was taken back by the bank.', pt: 'O banco desfez uma cobrança.' },
    isVoided: false,
  })
  await loseInvoice(billing, dispute, seen)
  await distrust(tx, world, accountId)
  const after = (await findSubscription(tx, accountId))!
  await writeSubscription(tx, { ...after, isDisputed: true })
}

/** The bank has the money again, and the invoice is owed for good. */
async function loseInvoice(billing: Billing, { payment }: Dispute, seen: Seen): Promise<void> {
  const { tx, accountId } = billing
  if (payment === null) return
  const orderId = seen.orders.find(one => one.ref === payment)?.id
  const order = orderId ? await findOrder(tx, accountId, orderId) : null
  const id = order?.invoiceId ?? seen.invoices.find(one => one.payment === payment)?.id
  const invoice = id ? await findInvoice(tx, accountId, id) : null
  if (invoice?.state !== 'paid') return
  // What was given back before stays as it is: it cannot be more than what was paid.
  const paidCents = invoice.refundedCents > 0 ? invoice.paidCents : 0
  // `paidAt` stays: it tells a payment that was taken back from one that never came.
  await change(billing, invoice, { state: 'lost', paidCents })
}
