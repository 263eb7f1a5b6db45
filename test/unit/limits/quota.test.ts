/**
 * Random histories against a model that was written apart: it keeps every accepted request and adds
 * them up anew each time, by the words of the specification.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { builtInPlans } from '#tenants/limits/plans.ts'
import {
  type Amount,
  afterCleanWeek,
  newQuota,
  type Quota,
  quotaAt,
  spentCents,
  type Terms,
  take,
  withTaken,
} from '#tenants/limits/quota.ts'
import { refusalOf } from '#tenants/limits/refusals.ts'
import { proTerms } from './terms.ts'

interface Accepted {
  readonly at: number
  readonly n: number
  /** Of n, how many were beyond the included volume. */
  readonly extra: number
  readonly inPause: number | null
}

const day = 24 * 3_600_000
const start = Date.parse('2027-01-20T00:00:00.001Z')
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** First moment of the period: the calendar month on Free, else from the 20th to the 20th. */
function periodStart(plan: Terms['plan'], now: number): number {
  const at = new Date(now)
  if (plan === 'free') return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
  const month = at.getUTCDate() >= 20 ? at.getUTCMonth() : at.getUTCMonth() - 1
  return Date.UTC(at.getUTCFullYear(), month, 20)
}

const includedIn = { free: 3_000, pro: 50_000, scale: 500_000, enterprise: Infinity }
const pricePer1000 = { free: 0, pro: 90, scale: 60, enterprise: 0 }

/** What the specification says to a request; the cost is in thousandths of a cent. */
function model(
  history: readonly Accepted[],
  terms: Terms,
  pauseId: number,
  amount: Amount,
  now: number,
): { code: string; extra: number } {
  const n = amount.transactional + amount.marketing
  const no = (code: string) => ({ code, extra: 0 })
  const sum = (list: readonly Accepted[], of: 'n' | 'extra' = 'n'): number =>
    list.reduce((total, one) => total + one[of], 0)
  const today = history.filter(one => dateOf(one.at) === dateOf(now))
  const period = history.filter(one => one.at >= periodStart(terms.plan, now))
  if (terms.pause === 'full') return no('sending_paused')
  if (terms.pause === 'regular') {
    const inThisPause = today.filter(one => one.inPause === pauseId)
    if (amount.marketing > 0 || sum(inThisPause) + n > 30) return no('sending_paused')
  }
  const levelDay = [100, 100, terms.dailyLimit, Infinity][terms.trustLevel]!
  const dayLimit = terms.plan === 'free' ? Math.min(100, levelDay) : levelDay
  if (sum(today) + n > dayLimit) return no('daily_limit_reached')
  const levelMonth = [3_000, 3_000, Math.max(3_000, 30 * terms.dailyLimit), Infinity][
    terms.trustLevel
  ]!
  if (sum(period) + n > levelMonth) return no('monthly_limit_reached')
  const inside = sum(period) - sum(period, 'extra')
  const extra = Math.max(0, inside + n - includedIn[terms.plan])
  if (extra === 0) return { code: 'accepted', extra }
  const isSold = terms.plan === 'pro' || terms.plan === 'scale'
  if (!isSold || terms.spendCents === null) return no('monthly_limit_reached')
  const cost = (sum(period, 'extra') + extra) * pricePer1000[terms.plan]
  return cost > terms.spendCents * 1_000 ? no('spend_limit_reached') : { code: 'accepted', extra }
}

const stepOf = fc.record({
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: 3_600_000 }),
    fc.integer({ min: 0, max: 3 * day }),
    fc.constant(9 * day),
  ),
  transactional: fc.oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 1_200 }),
    fc.integer({ min: 1, max: 30_000 }),
  ),
  marketing: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 })),
  pause: fc.option(fc.constantFrom('none', 'none', 'regular', 'full'), { nil: undefined }),
  trustLevel: fc.option(fc.constantFrom(1, 2, 3, 3), { nil: undefined }),
  spendCents: fc.option(fc.option(fc.integer({ min: 0, max: 5_000 })), { nil: undefined }),
})

