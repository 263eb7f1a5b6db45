/** Periods that end, plans that change, and the last recipient that each limit lets through. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ClosedPeriod,
  newQuota,
  type Quota,
  restarted,
  settle,
  type Terms,
  take,
} from '#tenants/limits/quota.ts'
import { proTerms as pro } from './terms.ts'

const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)
const free: Terms = { ...pro, plan: 'free' }
const scale: Terms = { ...pro, plan: 'scale' }

/** Of the 20th of January, on that day. */
const begun = newQuota(pro, noon('2027-01-20'))
/** The same five days later. */
const later = settle(begun, pro, noon('2027-01-25')).quota
const used = { monthUsed: 50_000, extraUsed: 20, extraMillicents: 1_800, capMillicents: 1_800 }
const closedPro: ClosedPeriod = {
  plan: 'pro',
  from: '2027-01-20',
  to: '2027-02-20',
  currency: 'USD',
  included: 50_000,
  used: 50_020,
  extra: 20,
  millicents: 1_800,
  capMillicents: 1_800,
  isOrdered: false,
}

const settled = (quota: Quota, terms: Terms, date = quota.day) => settle(quota, terms, noon(date))

describe('a day', () => {
  it('changes nothing until it ends, and then only what is of a day', () => {
    for (const terms of [free, pro]) {
      const quota = newQuota(terms, noon('2027-01-20'))
      assert.equal(settle(quota, terms, quota.dayEndsAt - 1).quota, quota)
      const before = { ...quota, dayUsed: 7, pauseUsed: 3, monthUsed: 9 }
      const { quota: next, closed } = settle(before, terms, quota.dayEndsAt)
      const figures = [next.day, next.dayUsed, next.pauseUsed, next.monthUsed, closed.length]
      assert.deepEqual(figures, ['2027-01-21', 0, 0, 9, 0])
    }
  })
})

describe('a period', () => {
  it('is closed with what it was when it ends, and the next begins with nothing used', () => {
    const { quota, closed } = settled({ ...begun, ...used }, pro, '2027-02-20')
    assert.deepEqual(closed, [closedPro])
    const figures = [quota.monthUsed, quota.extraUsed, quota.extraMillicents, quota.capMillicents]
    assert.deepEqual([quota.month, ...figures], ['2027-02-20', 0, 0, 0, 0])
  })

  it('that was ordered is followed by the same, another by the list price', () => {
    const overages = [true, false].map(
      isOrdered =>
        settled({ ...begun, overageCents: 70, isOrdered }, pro, '2027-02-20').quota.overageCents,
    )
    assert.deepEqual(overages, [70, 90])
  })

  it('is followed by what was planned, and by nothing else before it ends', () => {
    const next = { plan: 'scale', overageCents: 55 } as const
    const planned: Quota = { ...begun, overageCents: 70, isOrdered: true, next }
    const before = settled(planned, pro, '2027-02-19')
    assert.deepEqual([before.quota.plan, before.quota.next, before.closed], ['pro', next, []])
    const { quota, terms, closed } = settled(planned, pro, '2027-02-20')
    assert.deepEqual(
      [terms.plan, quota.plan, quota.overageCents, quota.isOrdered, quota.next, quota.month],
      ['scale', 'scale', 55, true, null, '2027-02-20'],
    )
    assert.deepEqual(
      closed.map(one => one.plan),
      ['pro'],
    )
  })

  it('is followed by a calendar month where Free was planned', () => {
    const next = { plan: 'free', overageCents: null } as const
    const ending: Quota = { ...begun, ...used, overageCents: 70, isOrdered: true, next }
    const { quota, terms, closed } = settled(ending, pro, '2027-02-20')
    assert.deepEqual(
      [terms.plan, quota.plan, quota.overageCents, quota.isOrdered, quota.next],
      ['free', 'free', null, false, null],
    )
    const figures = [quota.month, quota.anchor, quota.monthUsed, quota.extraMillicents]
    assert.deepEqual(figures, ['2027-02-01', 1, 0, 0])
    assert.deepEqual(closed, [{ ...closedPro, isOrdered: true }])
  })
})

