/** What is given back at the provider, without an act here. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { lookAt } from '#billing/provider/look.ts'
import { testDatabase } from '../../support/database.ts'
import { openStripeShop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

test('What is given back by hand at the provider is shown as refunds, each once', async () => {
  const customer = await subscriber()
  const ref = refOfLast()
  const { data } = await customer.get('/billing/invoices')
  const charge = stripe.of('charge').findLast(one => one.customer === ref)!
  const refunds = async (given: number) => {
    Object.assign(charge, { amount_refunded: given })
    for (let n = 0; n < 2; n++) assert.ok(await lookAt(shop.world, customer.accountId))
    const { payments, refunded } = await customer.get(`/billing/invoices/${data[0].id}`)
    const amounts = payments
      .filter((one: { kind: string }) => one.kind === 'refund')
      .map((one: { date: string; amount: string }) => [one.date, one.amount])
    return [refunded, amounts]
  }
  const today = new Date(shop.world.clock.now()).toISOString().slice(0, 10)
  assert.deepEqual(await refunds(0), ['0.00', []])
  assert.deepEqual(await refunds(500), ['5.00', [[today, '5.00']]])
  const both = [
    [today, '5.00'],
    [today, '15.00'],
  ]
  // More than was paid cannot have been given back.
  assert.deepEqual(await refunds(2_100), ['20.00', both])
  assert.deepEqual(await refunds(2_200), ['20.00', both])
})
