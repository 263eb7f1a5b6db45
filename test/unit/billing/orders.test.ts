/** Ordering: clicks at the same time, what is sold at an agreed price, and what has no price. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { show } from '#kernel/base/ids.ts'
import { setOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
let boss: Customer
before(async () => {
  shop = await openShop(database, { MALOTE_CURRENCIES: 'BRL' })
  boss = await shop.customer()
  await setOperator(shop.world.db, boss.accountId, true)
})
after(() => shop.api.close())

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
