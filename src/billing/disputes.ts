/**
 * Somebody disputes a charge at their bank (T17, T18): overage and tries stop until it is decided.
 * Won, all is on again; lost, the subscription ends and the account owes until it is forgiven.
 */

import { changeDeal } from '#tenants/limits/reserve.ts'
import type { Seen } from './cashier.ts'
import { selectUnpaid } from './invoice-store.ts'
import { type Billing, change } from './invoicing.ts'
import { findSubscription, takeStep, writeSubscription } from './store.ts'
import { end, isRunning, notePayment } from './subscription.ts'
import { tell } from './tell.ts'

export async function takeDisputes(billing: Billing, disputes: Seen['disputes']): Promise<void> {
  for (const one of disputes) {
    if (one.state === 'open') await opened(billing, one.id)
    else await decided(billing, one)
  }
}

async function opened(billing: Billing, id: string): Promise<void> {
  const { tx, world, accountId } = billing
  const subscription = await findSubscription(tx, accountId)
  if (subscription === null) return
  if (!(await tell(tx, world, { accountId, code: 'dispute_opened', of: id }))) return
  await writeSubscription(tx, { ...subscription, isDisputed: true })
  await notePayment(billing, false)
  if (!isRunning(subscription)) return
  await changeDeal(tx, world, accountId, { isStopped: true })
  for (const one of await selectUnpaid(tx, accountId)) {
    await change(billing, one, { nextTryAt: null })
  }
}

async function decided(billing: Billing, { id, state }: Seen['disputes'][number]): Promise<void> {
  const { tx, world, accountId } = billing
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
    return
  }
  await end(billing, {
    why: { en: 'A charge was taken back by the bank.', pt: 'O banco desfez uma cobrança.' },
    isVoided: false,
  })
  const after = (await findSubscription(tx, accountId))!
  await writeSubscription(tx, { ...after, isDisputed: true })
}
