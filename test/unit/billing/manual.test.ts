/** Selling plans where the operator collects: from the order to the end, on a turned clock. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { markPaid, refundInvoice } from '#billing/acts.ts'
import { creditOf } from '#billing/subscription/credit.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
before(async () => {
  shop = await openShop(database)
})
after(() => shop.api.close())

const idOf = (typed: string) => read('bil', typed)!
const pay = (typed: string) =>
  markPaid(shop.world, idOf(typed), { reference: 'pix', memberId: null })

/** An account that has bought a plan and paid for it. */
async function subscriber(plan = 'pro', language: 'en' | 'pt' = 'en'): Promise<Customer> {
  const customer = await shop.customer({ language })
  const order = await customer.post('/billing/checkout', { plan })
  assert.equal(order.status, 201, order.text)
  await pay(order.body.invoice_id)
  return customer
}

describe('An order', () => {
  test('is the same for the same wish, and another one closes it', async () => {
    const customer = await shop.customer()
    const first = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.equal(first.status, 201, first.text)
    assert.equal(first.body.url, null)
    const again = await customer.post('/billing/checkout', { plan: 'pro' })
    assert.equal(again.body.id, first.body.id)
    const other = await customer.post('/billing/checkout', { plan: 'scale' })
    assert.notEqual(other.body.id, first.body.id)
    const closed = await customer.get(`/billing/invoices/${first.body.invoice_id}`)
    assert.equal(closed.state, 'void')
    const { order, state } = await customer.get('/billing')
    assert.deepEqual([order.id, order.plan, state], [other.body.id, 'scale', 'none'])
  })

  test('that nobody pays is void after its days', async () => {
    const customer = await shop.customer()
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    await shop.later(8 * day)
    const invoice = await customer.get(`/billing/invoices/${order.body.invoice_id}`)
    assert.equal(invoice.state, 'void')
    assert.equal((await customer.get('/billing')).order, null)
    await assert.rejects(pay(order.body.invoice_id), { code: 'invalid_field', param: 'state' })
    assert.equal((await customer.get('/billing')).state, 'none')
  })

  test('refuses what is not sold, each by its field', async () => {
    const customer = await shop.customer()
    for (const [body, code, param] of [
      [{}, 'missing_field', 'plan'],
      [{ plan: 'free' }, 'invalid_field', 'plan'],
      [{ plan: 'gold' }, 'invalid_field', 'plan'],
      [{ plan: 'enterprise' }, 'invalid_field', 'plan'],
      [{ plan: 'pro', currency: 'EUR' }, 'invalid_field', 'currency'],
    ] as const) {
      const reply = await customer.post('/billing/checkout', body)
      assert.deepEqual(
        [reply.status, reply.body.error.code, reply.body.error.param],
        [400, code, param],
      )
    }
  })

  test('paid, begins the plan and a period with its whole volume', async () => {
    const customer = await shop.customer()
    assert.equal(await customer.use(70), 'accepted')
    await shop.later(10 * day)
    const order = await customer.post('/billing/checkout', { plan: 'pro' })
    await pay(order.body.invoice_id)
    const billing = await customer.get('/billing')
    assert.deepEqual(
      [billing.state, billing.plan, billing.price, billing.used, billing.order, billing.currency],
      ['active', 'pro', '20.00', 0, null, 'USD'],
    )
    assert.equal(billing.period.from, new Date(shop.world.clock.now()).toISOString().slice(0, 10))
    const invoice = await customer.get(`/billing/invoices/${order.body.invoice_id}`)
    assert.deepEqual([invoice.state, invoice.total, invoice.paid], ['paid', '20.00', '20.00'])
    assert.deepEqual(
      invoice.lines.map((line: { kind: string; amount: string }) => [line.kind, line.amount]),
      [['base', '20.00']],
    )
    const { data } = await customer.get('/billing/periods')
    assert.deepEqual(
      data.map((one: { plan: string; used: number }) => [one.plan, one.used]),
      [['free', 70]],
    )
    const twice = await customer.post('/billing/checkout', { plan: 'scale' })
    assert.deepEqual([twice.status, twice.body.error.code], [409, 'subscription_exists'])
  })
})

test('Who has a plan from the operator and buys it, has a period from that day on', async () => {
  const customer = await shop.customer({ plan: 'pro' })
  assert.equal(await customer.use(70), 'accepted')
  await shop.later(10 * day)
  const order = await customer.post('/billing/checkout', { plan: 'pro' })
  assert.equal(order.status, 201, order.text)
  await pay(order.body.invoice_id)
  const { period, used } = await customer.get('/billing')
  const today = new Date(shop.world.clock.now()).toISOString().slice(0, 10)
  assert.deepEqual([period.from, used], [today, 0])
})

