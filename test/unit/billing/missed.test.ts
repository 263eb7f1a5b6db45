/** Periods that ended while nobody ran: what is charged after all, and what is only said. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { markPaid } from '#billing/acts.ts'
import { type findings, reconcile } from '#billing/provider/reconcile.ts'
import { subscribe } from '#billing/subscription/orders.ts'
import { read } from '#kernel/base/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, type Shop } from './stage.ts'

const database = await testDatabase()
let shop: Shop
before(async () => {
  shop = await openShop(database)
})
after(() => shop.api.close())

const pay = (typed: string) =>
  markPaid(shop.world, read('bil', typed)!, { reference: 'pix', memberId: null })

async function subscriber(plan = 'pro'): Promise<Customer> {
  const customer = await shop.customer()
  const order = await customer.post('/billing/checkout', { plan })
  assert.equal(order.status, 201, order.text)
  await pay(order.body.invoice_id)
  return customer
}

/** What `malote billing reconcile` says of an account. */
async function foundOf({ accountId }: Customer): ReturnType<typeof findings> {
  const { differences } = await reconcile(shop.world)
  return differences.filter(one => one.accountId === accountId)
}

interface Shown {
  readonly total: string
  readonly state: string
  readonly period: { readonly from: string; readonly to: string }
  readonly lines: readonly { readonly kind: string; readonly from: string }[]
}
const invoices = async (customer: Customer): Promise<Shown[]> =>
  (await customer.get('/billing/invoices')).data

/** Days from one date of an account in UTC until a little after another. */
const until = (date: string): number => Date.parse(date) - shop.world.clock.now() + day / 2

/** A date so many periods on; the anchor is a day that every month has. */
const months = (date: string, n: number): string => {
  const [year, month, rest] = date.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1 + n, rest)).toISOString().slice(0, 10)
}

/** The next fifth of a month, so that no month is too short. */
function goToFifth(): void {
  const now = new Date(shop.world.clock.now())
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 5, 12)
  shop.turn(next - now.getTime())
}

const pt = (date: string): string => date.split('-').reverse().join('/')

describe('Where nobody ran', () => {
  test('at the end of one period, all of it is charged, and nothing found', async () => {
    goToFifth()
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    assert.equal(await customer.use(51_001), 'accepted')
    const { period } = await customer.get('/billing')
    await shop.later(until(months(period.to, 1)) - 2 * day)
    const [bill, order] = await invoices(customer)
    assert.deepEqual([bill!.total, bill!.period.from, order!.state], ['20.91', period.to, 'paid'])
    assert.deepEqual(await foundOf(customer), [])
  })

  test('at several, the present one is charged with what was consumed, and the rest is said', async () => {
    goToFifth()
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    assert.equal(await customer.use(51_001), 'accepted')
    const { period } = await customer.get('/billing')
    const [from, to] = [period.to, months(period.to, 3)]
    await shop.later(until(to))
    const [bill, ...others] = await invoices(customer)
    assert.deepEqual([bill!.total, bill!.period.from, others.length], ['20.91', to, 1])
    assert.deepEqual(
      bill!.lines.map(one => [one.kind, one.from]),
      [
        ['base', to],
        ['overage', period.from],
      ],
    )
    assert.deepEqual(
      (await customer.get('/billing/periods')).data.map((one: { from: string }) => one.from),
      [period.from],
    )
    const [missed, ...more] = await foundOf(customer)
    assert.deepEqual([missed!.kind, more], ['missed', []])
    assert.equal(
      missed!.en,
      `Billing did not run when periods ended: the Pro plan was not charged from ${from} to ${to} (3 × US$ 20.00). Only the present period is invoiced.`,
    )
    assert.equal(
      missed!.pt,
      `A cobrança não rodou quando períodos terminaram: o plano Pro não foi cobrado de ${pt(from)} a ${pt(to)} (3 × US$ 20,00). Só o período atual é faturado.`,
    )
    // Whoever looks again finds it once.
    await shop.later(day)
    assert.equal((await foundOf(customer)).length, 1)
  })

  test('but sends went on, the month between is said, and what it sold is charged', async () => {
    goToFifth()
    const customer = await subscriber()
    await customer.ask('PATCH', '/account', { spend_limit: '10.00' })
    const { period } = await customer.get('/billing')
    shop.turn(until(period.to))
    assert.equal(await customer.use(50_500), 'accepted')
    await shop.later(until(months(period.to, 1)))
    const [bill] = await invoices(customer)
    assert.deepEqual(
      bill!.lines.map(one => [one.kind, one.from]),
      [
        ['base', months(period.to, 1)],
        ['overage', period.to],
      ],
    )
    const [missed, ...more] = await foundOf(customer)
    assert.deepEqual(more, [])
    assert.match(missed!.en, new RegExp(`from ${period.to} to ${months(period.to, 1)} \\(1 × `))
  })

  test('a smaller plan that was to follow is what was not charged', async () => {
    goToFifth()
    const customer = await subscriber('scale')
    await customer.post('/billing/plan', { plan: 'pro' })
    const { period } = await customer.get('/billing')
    await shop.later(until(months(period.to, 2)))
    assert.equal((await invoices(customer))[0]!.total, '20.00')
    const [missed] = await foundOf(customer)
    assert.match(missed!.en, /the Pro plan .* \(2 × US\$ 20\.00\)/)
  })
})

describe('Nothing was missed of a plan', () => {
  test('that was to end before', async () => {
    goToFifth()
    const customer = await subscriber()
    await customer.post('/billing/plan', { plan: 'free' })
    const { period } = await customer.get('/billing')
    await shop.later(until(months(period.to, 3)))
    assert.equal((await customer.get('/billing')).state, 'ended')
    assert.deepEqual(await foundOf(customer), [])
  })

  test('whose days of grace were over before', async () => {
    goToFifth()
    const customer = await subscriber()
    const { period } = await customer.get('/billing')
    await shop.later(until(period.to))
    await shop.later(8 * day)
    assert.equal((await customer.get('/billing')).state, 'past_due')
    await shop.later(until(months(period.to, 4)))
    assert.equal((await customer.get('/billing')).state, 'ended')
    assert.deepEqual(await foundOf(customer), [])
  })

  test('that costs nothing', async () => {
    goToFifth()
    const customer = await shop.customer()
    const wish = { plan: 'pro', priceCents: 0, memberId: null } as const
    await subscribe(shop.world, null, customer.accountId, wish)
    const { period } = await customer.get('/billing')
    await shop.later(until(months(period.to, 3)))
    assert.equal((await customer.get('/billing')).state, 'active')
    assert.deepEqual(await foundOf(customer), [])
  })
})
