/** A try of a card that its customer asks for, beside the job of the same moment. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { findInvoice } from '#billing/invoices/invoice-store.ts'
import { lookAt } from '#billing/provider/look.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { day, openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, subscriber, close } = await openStripeShop(database)
after(close)

const second = 1_000
const hour = 3_600 * second

/** Tries of cards so far. */
const tries = (): number => stripe.calls.filter(call => call.endsWith('/pay')).length

/** Asks, and goes on while the provider charges the card. */
async function atCharge<T>(ask: () => Promise<T>): Promise<() => Promise<T>> {
  const before = tries()
  const asked = ask()
  while (tries() === before) await new Promise(resolve => setTimeout(resolve, 5))
  return () => asked
}

describe('A try that a customer asks for', () => {
  test('for a larger plan is left to them by the job, which tries later', async () => {
    const customer = await subscriber()
    stripe.chargeMs = 1500
    const asked = await atCharge(() => customer.post('/billing/plan', { plan: 'scale' }))
    shop.turn(60 * second)
    await lookAt(shop.world, customer.accountId)
    assert.equal(tries(), 1)
    // As if who asked had died.
    shop.turn(hour)
    await lookAt(shop.world, customer.accountId)
    assert.equal(tries(), 2)
    stripe.chargeMs = 0
    assert.equal((await asked()).body.applies, 'now')
    assert.equal((await customer.get('/billing')).plan, 'scale')
  })

  test('by paying now is none of the job at the same moment', async () => {
    const customer = await subscriber()
    stripe.decline = 'insufficient_funds'
    // A month later, after the hour at which cards are tried.
    await shop.later(32 * day)
    await shop.later(10 * hour)
    const { open_invoice: id } = await customer.get('/billing')
    const invoice = await findInvoice(shop.world.db, customer.accountId, read('bil', id)!)
    await shop.later(invoice!.nextTryAt!.getTime() - shop.world.clock.now() - 60 * second)
    const before = tries()
    stripe.chargeMs = 1500
    const asked = await atCharge(() => customer.post(`/billing/invoices/${id}/pay`))
    shop.turn(60 * second)
    await lookAt(shop.world, customer.accountId)
    Object.assign(stripe, { chargeMs: 0, decline: null })
    assert.equal((await asked()).status, 200)
    assert.equal(tries(), before + 1)
  })
})