describe('The credit line', () => {
  test('is that of a beginner until a month is paid, and grows with the overage that was', async () => {
    const customer = await subscriber()
    const credit = (currency: 'USD' | 'BRL' = 'USD') =>
      creditOf(
        shop.world.db,
        { MALOTE_BILLING_CREDIT: ['2', '5', '9'] },
        { accountId: customer.accountId, currency, priceCents: 100, creditCents: null },
      )
    assert.equal(await credit(), 200)
    await customer.ask('PATCH', '/account', { spend_limit: '50.00' })
    assert.equal(await customer.use(60_000), 'accepted')
    await shop.later(32 * day)
    assert.equal(await credit(), 200, 'what is billed is not paid')
    const [bill] = (await customer.get('/billing/invoices')).data
    await pay(bill.id)
    const { lines } = await customer.get(`/billing/invoices/${bill.id}`)
    const overage = lines.find((one: { kind: string }) => one.kind === 'overage')
    const cents = Math.round(Number(overage.amount) * 100)
    assert.ok(9 * cents > 5 * 100, `${overage.amount} shows it`)
    assert.equal(await credit(), 9 * cents)
    assert.equal(await credit('BRL'), 5 * 100, 'what was paid in another currency is no measure')
    const refund = (cents: number) =>
      refundInvoice(shop.world, idOf(bill.id), {
        cents,
        reason: 'an outage',
        isEnd: false,
        memberId: null,
      })
    await refund(1)
    assert.equal(await credit(), 9 * cents, 'the rest is paid')
    await refund(Math.round(Number(bill.total) * 100) - 1)
    assert.equal(await credit(), 200, 'what was given back whole is not paid')
  })
})

describe('The cap', () => {
  test('lets through exactly what it pays for, and says how much', async () => {
    const customer = await subscriber('pro', 'pt')
    await customer.ask('PATCH', '/account', { spend_limit: '50.00' })
    assert.equal((await customer.get('/billing')).currency, 'BRL')
    assert.equal(await customer.use(50_000), 'accepted')
    assert.equal(await customer.use(11_112), 'spend_limit_reached')
    assert.equal(await customer.use(11_111), 'accepted')
    assert.equal(await customer.use(1), 'spend_limit_reached')
    const full = await customer.get('/billing')
    assert.deepEqual([full.cost, full.extra, full.cap_now], ['50.00', 11_111, '50.00'])
    // Above the first period's credit line of one month price.
    await customer.ask('PATCH', '/account', { spend_limit: '500.00' })
    const raised = await customer.get('/billing')
    assert.deepEqual([raised.cap, raised.cap_now, raised.credit], ['500.00', '99.00', '99.00'])
    assert.equal(await customer.use(10_889), 'accepted')
    assert.equal(await customer.use(1), 'spend_limit_reached')
    await customer.ask('PATCH', '/account', { spend_limit: null })
    assert.equal(await customer.use(1), 'monthly_limit_reached')
    const { data } = await customer.get('/billing/changes')
    assert.deepEqual(
      data
        .filter((one: { kind: string }) => one.kind === 'cap')
        .map((one: { to: string }) => one.to),
      [null, '500.00', '50.00'],
    )
  })
})

describe('A cap', () => {
  test('that is a whole number of recipients lets the last one through', async () => {
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '0.09' })
    assert.equal(await customer.use(50_000), 'accepted')
    assert.equal(await customer.use(101), 'spend_limit_reached')
    assert.equal(await customer.use(100), 'accepted')
    assert.equal(await customer.use(1), 'spend_limit_reached')
    const { cost, cap_now } = await customer.get('/billing')
    assert.deepEqual([cost, cap_now], ['0.09', '0.09'])
  })

  test('above the credit line is refused by the name of the line', async () => {
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '500.00' })
    assert.equal(await customer.use(50_000), 'accepted')
    assert.match(await customer.saidTo(22_223), /credit line of US\$ 20\.00/)
    assert.equal(await customer.saidTo(22_222), 'accepted')
  })
})

