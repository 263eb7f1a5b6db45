/** Where a period turns: what is asked between its end and the job, and how long logs are kept. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { markPaid, refundInvoice } from '#billing/acts.ts'
import { findings, settleFinding } from '#billing/provider/reconcile.ts'
import { read } from '#kernel/base/ids.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
before(async () => {
  shop = await openShop(database)
})
after(() => shop.api.close())

const minute = 60_000
const pay = (typed: string) =>
  markPaid(shop.world, read('bil', typed)!, { reference: 'pix', memberId: null })

async function buy(customer: Customer, plan: string): Promise<void> {
  const order = await customer.post('/billing/checkout', { plan })
  assert.equal(order.status, 201, order.text)
  await pay(order.body.invoice_id)
}

async function subscriber(plan: string): Promise<Customer> {
  const customer = await shop.customer()
  await buy(customer, plan)
  return customer
}

describe('Between the end of a period and the job', () => {
  test('a change that is planned is one of the next period, and can be taken back', async () => {
    const customer = await subscriber('scale')
    shop.turn(32 * day)
    const asked = await customer.post('/billing/plan', { plan: 'pro' })
    assert.equal(asked.body.applies, 'at_period_end')
    const { period } = await customer.get('/billing')
    assert.equal(asked.body.at, `${period.to}T00:00:00.000Z`)
    await shop.later(minute)
    assert.equal((await customer.get('/billing')).next_plan, 'pro')
    await customer.post('/billing/plan', { plan: 'scale' })
    await shop.later(32 * day)
    const { plan, price, next_plan } = await customer.get('/billing')
    assert.deepEqual([plan, price, next_plan], ['scale', '160.00', null])
  })

  test('a larger plan that is paid for lifts none that has run out', async () => {
    const customer = await subscriber('pro')
    const { period } = await customer.get('/billing')
    await shop.later(Date.parse(period.to) - shop.world.clock.now() - day / 2)
    await customer.post('/billing/plan', { plan: 'free' })
    const asked = await customer.post('/billing/plan', { plan: 'scale' })
    shop.turn(day / 2 + minute)
    await pay(asked.body.invoice)
    await shop.later(minute)
    assert.equal((await customer.get('/billing')).state, 'ended')
    const bill = await customer.get(`/billing/invoices/${asked.body.invoice}`)
    assert.deepEqual([bill.paid, bill.refunded], ['140.00', '140.00'])
    // Somebody has yet to give it back by hand.
    assert.deepEqual(
      bill.payments.map((one: { kind: string }) => one.kind),
      ['payment'],
    )
    const found = (await findings(shop.world)).filter(one => one.accountId === customer.accountId)
    assert.equal(found.length, 1)
    await settleFinding(shop.world, found[0]!.id)
    const settled = await customer.get(`/billing/invoices/${asked.body.invoice}`)
    assert.deepEqual(
      settled.payments.map((one: { kind: string; amount: string }) => [one.kind, one.amount]),
      [
        ['payment', '140.00'],
        ['refund', '140.00'],
      ],
    )
  })
})

test('Operators who collect hear of renewals and upgrades, too', async () => {
  const boss = await shop.customer()
  await changeOperator(database.db, boss.accountId, true)
  const customer = await subscriber('pro')
  await shop.later(32 * day)
  const upgrade = await customer.post('/billing/plan', { plan: 'scale' })
  const { data } = await boss.get('/notices')
  const { name } = (await getAccount(shop.world, customer.accountId))!
  const numberOf = async (id: string) => (await customer.get(`/billing/invoices/${id}`)).number
  const told = data.filter((one: { text: string }) => one.text.startsWith(`${name} `))
  const codes = told.map((one: { code: string }) => one.code)
  assert.deepEqual(codes, ['invoice_to_collect', 'invoice_to_collect', 'order_placed'])
  const [last] = told
  assert.ok(last.text.includes(await numberOf(upgrade.body.invoice)), last.text)
  await changeOperator(database.db, boss.accountId, false)
})

describe('After a move to the east', () => {
  test('a period ends where its account is, and says so before', async () => {
    const customer = await subscriber('pro')
    const { period } = await customer.get('/billing')
    const moved = await customer.ask('PATCH', '/account', { time_zone: 'Pacific/Kiritimati' })
    assert.equal(moved.status, 200, moved.text)
    await shop.later(2 * day)
    const ends = Date.parse(`${period.to}T00:00:00+14:00`)
    await shop.later(ends - shop.world.clock.now() - minute)
    const dry = await customer.post('/billing/plan', { plan: 'free', dry_run: true })
    assert.equal(dry.body.at, new Date(ends).toISOString())
    const count = async () => (await customer.get('/billing/invoices')).data.length
    assert.equal(await count(), 1)
    await shop.later(2 * minute)
    assert.equal(await count(), 2)
  })

  test('the job finds it without anybody asking', async () => {
    const customer = await subscriber('pro')
    const { period } = await customer.get('/billing')
    await customer.ask('PATCH', '/account', { time_zone: 'Pacific/Kiritimati' })
    const ends = Date.parse(`${period.to}T00:00:00+14:00`)
    await shop.later(ends - shop.world.clock.now() + minute)
    const [renewal] = (await customer.get('/billing/invoices')).data
    assert.deepEqual([renewal.state, renewal.period.from], ['open', period.to])
  })
})

describe('Logs', () => {
  const keptOf = async ({ accountId }: Customer) => {
    const [row] = await shop.world.db.query<{ days: number | null; until: Date | null }>(
      'select kept_days as days, kept_until as until from standings where account_id = $1',
      [accountId],
    )
    const leftMs = row?.until ? row.until.getTime() - shop.world.clock.now() : null
    const left = leftMs === null ? null : Math.round((10 * leftMs) / day) / 10
    return { days: row?.days ?? null, left }
  }

  test('that a larger plan left are not cut short by the next smaller one', async () => {
    const customer = await subscriber('scale')
    await customer.post('/billing/plan', { plan: 'pro' })
    await shop.later(32 * day)
    assert.equal((await customer.get('/billing')).plan, 'pro')
    const before = await keptOf(customer)
    assert.equal(before.days, 90)
    await customer.post('/billing/plan', { plan: 'free' })
    const asked = await keptOf(customer)
    assert.equal(asked.days, 90)
    assert.ok(asked.left! > 30, `${asked.left} days after both plans`)
    await customer.post('/billing/plan', { plan: 'pro' })
    const back = await keptOf(customer)
    assert.equal(back.days, 90)
    assert.ok(back.left! >= before.left!)
  })

  test('of a plan that has ended are kept beside the smaller one that is bought', async () => {
    const customer = await subscriber('scale')
    await customer.post('/billing/plan', { plan: 'free' })
    await shop.later(32 * day)
    const before = await keptOf(customer)
    assert.equal(before.days, 90)
    await buy(customer, 'pro')
    assert.deepEqual(await keptOf(customer), before)
    // Long over, it is the age of the last plan alone.
    await shop.later(61 * day)
    const [bill] = (await customer.get('/billing/invoices')).data
    await pay(bill.id)
    await customer.post('/billing/plan', { plan: 'free' })
    assert.equal((await keptOf(customer)).days, 30)
  })

  test('of a plan that ends by a refund are kept from that day on', async () => {
    const customer = await subscriber('scale')
    const [bill] = (await customer.get('/billing/invoices')).data
    const ask = { cents: 100, reason: 'sorry', isEnd: true, memberId: null }
    await refundInvoice(shop.world, read('bil', bill.id)!, ask)
    assert.equal((await customer.get('/billing')).state, 'ended')
    assert.deepEqual(await keptOf(customer), { days: 90, left: 30 })
  })

  test('of a plan that goes on after all have its own age', async () => {
    const customer = await subscriber('scale')
    await customer.post('/billing/plan', { plan: 'free' })
    assert.equal((await keptOf(customer)).days, 90)
    await customer.post('/billing/plan', { plan: 'scale' })
    assert.deepEqual(await keptOf(customer), { days: null, left: null })
  })
})
