/** What is left of a plan that nobody paid for: an offer to come back, and no more than that. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { markPaid } from '#billing/acts.ts'
import { findings } from '#billing/provider/reconcile.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, openStripeShop, type Shop } from './stage.ts'

const database = await testDatabase()
const { shop, stripe, subscriber, refOfLast, close } = await openStripeShop(database)
after(close)

const minute = 60_000
const hour = 60 * minute

/** Tries of a customer's card so far. */
const triesOf = (ref: string): number =>
  stripe.calls.filter(call => {
    const [, invoice] = /\/(in_\w+)\/pay$/.exec(call) ?? []
    return invoice !== undefined && stripe.things.get(invoice)?.customer === ref
  }).length

interface Shown {
  readonly id: string
  readonly state: string
  readonly total: string
}

const billsOf = async (customer: Customer): Promise<string[][]> =>
  (await customer.get('/billing/invoices')).data.map((one: Shown) => [one.state, one.total])

/** One whose card was declined until the plan was over; the card is good again. */
async function leaver(): Promise<{ readonly customer: Customer; readonly ref: string }> {
  const customer = await subscriber()
  stripe.decline = 'insufficient_funds'
  await shop.later(32 * day)
  await shop.later(10 * hour)
  await shop.later(15 * day)
  stripe.decline = null
  assert.deepEqual(
    [(await customer.get('/billing')).state, await billsOf(customer)],
    [
      'ended',
      [
        ['open', '20.00'],
        ['paid', '20.00'],
      ],
    ],
  )
  return { customer, ref: refOfLast() }
}

describe('An offer to come back, by card', () => {
  test('is not charged to the card of a new order, whose plan stays', async () => {
    const { customer, ref } = await leaver()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.equal(order.status, 201, order.text)
    stripe.payPage(order.body.url, '1881')
    const before = triesOf(ref)
    await shop.later(minute)
    await shop.later(minute)
    const { state, payment } = await customer.get('/billing')
    assert.deepEqual([state, payment.last4, triesOf(ref)], ['active', '1881', before])
    assert.deepEqual(await billsOf(customer), [
      ['paid', '20.00'],
      ['void', '20.00'],
      ['paid', '20.00'],
    ])
    const there = stripe.of('invoice').findLast(one => one.customer === ref)
    assert.equal(there!.status, 'void')
  })

  test('is not charged to a card that is only kept', async () => {
    const { customer, ref } = await leaver()
    const before = triesOf(ref)
    stripe.keepCard(ref, '1881')
    await shop.later(minute)
    await shop.later(day)
    const { state, payment } = await customer.get('/billing')
    assert.deepEqual([state, payment.last4, triesOf(ref)], ['ended', '1881', before])
  })

  test('is tried when its customer asks, and only then', async () => {
    const { customer, ref } = await leaver()
    const { open_invoice: offer } = await customer.get('/billing')
    const before = triesOf(ref)
    stripe.losesAnswersOf = /pay$/
    stripe.decline = 'insufficient_funds'
    const unheard = await customer.post(`/billing/invoices/${offer}/pay`)
    assert.equal(unheard.status, 503, unheard.text)
    stripe.losesAnswersOf = null
    const asked = triesOf(ref)
    assert.ok(asked > before)
    stripe.decline = null
    await shop.later(2 * hour)
    assert.deepEqual([(await customer.get('/billing')).state, triesOf(ref)], ['ended', asked])
    const paid = await customer.post(`/billing/invoices/${offer}/pay`)
    assert.equal(paid.body.state, 'paid', paid.text)
    assert.equal((await customer.get('/billing')).state, 'active')
  })
})

describe('An offer that is over', () => {
  const overThere = (ref: string) => stripe.of('invoice').findLast(one => one.customer === ref)!

  test('is called off at the provider', async () => {
    const { customer, ref } = await leaver()
    await shop.later(31 * day)
    assert.deepEqual((await billsOf(customer))[0], ['lost', '20.00'])
    assert.equal(overThere(ref).status, 'void')
  })

  test('and still open there is called off at the next look', async () => {
    const { customer, ref } = await leaver()
    await shop.later(31 * day)
    overThere(ref).status = 'open'
    stripe.keepCard(ref, '1881')
    await shop.later(minute)
    assert.deepEqual((await billsOf(customer))[0], ['lost', '20.00'])
    assert.equal(overThere(ref).status, 'void')
  })

  test('and paid there all the same is given back, and is a finding', async () => {
    const { customer, ref } = await leaver()
    const count = stripe.of('refund').length
    await shop.later(31 * day)
    overThere(ref).status = 'open'
    stripe.payLink(overThere(ref).id)
    await shop.later(minute)
    const [bill] = (await customer.get('/billing/invoices')).data
    assert.deepEqual([bill.paid, bill.refunded], ['20.00', '20.00'])
    assert.equal((await customer.get('/billing')).state, 'ended')
    assert.equal(stripe.of('refund').length, count + 1)
    const own = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
    assert.deepEqual(
      own.map(one => one.kind),
      ['paid_twice'],
    )
  })
})

describe('The calendar of a card', () => {
  test('is not used up by the tries that the customer asks for', async () => {
    const customer = await subscriber()
    stripe.decline = 'insufficient_funds'
    await shop.later(32 * day)
    await shop.later(10 * hour)
    const { open_invoice: open } = await customer.get('/billing')
    for (let n = 0; n < 6; n++) {
      const { body } = await customer.post(`/billing/invoices/${open}/pay`)
      assert.match(body.pay_url, /^https:\/\/invoice\.stripe\.com\//)
    }
    assert.equal((await customer.get('/billing')).state, 'past_due')
    stripe.decline = null
    await shop.later(day)
    assert.equal((await customer.get('/billing')).state, 'active')
  })
})

describe('An offer to come back, by invoice', () => {
  let byHand: Shop
  before(async () => {
    byHand = await openShop(database)
  })
  after(() => byHand.api.close())
  const pay = (typed: string) =>
    markPaid(byHand.world, read('bil', typed)!, { reference: 'pix', memberId: null })

  test('is void once a plan is ordered anew; what was consumed is owed alone', async () => {
    const customer = await byHand.customer()
    const first = await customer.post('/billing/checkout', { plan: 'pro' })
    await pay(first.body.invoice_id)
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    assert.equal(await customer.use(51_001), 'accepted')
    await byHand.later(32 * day)
    await byHand.later(8 * day)
    await byHand.later(15 * day)
    assert.equal((await customer.get('/billing')).state, 'ended')
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    await pay(order.body.invoice_id)
    await byHand.later(minute)
    assert.equal((await customer.get('/billing')).state, 'active')
    assert.deepEqual(await billsOf(customer), [
      ['open', '0.91'],
      ['paid', '20.00'],
      ['void', '20.91'],
      ['paid', '20.00'],
    ])
    const { open_invoice: rest } = await customer.get('/billing')
    await pay(rest)
    await byHand.later(15 * day)
    const { state, plan, open_invoice } = await customer.get('/billing')
    assert.deepEqual([state, plan, open_invoice], ['active', 'pro', null])
  })
})
