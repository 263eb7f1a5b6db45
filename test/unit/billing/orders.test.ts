/** Ordering: clicks at the same time, what is sold at an agreed price, and what has no price. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findings } from '#billing/provider/reconcile.ts'
import { cashierOf } from '#billing/provider/shared-cashier.ts'
import { subscribe as subscribeTo } from '#billing/subscription/orders.ts'
import type { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { tryOnce } from '#tenants/identity/throttle.ts'
import { testDatabase } from '../../support/database.ts'
import type { StripeStandIn } from '../../support/stripe-stand-in.ts'
import { type Customer, day, openShop, openStripeShop, orderer, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
let boss: Customer
let outside: Awaited<ReturnType<typeof openStripeShop>>
let stripe: StripeStandIn
before(async () => {
  shop = await openShop(database, { MALOTE_CURRENCIES: 'BRL' })
  boss = await shop.customer()
  await changeOperator(shop.world.db, boss.accountId, true)
  outside = await openStripeShop(database)
  stripe = outside.stripe
})
after(async () => {
  await outside.close()
  await shop.api.close()
})

const checkout = (customer: Customer, plan = 'pro') => customer.post('/billing/checkout', { plan })

const subscribe = (customer: Customer, wish: Record<string, unknown>) =>
  boss.post(`/operator/billing/accounts/${show('acc', customer.accountId)}/subscribe`, wish)

describe('Clicks at the same time', () => {
  test('are one order, and count as one', async () => {
    const customer = await shop.customer()
    const replies = await Promise.all(Array.from({ length: 8 }, () => checkout(customer)))
    assert.deepEqual(replies.map(one => one.status).sort(), [...Array(7).fill(200), 201])
    assert.equal(new Set(replies.map(one => one.body.id)).size, 1)
    // Four more of the five an hour are left, and not one more.
    for (const plan of ['scale', 'pro', 'scale', 'pro']) {
      assert.equal((await checkout(customer, plan)).status, 201)
    }
    const sixth = await checkout(customer, 'scale')
    assert.deepEqual([sixth.status, sixth.body.error.code], [429, 'rate_limited'])
    assert.ok(Number(sixth.headers.get('retry-after')) > 3_000)
    // The order that is open is still the order.
    assert.equal((await checkout(customer)).status, 200)
  })

  test('for several plans leave one order open, and five an hour', async () => {
    const customer = await shop.customer()
    const plans = ['pro', 'scale', 'pro', 'scale', 'pro', 'scale', 'pro', 'scale']
    const replies = await Promise.all(plans.map(plan => checkout(customer, plan)))
    const made = replies.filter(one => one.status === 201)
    assert.ok(made.length <= 5, `${made.length}`)
    const { data } = await customer.get('/billing/invoices')
    const open = data.filter((one: { state: string }) => one.state === 'open')
    assert.deepEqual([data.length, open.length], [made.length, 1])
  })
})

describe('An agreed price', () => {
  test('sells neither Free nor in a currency that is not sold', async () => {
    const customer = await shop.customer()
    for (const [wish, param] of [
      [{ plan: 'free', price: '10.00' }, 'plan'],
      [{ plan: 'pro', price: '10.00', currency: 'USD' }, 'currency'],
      [{ plan: 'pro', price: '' }, 'price'],
    ] as const) {
      const reply = await subscribe(customer, wish)
      assert.deepEqual([reply.status, reply.body.error?.param], [400, param], reply.text)
    }
    const ordered = await subscribe(customer, { plan: 'pro', price: null, currency: 'BRL' })
    assert.equal(ordered.status, 201, ordered.text)
    const agreed = await subscribe(customer, { plan: 'enterprise', price: '10.00' })
    assert.deepEqual([agreed.body.total, agreed.body.currency], ['10.00', 'BRL'])
  })
})

describe('A price of nothing', () => {
  test('begins the plan at once: there is nothing to wait for', async () => {
    const customer = await shop.customer()
    const ordered = await subscribe(customer, { plan: 'pro', price: '0.00' })
    assert.deepEqual([ordered.body.state, ordered.body.total], ['paid', '0.00'])
    const { state, plan, price, order, period } = await customer.get('/billing')
    assert.deepEqual([state, plan, price, order], ['active', 'pro', '0.00', null])
    assert.deepEqual(period, ordered.body.period)
    assert.equal((await checkout(customer)).body.error.code, 'subscription_exists')
    // The first renewal costs as much, and nobody falls behind.
    await shop.later(32 * day)
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual(
      data.map((one: { state: string; total: string }) => [one.state, one.total]),
      Array(2).fill(['paid', '0.00']),
    )
    assert.equal((await customer.get('/billing')).state, 'active')
  })

  test('needs no page of the provider, and with a test key somebody who may', async () => {
    const { world } = outside.shop
    const wish = { plan: 'scale', priceCents: 0, memberId: null } as const
    const customer = await orderer(outside.shop)
    const cashier = await cashierOf(world)
    const calls = stripe.calls.length
    await subscribeTo(world, cashier, customer.accountId, wish)
    const { state, plan, payment } = await customer.get('/billing')
    assert.deepEqual([state, plan, payment], ['active', 'scale', null])
    const other = await outside.shop.customer()
    await subscribeTo(world, cashier, other.accountId, wish)
    assert.equal(stripe.calls.length, calls)
    assert.equal((await other.get('/billing')).state, 'none')
    const found = (await findings(world)).filter(one => one.accountId === other.accountId)
    assert.deepEqual(
      found.map(one => one.kind),
      ['test_money'],
    )
  })
})

/** The order that is left where the provider has not answered. */
async function failed(customer: Customer): Promise<{ readonly id: string }> {
  stripe.isAway = true
  assert.equal((await checkout(customer)).status, 503)
  stripe.isAway = false
  return (await customer.get('/billing')).order
}

