/** What is said of an account (its currency, who changed its plan), findings, and the nightly look. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { payCurrency } from '#billing/overview/overview.ts'
import { billingJobs } from '#billing/periodic.ts'
import { insertDifference } from '#billing/store.ts'
import { show } from '#kernel/base/ids.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, day, openShop, openStripeShop, type Shop, subscriber } from './stage.ts'

const database = await testDatabase()
let shop: Shop
before(async () => {
  shop = await openShop(database)
})
after(() => shop.api.close())

const change = ({ accountId }: Customer, settings: Parameters<typeof changeSettings>[2]) =>
  changeSettings(shop.world, accountId, settings)

describe('The limit of a period', () => {
  const volume = async (customer: Customer) => (await customer.get('/limits')).month.limit

  test('is what the plan includes, and as much beyond it as the spending limit buys', async () => {
    const customer = await shop.customer({ language: 'pt' })
    await change(customer, { plan: 'pro', spendCents: null })
    const { included, overage_per_1000: price } = await customer.get('/billing')
    assert.equal(await volume(customer), included)
    await change(customer, { spendCents: 99_00 })
    assert.deepEqual([included, price], [50_000, '4.50'])
    assert.equal(await volume(customer), 72_000)
    assert.equal(await customer.use(50_010), 'accepted')
    assert.equal(await volume(customer), 72_000, 'what is used of it changes nothing')
    assert.equal(await customer.use(21_991), 'spend_limit_reached')
    assert.equal(await customer.use(21_990), 'accepted')
  })
})

describe('The currency of an account', () => {
  /** Wherever it is said. */
  const said = async (customer: Customer) => [
    (await customer.get('/billing')).currency,
    (await customer.get('/limits')).spending.currency,
    await payCurrency(shop.world, customer.accountId),
  ]

  test('is that of the amounts beside it, of a plan that was set by hand', async () => {
    const customer = await shop.customer({ language: 'en' })
    await change(customer, { plan: 'pro', spendCents: 50_00 })
    assert.equal(await customer.use(1), 'accepted')
    const before = await customer.get('/billing')
    await change(customer, { language: 'pt' })
    const { overage_per_1000: price, cap_now: cap } = await customer.get('/billing')
    assert.deepEqual([price, cap], [before.overage_per_1000, '50.00'])
    assert.deepEqual(await said(customer), Array(3).fill('USD'))
    // The next period is another one.
    await shop.later(32 * day)
    assert.deepEqual(await said(customer), Array(3).fill('BRL'))
  })

  test('is that of the next order where nothing is sold', async () => {
    const customer = await shop.customer({ language: 'en' })
    assert.equal(await customer.use(1), 'accepted')
    await change(customer, { language: 'pt' })
    assert.deepEqual(await said(customer), Array(3).fill('BRL'))
  })
})

test('A plan that the operator sets is among the changes, as a cap is', async () => {
  const customer = await shop.customer()
  await change(customer, { plan: 'scale' })
  await change(customer, { plan: 'scale', spendCents: 5_00 })
  await change(customer, { plan: 'free' })
  const { data } = await customer.get('/billing/changes')
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.kind, one.from, one.to, one.by]),
    [
      ['plan', 'scale', 'free', null],
      ['cap', null, '5.00', null],
      ['plan', 'free', 'scale', null],
    ],
  )
})

test('Findings are listed as everything is: the newest first, fifty at a time', async () => {
  const boss = await shop.customer()
  await changeOperator(shop.world.db, boss.accountId, true)
  const { db, ids, clock } = shop.world
  const made: string[] = []
  for (let n = 0; n < 52; n++) {
    const id = ids.next()
    made.unshift(show('dif', id))
    const about = { accountId: null, invoiceId: null, kind: 'stranger', key: `page ${n}` }
    await insertDifference(db, { id, ...about, en: 'x', pt: 'x', since: new Date(clock.now()) })
  }
  const list = async (query: string) => {
    const { data, has_more } = await boss.get(`/operator/billing/differences${query}`)
    return [data.map((one: { id: string }) => one.id), has_more]
  }
  assert.deepEqual(await list(''), [made.slice(0, 50), true])
  assert.deepEqual(await list(`?starting_after=${made[49]}`), [made.slice(50), false])
})

test('Looking at everybody holds up no other job, and one who fails no other account', async t => {
  const { shop: outside, stripe, close } = await openStripeShop(database)
  t.after(close)
  const customers = [
    await subscriber(outside, stripe),
    await subscriber(outside, stripe),
    await subscriber(outside, stripe),
  ]
  outside.turn(2 * day)
  const { world } = outside
  const slept: number[] = []
  const sleep = async (ms: number) => void slept.push(ms)
  const jobs = billingJobs.map(job => () => job.run({ ...world, clock: { ...world.clock, sleep } }))
  const lookedAt = async () => {
    const rows = await world.db.query<{ id: string; at: Date }>(
      'select account_id as id, looked_at as at from billing_customers where account_id = any($1)',
      [customers.map(one => one.accountId)],
    )
    return rows.filter(one => one.at.getTime() > world.clock.now() - day).map(one => one.id)
  }
  // Of the first no answer comes.
  const [silent, ...others] = customers.map(one => one.accountId).sort()
  const [row] = await world.db.query<{ ref: string }>(
    'select ref from billing_customers where account_id = $1',
    [silent],
  )
  stripe.losesAnswersOf = new RegExp(`customers/${row!.ref}$`)
  assert.deepEqual(await lookedAt(), [])
  for (const run of jobs) await run()
  assert.deepEqual(slept, [])
  assert.deepEqual((await lookedAt()).sort(), others)
  // Who has been looked at is left alone for a day, and who failed for an hour.
  const look = jobs.at(-1)!
  await look()
  const before = stripe.calls.length
  await look()
  assert.equal(stripe.calls.length, before)
  outside.turn(2 * 3_600_000)
  await look()
  assert.ok(stripe.calls.length > before)
  stripe.losesAnswersOf = null
  await look()
  outside.turn(2 * 3_600_000)
  await look()
  assert.equal((await lookedAt()).length, 3)
  // One that takes long ends its slice: the others wait for the next.
  outside.turn(2 * day)
  let passed = 0
  const clock = { ...world.clock, monotonic: () => (passed += 3_000) }
  const slices: number[] = []
  for (let n = 0; n < 6; n++) {
    const before = (await lookedAt()).length
    await billingJobs.at(-1)!.run({ ...world, clock })
    slices.push((await lookedAt()).length - before)
    outside.turn(2 * 3_600_000)
  }
  assert.deepEqual(
    slices.filter(count => count > 0),
    [1, 1, 1],
  )
})
