/**
 * "At R$ 50.00 at most 11,111 more recipients go out; then sending stops": what the dashboard says
 * of a limit, and what the server does with it, over periods whose price and cap changed midway.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCents, showAmount, showExact } from '#tenants/limits/money.ts'
import { builtInPlans } from '#tenants/limits/plans.ts'
import { newQuota, type Quota, type Terms, take, withTaken } from '#tenants/limits/quota.ts'
import { endOf, recipientsFor, stopOf } from '../../../dashboard/src/features/billing/rates.ts'
import { createChance } from '../../../sim/world/random.ts'

const now = Date.parse('2027-03-01T12:00:00Z')
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const chance = createChance(seed)
const below = (most: number): number => chance.integer(most)

const termsOf = (spendCents: number): Terms => ({
  plan: 'pro',
  trustLevel: 3,
  timeZone: 'UTC',
  pause: 'none',
  dailyLimit: 100,
  spendCents,
  currency: 'BRL',
  plans: builtInPlans,
})

/** As it is under a limit: never less than what is spent. */
const under = (quota: Quota, cents: number): Quota => ({
  ...quota,
  capMillicents: Math.max(cents * 1_000, quota.extraMillicents),
})

/** Sold in a few steps, each at a price and under a limit of its own. */
function soldSoFar(): Quota {
  let quota: Quota = { ...newQuota(termsOf(0), now), monthUsed: 50_000 }
  for (let step = below(4); step > 0; step--) {
    const cents = below(100_000)
    quota = under({ ...quota, overageCents: 1 + below(900) }, cents)
    for (let n = below(6); n > 0; n--) {
      const used = take(quota, termsOf(cents), { transactional: 1 + below(50), marketing: 0 })
      if (typeof used !== 'string') quota = withTaken(quota, used)
    }
  }
  return quota
}

test(`the dashboard's sentence about a limit is the server's arithmetic (SEED=${seed})`, () => {
  for (let round = 0; round < 20_000; round++) {
    const before = soldSoFar()
    const cents = round % 3 === 0 ? below(20) : below(2 ** (1 + below(30)))
    const price = 1 + below(900)
    const quota = under({ ...before, overageCents: price }, cents)
    const asked = (count: number) =>
      take(quota, termsOf(cents), { transactional: count, marketing: 0 })
    const said = recipientsFor(
      showAmount(cents),
      showAmount(price),
      showExact(quota.extraMillicents),
    )
    const about = `${cents} cents at ${price}, ${quota.extraMillicents} spent: ${said}`
    if (said > 0) assert.notEqual(typeof asked(said), 'string', about)
    assert.equal(asked(said + 1), 'spending', about)
  }
})

test('nothing is promised of a limit while a payment stops what it would let out', () => {
  assert.equal(stopOf({ overage: 'on', state: 'active' }), null)
  assert.equal(stopOf({ overage: 'off', state: 'none' }), null)
  const overage = 'stopped_by_payment'
  assert.equal(stopOf({ overage, state: 'past_due' }), 'stopped_by_payment')
  // A dispute leaves no invoice open that could be paid.
  assert.equal(stopOf({ overage, state: 'active' }), 'stopped_by_dispute')
})

test('a page says what has ended the sending of a period', () => {
  const period = { included: 100, used: 100, extra: 0, cost_exact: '0.00000' } as const
  const sold = { overage_per_1000: '4.50', overage: 'on' } as const
  const off = { overage_per_1000: null, overage: 'off', cap_now: '0.00' } as const
  assert.equal(endOf({ ...period, ...off }), 'volume')
  assert.equal(endOf({ ...period, ...off, used: 99 }), null)
  assert.equal(endOf({ ...period, ...off, included: null }), null)
  assert.equal(endOf({ ...period, ...sold, cap_now: '0.01' }), null)
  const spent = { ...period, ...sold, cap_now: '0.01', used: 102, extra: 2 }
  assert.equal(endOf({ ...spent, cost_exact: '0.00900' }), 'cap')
  assert.equal(endOf({ ...spent, cost_exact: '0.00900', cap_now: '0.02' }), null)
  assert.equal(endOf({ ...spent, cost_exact: '0.00900', overage: 'stopped_by_payment' }), null)
})

test('An amount is text with at most two digits after point or comma, and nothing else', () => {
  assert.deepEqual(['5', '5.5', '5,05', '100000000.00'].map(parseCents), [500, 550, 505, 1e10])
  for (const none of [
    ' 5',
    '5 ',
    '5.',
    '.5',
    '5.001',
    '1.000,00',
    '-5',
    '+5',
    '1e3',
    '',
    5,
    null,
  ]) {
    assert.equal(parseCents(none), null, JSON.stringify(none))
  }
  assert.equal(parseCents('100000000.01'), null)
})