describe('A period that ends', () => {
  test('is billed once: the base ahead, what was sold beyond the volume behind', async () => {
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    assert.equal(await customer.use(51_001), 'accepted')
    await shop.later(32 * day)
    await shop.later(60_000)
    const billing = await customer.get('/billing')
    assert.deepEqual([billing.state, billing.used, billing.extra], ['active', 0, 0])
    const { data } = await customer.get('/billing/invoices')
    assert.equal(data.length, 2)
    assert.deepEqual([data[0].state, data[0].total], ['open', '20.91'])
    assert.deepEqual(
      data[0].lines.map((line: { kind: string; amount: string; quantity: number }) => [
        line.kind,
        line.amount,
        line.quantity,
      ]),
      [
        ['base', '20.00', 1],
        ['overage', '0.91', 1_001],
      ],
    )
    const periods = await customer.get('/billing/periods')
    assert.deepEqual([periods.data[0].cost, periods.data[0].invoice_id], ['0.91', data[0].id])
  })

  test('not paid: past due, then Free, then paid after all', async () => {
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    await shop.later(32 * day)
    await shop.later(7 * day + 60_000)
    const late = await customer.get('/billing')
    assert.deepEqual([late.state, late.overage], ['past_due', 'stopped_by_payment'])
    assert.equal(Math.round((Date.parse(late.grace_until) - shop.world.clock.now()) / day), 14)
    assert.equal(await customer.use(50_000), 'accepted')
    assert.equal(await customer.use(1), 'monthly_limit_reached')
    assert.match(await customer.saidTo(1), /payment/)
    const larger = await customer.post('/billing/plan', { plan: 'scale' })
    assert.deepEqual([larger.status, larger.body.error.code], [409, 'payment_due'])
    await shop.later(14 * day + 60_000)
    const ended = await customer.get('/billing')
    assert.deepEqual([ended.state, ended.plan, ended.price], ['ended', 'free', null])
    const anew = await customer.post('/billing/checkout', { plan: 'pro' })
    await pay(ended.open_invoice)
    const back = await customer.get('/billing')
    assert.deepEqual(
      [back.state, back.plan, back.used, back.grace_until, back.order, back.open_invoice],
      ['active', 'pro', 0, null, null, null],
    )
    const unneeded = await customer.get(`/billing/invoices/${anew.body.invoice_id}`)
    assert.equal(unneeded.state, 'void')
  })

  test('not paid, and ended by its owner: what was consumed is owed alone', async () => {
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    assert.equal(await customer.use(51_001), 'accepted')
    await shop.later(32 * day)
    await shop.later(8 * day)
    assert.equal((await customer.get('/billing')).state, 'past_due')
    const asked = await customer.post('/billing/plan', { plan: 'free' })
    assert.equal(asked.body.applies, 'now')
    assert.equal((await customer.get('/billing')).state, 'ended')
    const { data } = await customer.get('/billing/invoices')
    assert.deepEqual(
      data.map((one: { state: string; total: string }) => [one.state, one.total]),
      [
        ['open', '0.91'],
        ['void', '20.91'],
        ['paid', '20.00'],
      ],
    )
  })

  test('not paid, is an offer of what it names, whatever was bought since', async () => {
    const customer = await subscriber()
    await shop.later(32 * day)
    const larger = await customer.post('/billing/plan', { plan: 'scale' })
    await pay(larger.body.invoice)
    assert.equal((await customer.get('/billing')).price, '160.00')
    await shop.later(8 * day)
    await shop.later(15 * day)
    const ended = await customer.get('/billing')
    assert.equal(ended.state, 'ended')
    await pay(ended.open_invoice)
    const back = await customer.get('/billing')
    assert.deepEqual([back.state, back.plan, back.price], ['active', 'pro', '20.00'])
  })

  test('paid in time, all is on again', async () => {
    const customer = await subscriber()
    await shop.later(32 * day)
    await shop.later(8 * day)
    const { open_invoice } = await customer.get('/billing')
    await pay(open_invoice)
    const billing = await customer.get('/billing')
    assert.deepEqual(
      [billing.state, billing.grace_until, billing.open_invoice],
      ['active', null, null],
    )
  })
})

