/** Who knocks: only what is signed, fresh and whole is heard; what it says is looked up. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApi } from '#faces/api/server.ts'
import { mountBillingHooks } from '#faces/hooks/billing.ts'
import { testDatabase } from '../../support/database.ts'
import { type StripeStandIn, standInForStripe } from '../../support/stripe-stand-in.ts'
import { until } from '../../support/until.ts'
import { openShop, orderer, type Shop } from './stage.ts'

const database = await testDatabase()
const secret = 'whsec_new'
let shop: Shop
let stripe: StripeStandIn
let api: ReturnType<typeof createApi>
let url: string
before(async () => {
  stripe = await standInForStripe(() => shop.world.clock.now())
  shop = await openShop(database, {
    MALOTE_BILLING: 'stripe',
    MALOTE_STRIPE_KEY: 'rk_test_abc',
    MALOTE_STRIPE_API_URL: stripe.url,
    MALOTE_STRIPE_WEBHOOK_SECRETS: `whsec_old,${secret}`,
  })
  api = createApi(shop.world, [], { mount: [mountBillingHooks(shop.world)] })
  url = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}/hooks/billing/stripe`
})
after(async () => {
  await api.close()
  await shop.api.close()
  await stripe.close()
})

const knock = async (body: string, header?: string) => {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: header === undefined ? {} : { 'stripe-signature': header },
  })
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  return { status: answer.status, body: (await answer.json()) as any }
}

describe('A knock', () => {
  test('that is signed makes us look, and its repeat is nothing', async () => {
    const customer = await orderer(shop)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    const [paid] = stripe.knocks(secret)
    assert.deepEqual(await knock(paid!.body, paid!.header), {
      status: 200,
      body: { received: true },
    })
    await until(async () => (await customer.get('/billing')).state === 'active')
    const calls = stripe.calls.length
    assert.equal((await knock(paid!.body, paid!.header)).status, 200)
    await new Promise(resolve => setTimeout(resolve, 50))
    assert.equal(stripe.calls.length, calls)
  })

  test('that is forged, changed, late, bare or too large is refused', async () => {
    const [one] = stripe.knocks(secret)
    const [forged] = stripe.knocks('whsec_wrong')
    const body = one!.body
    const cases = [
      await knock(body),
      await knock(body, ''),
      await knock(body, 'nonsense'),
      await knock(body, forged!.header),
      await knock(`${body} `, one!.header),
      await knock(`${body}${' '.repeat(300_000)}`, one!.header),
    ]
    shop.turn(301_000)
    cases.push(await knock(body, one!.header))
    for (const { status, body: answer } of cases) {
      assert.deepEqual(
        [status, answer.error.code, answer.error.param],
        [400, 'invalid_field', 'Stripe-Signature'],
      )
    }
  })

  const signedNow = async (event: object, aheadMs = 0) => {
    const { webhooks } = (await import('stripe')).default
    const payload = JSON.stringify(event)
    const timestamp = Math.floor((shop.world.clock.now() + aheadMs) / 1000)
    return knock(payload, webhooks.generateTestHeaderString({ payload, secret, timestamp }))
  }

  test('signed for days to come is refused, by a clock that is a little ahead heard', async () => {
    const event = { id: 'evt_ahead', object: 'event', type: 'x.y', livemode: true, data: {} }
    const { status, body } = await signedNow(event, 301_000)
    assert.deepEqual([status, body.error.param], [400, 'Stripe-Signature'])
    assert.equal((await signedNow(event, 290_000)).status, 200)
  })

  test('about a charge makes us look at whose it is', async () => {
    const customer = await orderer(shop)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    const charge = stripe.of('charge').at(-1)!.id
    const object = { object: 'dispute', id: 'dp_1', charge, payment_intent: 'pi_1' }
    const event = { id: 'evt_charge', object: 'event', type: 'charge.dispute.created' }
    assert.equal((await signedNow({ ...event, livemode: false, data: { object } })).status, 200)
    await until(async () => (await customer.get('/billing')).state === 'active')
  })

  test('about somebody unknown, or in the other mode, is received and nothing', async () => {
    const event = { id: 'evt_x', object: 'event', type: 'x.y', livemode: true, data: {} }
    assert.equal((await signedNow(event)).status, 200)
    const object = { object: 'invoice', id: 'in_1', customer: 'cus_elsewhere' }
    const other = { ...event, id: 'evt_y', livemode: false, data: { object } }
    assert.deepEqual(await signedNow(other), { status: 200, body: { received: true } })
    const customer = await orderer(shop)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    stripe.payPage(order.body.url)
    const ours = { ...object, customer: stripe.of('customer').at(-1)!.id }
    const calls = stripe.calls.length
    assert.equal((await signedNow({ ...event, id: 'evt_w', data: { object: ours } })).status, 200)
    await new Promise(resolve => setTimeout(resolve, 100))
    assert.equal(stripe.calls.length, calls, 'nobody is looked at for the other mode')
  })

  test('with names that no database can hold fails nobody', async () => {
    const event = { id: 'evt_z', object: 'event', type: 'x.y', livemode: false }
    const about = (customer: string) => ({ object: { object: 'invoice', id: 'in_1', customer } })
    const customer = await signedNow({ ...event, data: about('cus_\u0000') })
    assert.deepEqual(customer, { status: 200, body: { received: true } })
    for (const id of ['evt_\u0000', `evt_${'x'.repeat(5_000)}`, '']) {
      const { status, body } = await signedNow({ ...event, id, data: about('cus_1') })
      assert.deepEqual([status, body.error.param], [400, 'Stripe-Signature'], String(id))
    }
  })
})
