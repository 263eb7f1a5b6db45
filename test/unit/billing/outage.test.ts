/**
 * A whole day without the provider: nobody is refused a send, and afterwards everything goes out,
 * once. And a provider that leads elsewhere: nobody follows.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refundInvoice } from '#billing/acts.ts'
import { watchCards } from '#billing/periodic.ts'
import { findings } from '#billing/provider/reconcile.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type StripeStandIn, standInForStripe } from '../../support/stripe-stand-in.ts'
import { type Customer, day, openShop, orderer, type Shop, subscriber } from './stage.ts'

const database = await testDatabase()
const hour = day / 24
let shop: Shop
let stripe: StripeStandIn
before(async () => {
  stripe = await standInForStripe(() => shop.world.clock.now())
  shop = await openShop(database, {
    MALOTE_BILLING: 'stripe',
    MALOTE_STRIPE_KEY: 'sk_test_abc',
    MALOTE_STRIPE_API_URL: stripe.url,
  })
})
after(async () => {
  await shop.api.close()
  await stripe.close()
})

test('A day without the provider', async () => {
  // It comes back in the afternoon of its customers: before ten, cards would wait for that hour.
  shop.turn(day - ((shop.world.clock.now() - 3 * hour) % day))
  const customers: Customer[] = []
  for (let n = 0; n < 6; n++) {
    const customer = await orderer(shop)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    customers.push(customer)
  }
  await shop.later(60_000)
  shop.turn(30.5 * day)
  stripe.isAway = true
  const { data: bought } = await customers.at(-1)!.get('/billing/invoices')
  const ask = { cents: 1_00, reason: 'kind', isEnd: false, memberId: null }
  await refundInvoice(shop.world, read('bil', bought[0].id)!, ask)
  const codes = new Set<string>()
  // The periods of all end in these hours.
  for (let n = 0; n < 24; n++) {
    await shop.later(hour)
    for (const customer of customers) codes.add(await customer.use(100))
  }
  assert.deepEqual([...codes], ['accepted'])
  const [first] = customers
  const order = await first!.post('/billing/portal')
  assert.deepEqual([order.status, order.body.error.code], [503, 'billing_unavailable'])
  assert.equal((await first!.post('/billing/plan', { plan: 'free' })).body.applies, 'at_period_end')
  assert.equal((await first!.post('/billing/plan', { plan: 'pro' })).body.applies, 'unchanged')
  stripe.isAway = false
  // Once it answers, nothing waits for the hour of its next try.
  assert.equal(stripe.of('refund').length, 0)
  for (let n = 0; n < 10; n++) await shop.later(60_000)
  assert.deepEqual(
    stripe.of('refund').map(one => Number(one.amount)),
    [1_00],
  )
  for (const customer of customers) {
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual([data.length, data[0].state, data[0].total], [2, 'paid', '20.00'])
    const made = stripe
      .of('invoice')
      .filter(one => (one.metadata as { malote_id?: string }).malote_id === data[0].id)
    assert.deepEqual(
      made.map(one => one.status),
      ['paid'],
    )
    assert.equal((await customer.get('/billing')).state, 'active')
  }
  assert.deepEqual(await findings(shop.world), [])
})

describe('A link of the provider', () => {
  test('that leads elsewhere is none, and a finding', async () => {
    const customer = await orderer(shop)
    stripe.linksElsewhere = true
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    const portal = await customer.post('/billing/portal')
    stripe.linksElsewhere = false
    assert.deepEqual([order.status, portal.status], [503, 503])
    const own = (await findings(shop.world)).filter(
      one => one.accountId === customer.accountId && one.kind === 'refused',
    )
    assert.equal(own.length, 2)
  })

  test('is none of an invoice either, whose card can still be tried', async () => {
    const customer = await subscriber(shop, stripe)
    stripe.decline = 'insufficient_funds'
    stripe.linksElsewhere = true
    await shop.later(32 * day)
    await shop.later(10 * hour)
    stripe.linksElsewhere = false
    const { open_invoice: id } = await customer.get('/billing')
    assert.equal((await customer.get(`/billing/invoices/${id}`)).pay_url, null)
    const declined = await customer.post(`/billing/invoices/${id}/pay`)
    assert.deepEqual([declined.status, declined.body.error.code], [503, 'billing_unavailable'])
    const own = (await findings(shop.world)).filter(
      one => one.accountId === customer.accountId && one.kind === 'refused',
    )
    assert.equal(own.length, 1)
    stripe.decline = null
    const done = await customer.post(`/billing/invoices/${id}/pay`)
    assert.deepEqual([done.status, done.body.state], [200, 'paid'])
  })
})

test('A card that ends before the next charge is told of from the first day of its last month', async () => {
  const customer = await subscriber(shop, stripe)
  const { period } = await customer.get('/billing')
  const [year, month] = period.to.split('-').map(Number)
  const card = stripe.of('payment_method').at(-1)!.card as Record<string, unknown>
  Object.assign(card, { exp_year: year, exp_month: month })
  shop.turn(6_000)
  await customer.get('/billing?fresh=1')
  const told = async (): Promise<boolean> => {
    await watchCards(shop.world)
    const { data } = await customer.get('/notices')
    return data.some((one: { code: string }) => one.code === 'card_expiring')
  }
  const first = Date.UTC(year!, month! - 1, 1)
  const isThisMonth = shop.world.clock.now() >= first
  assert.equal(await told(), isThisMonth)
  shop.turn(Math.max(0, first + hour - shop.world.clock.now()))
  assert.equal(await told(), true)
})