describe('a change of plan', () => {
  const told = ({ closed }: { readonly closed: readonly ClosedPeriod[] }) =>
    closed.map(({ plan, from, to }) => [plan, from, to])

  it('closes the period to and from Free, and goes on between paid plans', () => {
    const month = { ...newQuota(free, noon('2027-01-25')), monthUsed: 3 }
    assert.deepEqual(told(settled(month, pro)), [['free', '2027-01-01', '2027-01-25']])
    assert.deepEqual(told(settled({ ...later, ...used }, free)), [
      ['pro', '2027-01-20', '2027-01-25'],
    ])
    for (const terms of [pro, scale]) assert.deepEqual(told(settled(later, terms)), [])
  })

  it('keeps the price that was ordered, and else is at the list price', () => {
    const overages = [true, false].map(
      isOrdered => settled({ ...later, overageCents: 70, isOrdered }, scale).quota.overageCents,
    )
    assert.deepEqual(overages, [70, 60])
  })

  const even = { monthUsed: 5, extraUsed: 5 }

  it('closes no period that began today and was not used', () => {
    assert.deepEqual(told(settled(begun, free)), [])
    const today = [['pro', '2027-01-20', '2027-01-20']]
    assert.deepEqual(told(settled({ ...begun, ...even }, free)), today)
    assert.deepEqual(told(settled(later, free)), [['pro', '2027-01-20', '2027-01-25']])
  })

  it('may begin a period today, and closes what was before likewise', () => {
    const { quota, closed } = restarted({ ...later, ...used }, pro)
    assert.deepEqual(closed, [{ ...closedPro, to: '2027-01-25' }])
    const figures = [quota.monthUsed, quota.extraUsed, quota.extraMillicents]
    assert.deepEqual([quota.month, quota.anchor, ...figures], ['2027-01-25', 25, 0, 0, 0])
    const others = [begun, { ...begun, ...even }, later].map(one => restarted(one, pro).closed)
    assert.deepEqual(
      others.map(one => one.length),
      [0, 1, 1],
    )
  })
})

describe('the most that overage may cost', () => {
  const capOf = (spendCents: number | null, more: Partial<Quota>): number =>
    settled({ ...begun, ...more }, { ...pro, spendCents }).quota.capMillicents

  it('is the smaller of the customer’s limit and the credit line', () => {
    assert.equal(capOf(1_000, { creditCents: null }), 1_000_000)
    assert.equal(capOf(1_000, { creditCents: 500 }), 500_000)
    assert.equal(capOf(300, { creditCents: 500 }), 300_000)
  })

  it('is nothing where none is bought, and never less than what was sold', () => {
    assert.equal(capOf(null, { creditCents: 500 }), 0)
    assert.equal(capOf(1_000, { isStopped: true }), 0)
    assert.equal(capOf(1_000, { overageCents: null }), 0)
    assert.equal(capOf(1, { extraMillicents: 5_000 }), 5_000)
    assert.equal(capOf(1_000, { extraMillicents: 5_000, isStopped: true }), 5_000)
  })
})

describe('the last recipient', () => {
  const taken = (quota: Quota, terms: Terms, transactional: number) => {
    const answer = take(quota, terms, { transactional, marketing: 0 })
    return typeof answer === 'string' ? answer : answer.all
  }

  it('of a day is the hundredth of who is new, or on Free', () => {
    for (const terms of [free, { ...pro, trustLevel: 1 } as const]) {
      const quota = { ...begun, dayUsed: 90 }
      assert.deepEqual([taken(quota, terms, 10), taken(quota, terms, 11)], [10, 'day'])
    }
  })

  it('of a pause is the thirtieth of the day', () => {
    const terms = { ...pro, pause: 'regular' } as const
    const quota = { ...begun, pauseUsed: 29 }
    assert.deepEqual([taken(quota, terms, 1), taken(quota, terms, 2)], [1, 'paused_day'])
  })

  it('that is bought costs the last of the limit', () => {
    const terms = { ...pro, spendCents: 9 }
    const { quota } = settled({ ...begun, monthUsed: 49_990 }, terms)
    assert.deepEqual([taken(quota, terms, 110), taken(quota, terms, 111)], [110, 'spending'])
  })

  it('is within the volume where a payment is missing', () => {
    const terms = { ...pro, spendCents: 1_000 }
    const quota = { ...begun, monthUsed: 49_990, isStopped: true }
    assert.deepEqual([taken(quota, terms, 10), taken(quota, terms, 11)], [10, 'payment'])
  })
})