describe('A change of plan', () => {
  test('to a larger one costs the difference and applies when paid', async () => {
    const customer = await subscriber()
    const dry = await customer.post('/billing/plan', { plan: 'scale', dry_run: true })
    assert.deepEqual(
      [dry.body.applies, dry.body.charge, dry.body.invoice],
      ['when_paid', '140.00', null],
    )
    const asked = await customer.post('/billing/plan', { plan: 'scale' })
    assert.deepEqual([asked.body.applies, asked.body.charge], ['when_paid', '140.00'])
    const again = await customer.post('/billing/plan', { plan: 'scale' })
    assert.equal(again.body.invoice, asked.body.invoice, 'a second click is the same wish')
    assert.equal((await customer.get('/billing')).plan, 'pro')
    await pay(asked.body.invoice)
    const after = await customer.get('/billing')
    assert.deepEqual([after.plan, after.price, after.included], ['scale', '160.00', 500_000])
  })

  test('to a larger one that nobody pays is void after a day', async () => {
    const customer = await subscriber()
    const asked = await customer.post('/billing/plan', { plan: 'scale' })
    await shop.later(day + 60_000)
    const invoice = await customer.get(`/billing/invoices/${asked.body.invoice}`)
    assert.equal(invoice.state, 'void')
    assert.equal((await customer.get('/billing')).plan, 'pro')
  })

  test('to a larger one is off once the plan is over, and grows no later one', async () => {
    const customer = await subscriber()
    const { period } = await customer.get('/billing')
    await shop.later(Date.parse(period.to) - shop.world.clock.now() - day / 2)
    await customer.post('/billing/plan', { plan: 'free' })
    const asked = await customer.post('/billing/plan', { plan: 'scale' })
    const invoice = () => customer.get(`/billing/invoices/${asked.body.invoice}`)
    assert.equal((await invoice()).state, 'open')
    await shop.later(day / 2 + 60_000)
    assert.deepEqual(
      [(await customer.get('/billing')).state, (await invoice()).state],
      ['ended', 'void'],
    )
    const order = await customer.post('/billing/checkout', { plan: 'scale' })
    await pay(order.body.invoice_id)
    await assert.rejects(pay(asked.body.invoice), /is void; nothing can be paid with it/)
    const { plan, price } = await customer.get('/billing')
    assert.deepEqual([plan, price], ['scale', '160.00'])
  })

  test('to a smaller one comes with the end of the period, and can be taken back', async () => {
    const customer = await subscriber('scale')
    const asked = await customer.post('/billing/plan', { plan: 'pro' })
    assert.deepEqual(
      [asked.body.applies, asked.body.charge, asked.body.warnings[0].code],
      ['at_period_end', '0.00', 'logs_shrink'],
    )
    assert.equal((await customer.get('/billing')).next_plan, 'pro')
    const back = await customer.post('/billing/plan', { plan: 'scale' })
    assert.equal(back.body.applies, 'unchanged')
    assert.equal((await customer.get('/billing')).next_plan, null)
    await customer.post('/billing/plan', { plan: 'pro' })
    await shop.later(32 * day)
    const after = await customer.get('/billing')
    assert.deepEqual([after.plan, after.price, after.next_plan], ['pro', '20.00', null])
  })

  test('to Free runs out as paid, by the first send too', async () => {
    const customer = await subscriber()
    await customer.post('/billing/plan', { plan: 'free' })
    assert.equal((await customer.get('/billing')).plan, 'pro')
    shop.turn(32 * day)
    assert.equal(await customer.use(101), 'daily_limit_reached')
    assert.equal(await customer.use(100), 'accepted')
    await shop.later(60_000)
    const after = await customer.get('/billing')
    assert.deepEqual([after.state, after.plan, after.used], ['ended', 'free', 100])
    assert.equal((await customer.get('/billing/invoices')).data.length, 1)
    const none = await customer.post('/billing/plan', { plan: 'pro' })
    assert.deepEqual([none.status, none.body.error.param], [400, 'plan'])
  })
})

describe('A refund', () => {
  test('is at most what was paid, and ends the plan only when asked', async () => {
    const customer = await subscriber()
    const { data } = await customer.get('/billing/invoices')
    const ask = { reason: 'kind', isEnd: false, memberId: null }
    await refundInvoice(shop.world, idOf(data[0].id), { ...ask, cents: 5_00 })
    await assert.rejects(
      refundInvoice(shop.world, idOf(data[0].id), { ...ask, cents: 15_01 }),
      /at most/,
    )
    assert.equal((await customer.get('/billing')).state, 'active')
    await refundInvoice(shop.world, idOf(data[0].id), { ...ask, cents: 15_00, isEnd: true })
    assert.deepEqual((await customer.get('/billing')).state, 'ended')
  })
})

test('What is owed says in which currency the next order is paid', async () => {
  const customer = await shop.customer({ language: 'pt' })
  const order = await customer.post('/billing/checkout', { plan: 'pro', currency: 'USD' })
  await pay(order.body.invoice_id)
  await customer.ask('PATCH', '/account', { spend_limit: '5.00' })
  assert.equal(await customer.use(51_000), 'accepted')
  const all = { cents: 1, reason: 'given up', isEnd: true, memberId: null }
  await refundInvoice(shop.world, idOf(order.body.invoice_id), all)
  const ended = await customer.get('/billing')
  assert.deepEqual([ended.state, ended.currency], ['ended', 'USD'])
  const { currency } = ended
  assert.equal((await customer.post('/billing/checkout', { plan: 'pro', currency })).status, 201)
  const [, owed] = (await customer.get('/billing/invoices')).data
  await pay(owed.id)
  assert.equal((await customer.get('/billing')).currency, 'BRL')
})