describe('quotas over random histories', () => {
  for (const plan of ['free', 'pro', 'scale', 'enterprise'] as const) {
    it(`answer as the specification says on ${plan}, and never charge above the cap`, () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(fc.array(stepOf, { maxLength: 60 }), steps => {
          let now = start
          let pauseId = 0
          let terms: Terms = {
            plan,
            trustLevel: 3,
            timeZone: 'UTC',
            pause: 'none',
            dailyLimit: 4_000,
            spendCents: null,
            currency: 'USD',
            plans: builtInPlans,
          }
          // Paid plans begin near the end of their volume: that is where it gets interesting.
          const begun = { free: 0, pro: 49_000, scale: 499_000, enterprise: 0 }[plan]
          let quota: Quota = { ...newQuota(terms, now), dayUsed: begun, monthUsed: begun }
          const history: Accepted[] = [{ at: now - 1, n: begun, extra: 0, inPause: null }]
          let highestCap = 0
          for (const step of steps) {
            now += step.waitMs
            quota = quotaAt(quota, terms, now)
            const pause = (step.pause ?? terms.pause) as Terms['pause']
            if (pause === 'regular' && terms.pause !== 'regular') {
              pauseId++
              quota = { ...quota, pauseUsed: 0 }
            }
            terms = {
              ...terms,
              pause,
              trustLevel: (step.trustLevel ?? terms.trustLevel) as Terms['trustLevel'],
              spendCents: step.spendCents === undefined ? terms.spendCents : step.spendCents,
            }
            quota = quotaAt(quota, terms, now)
            highestCap = Math.max(highestCap, terms.spendCents ?? 0)
            const amount = { transactional: step.transactional, marketing: step.marketing }
            const expected = model(history, terms, pauseId, amount, now)
            const taken = take(quota, terms, amount)
            const code =
              typeof taken === 'string'
                ? refusalOf(taken, amount, { quota, terms, reason: null }).code
                : 'accepted'
            seen.add(code)
            assert.equal(code, expected.code)
            if (typeof taken === 'string') continue
            assert.equal(taken.extra, expected.extra)
            quota = withTaken(quota, taken)
            const inPause = pause === 'regular' ? pauseId : null
            history.push({ at: now, n: taken.all, extra: taken.extra, inPause })
            assert.ok(spentCents(quota) <= highestCap)
          }
        }),
        { numRuns: 400 },
      )
      // A run in which nothing was ever refused or accepted would prove nothing.
      assert.ok(
        seen.has('accepted') && seen.has('sending_paused') && seen.has('daily_limit_reached'),
      )
      if (plan === 'pro' || plan === 'scale') assert.ok(seen.has('spend_limit_reached'))
    })
  }
})

describe('the level 2 month', () => {
  const terms = (dailyLimit: number): Terms => ({ ...proTerms, trustLevel: 2, dailyLimit })

  it('is the smaller of 30 days and the plan, never under 3,000', () => {
    const used = (monthUsed: number): Quota => ({ ...newQuota(terms(1_000), start), monthUsed })
    const one = { transactional: 1, marketing: 0 }
    assert.notEqual(take(used(29_999), terms(1_000), one), 'month')
    assert.equal(take(used(30_000), terms(1_000), one), 'month')
    assert.equal(take(used(50_000), terms(2_000), one), 'included')
    assert.notEqual(take(used(2_999), terms(50), one), 'month')
    assert.equal(take(used(3_000), terms(50), one), 'month')
  })

  it('counts what was bought beyond the volume, too', () => {
    const quota = { ...newQuota(terms(2_000), start), monthUsed: 50_000, extraUsed: 9_999 }
    const of = (transactional: number) => take(quota, terms(2_000), { transactional, marketing: 0 })
    assert.deepEqual([of(1), of(2)], ['included', 'month'])
  })

  it('grows by doubling the day, which ends somewhere', () => {
    assert.deepEqual([4_000, 600_000, 1_024_000].map(afterCleanWeek), [8_000, 1_024_000, 1_024_000])
  })
})

describe('what is bought beyond the volume', () => {
  it('adds up over requests, and is told in whole cents, none of it forgotten', () => {
    const quota = newQuota(proTerms, start)
    const taken = { all: 3, paused: 0, inside: 1, extra: 2, millicents: 700 }
    const after = withTaken(withTaken(quota, taken), taken)
    assert.deepEqual(
      [after.dayUsed, after.monthUsed, after.extraUsed, after.extraMillicents],
      [6, 2, 4, 1_400],
    )
    const cents = [0, 1, 1_000, 1_001].map(extraMillicents =>
      spentCents({ ...after, extraMillicents }),
    )
    assert.deepEqual(cents, [0, 1, 1, 2])
  })
})

describe('a change of plan', () => {
  const free: Terms = { ...proTerms, plan: 'free' }

  it('begins a paid period with its whole volume on the day of the subscription', () => {
    const quota = { ...newQuota(free, start), monthUsed: 3_000 }
    const paid = quotaAt(quota, { ...free, plan: 'pro' }, start)
    assert.deepEqual([paid.month, paid.anchor, paid.monthUsed], ['2027-01-20', 20, 0])
    const next = quotaAt(paid, { ...free, plan: 'pro' }, Date.parse('2027-02-20T00:00:00Z'))
    assert.equal(next.month, '2027-02-20')
  })

  it('keeps what was used between paid plans and back to Free', () => {
    const pro: Terms = { ...free, plan: 'pro' }
    const quota = { ...newQuota(pro, start), monthUsed: 40_000, extraUsed: 5, extraMillicents: 450 }
    const scale = quotaAt(quota, { ...pro, plan: 'scale' }, start)
    assert.deepEqual([scale.monthUsed, scale.extraMillicents], [40_000, 450])
    const back = quotaAt(quota, free, start)
    assert.deepEqual([back.month, back.monthUsed], ['2027-01-01', 40_005])
    assert.equal(quotaAt(back, free, Date.parse('2027-02-01T00:00:00Z')).monthUsed, 0)
  })
})