describe('An order whose page could not be made', () => {
  test('is another one once the provider takes it no more, and no new one to who asks', async () => {
    const customer = await orderer(outside.shop)
    const first = await failed(customer)
    outside.shop.turn(32 * 60_000)
    const second = await checkout(customer)
    assert.equal(second.status, 201, second.text)
    assert.notEqual(second.body.id, first.id)
    const closed = (await customer.get('/billing/invoices')).data.at(-1)
    assert.equal(closed.state, 'void')
    // With its page it is the same to its end.
    outside.shop.turn(45 * 60_000)
    assert.equal((await checkout(customer)).body.url, second.body.url)

    const early = await orderer(outside.shop)
    const { id } = await failed(early)
    outside.shop.turn(28 * 60_000)
    const same = await checkout(early)
    assert.deepEqual([same.status, same.body.id], [200, id])
  })

  test('counts once with the one that comes instead', async () => {
    const customer = await orderer(outside.shop)
    await failed(customer)
    outside.shop.turn(32 * 60_000)
    // The second is the first anew; four more of the five an hour are left.
    const wished = ['pro', 'scale', 'pro', 'scale', 'pro', 'scale']
    const replies: number[] = []
    for (const plan of wished) replies.push((await checkout(customer, plan)).status)
    assert.deepEqual(replies, [201, 201, 201, 201, 201, 429])
  })
})

const minute = 60_000
const hour = 60 * minute

// Last: these turn the clock of one shop ahead of the other's.
describe('The orders of an hour', () => {
  test('are those of the last hour at any moment, and the wait is as long as is said', async () => {
    shop.turn(2 * hour)
    const customer = await shop.customer()
    for (const plan of ['pro', 'scale', 'pro', 'scale', 'pro']) {
      assert.equal((await checkout(customer, plan)).status, 201)
      shop.turn(10 * minute)
    }
    // The first leaves the hour in ten minutes, the second ten minutes later.
    for (const plan of ['scale', 'pro']) {
      const refused = await checkout(customer, plan)
      const seconds = Number(refused.headers.get('retry-after'))
      assert.equal(refused.status, 429)
      assert.ok(seconds > 590 && seconds <= 600, `${seconds} s`)
      shop.turn(seconds * 1000)
      assert.equal((await checkout(customer, plan)).status, 201)
    }
  })

  test('are not counted from the last one: one each fifty minutes is never too many', async () => {
    const customer = await shop.customer()
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      shop.turn(50 * minute)
      statuses.push((await checkout(customer, n % 2 === 0 ? 'pro' : 'scale')).status)
    }
    assert.deepEqual(statuses, Array(8).fill(201))
  })

  test('of one place are as many, and the longer of two waits is said', async () => {
    const { db } = shop.world
    let now = shop.world.clock.now()
    const order = (account: string) =>
      db
        .transaction(tx =>
          tryOnce({ db: tx, clock: { now: () => now } }, [
            ['order', account],
            ['order_place', '203.0.113.9'],
          ]),
        )
        .then(
          () => 0,
          (refusal: Refusal) => Number(refusal.headers?.['Retry-After']),
        )
    for (let n = 0; n < 5; n++) assert.equal(await order('one'), 0)
    now += 20 * minute
    for (let n = 0; n < 15; n++) assert.equal(await order(`other ${n % 3}`), 0)
    // What the place refuses is not counted for the account.
    for (let n = 0; n < 9; n++) assert.equal(await order('two'), 40 * 60)
    assert.equal(await order('one'), 40 * 60)
    assert.equal(await order('other 1'), 60 * 60, 'the account waits longer than its place')
    now += 40 * minute
    for (let n = 0; n < 5; n++) assert.equal(await order('two'), 0)
    assert.equal(await order('one'), 20 * 60, 'and the place longer than its account')
    now += 20 * minute
    assert.equal(await order('one'), 0)
  })
})
