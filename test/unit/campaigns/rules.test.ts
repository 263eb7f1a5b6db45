/** The rules of a campaign that need no letters: what stops it, how fast it goes, when, and who wins. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import {
  decideAb,
  decidedAt,
  rankOf,
  testLimit,
  variantOf,
} from '#marketing/campaigns/definition/ab.ts'
import type { Campaign } from '#marketing/campaigns/definition/campaign.ts'
import {
  firstWaitMs,
  goesBadly,
  haveSpoken,
  restGoesAt,
} from '#marketing/campaigns/definition/guard.ts'
import {
  beginningOf,
  closesAt,
  opensAt,
  zoneMoments,
} from '#marketing/campaigns/definition/schedule.ts'
import type { AbTest, Schedule } from '#marketing/campaigns/definition/shapes.ts'
import { mayAskAgain, sendingDomain } from '#marketing/campaigns/forecast/limits.ts'
import { measured, needsMeasuring, roomIn, tokensOf } from '#marketing/campaigns/forecast/pace.ts'
import { minRoom } from '#marketing/campaigns/forecast/rooms.ts'
import { builtInPlans } from '#tenants/limits/plans.ts'
import { newQuota, type Terms } from '#tenants/limits/quota.ts'

const hourMs = 3_600_000
const at = (text: string): number => Date.parse(text)

describe('the end that a forecast says', () => {
  it('is not before the first letters have had their time, where there are more than those', () => {
    const asked = { isGuarded: true, left: 501 }
    assert.equal(restGoesAt(asked, 1_000), 1_000 + firstWaitMs)
    assert.equal(restGoesAt({ ...asked, until: 5_000 }, 1_000), 5_000)
    assert.equal(restGoesAt({ ...asked, left: 1, released: 500 }, 0), firstWaitMs)
    for (const other of [
      { ...asked, left: 500 },
      { ...asked, isGuarded: false },
      { ...asked, areWell: true },
    ]) {
      assert.equal(restGoesAt(other, 0), null)
    }
  })
})

describe('the guard of a campaign', () => {
  const of = (more: object) => ({ results: 1_000, hard: 0, policy: 0, complained: 0, ...more })

  it('stops where a twentieth does not exist, a tenth is refused, or three in a thousand complain', () => {
    for (const [figures, isBad] of [
      [{}, false],
      [{ hard: 49 }, false],
      [{ hard: 50 }, true],
      [{ policy: 99 }, false],
      [{ policy: 100 }, true],
      [{ complained: 2 }, false],
      [{ complained: 3 }, true],
    ] as const) {
      assert.equal(goesBadly(of(figures)), isBad, JSON.stringify(figures))
    }
  })

  it('learns nothing of fewer than a hundred results, or of one who complains', () => {
    assert.equal(goesBadly(of({ results: 99, hard: 99, policy: 99, complained: 99 })), false)
    assert.equal(goesBadly(of({ results: 100, complained: 1 })), false)
    assert.equal(goesBadly(of({ results: 100, complained: 2 })), true)
    assert.deepEqual(
      [399, 400].map(results => haveSpoken(of({ results }))),
      [false, true],
    )
  })
})

describe('the pace of a campaign', () => {
  it('gives no burst for the hours in which nothing could go', () => {
    const now = at('2026-12-01T08:00:00Z')
    const before = { tokens: 0, tokens_at: now - 12 * hourMs }
    assert.equal(tokensOf(600, before, now).count, 10, 'a minute of them at once')
    assert.equal(tokensOf(2, before, now).count, 1)
    const short = tokensOf(2, { tokens: 0.5, tokens_at: now }, now)
    assert.deepEqual([short.count, Math.round((short.nextAt - now) / 1_000)], [0, 900])
    assert.equal(tokensOf(2, {}, now).count, 1, 'the first goes at once')
  })

  it('counts letters that wait and such as are being delivered, and waits for slow receivers', () => {
    assert.equal(roomIn({}, { due: 300, held: 200, later: 0 }), 500)
    assert.equal(roomIn({ window: 4_000 }, { due: 0, held: 0, later: 49_999 }), 4_000)
    assert.equal(roomIn({ window: 4_000 }, { due: 0, held: 0, later: 50_000 }), 0)
  })

  it('follows what has left since the last look', () => {
    const seen = { at: 0, released: 0, due: 1_000 }
    const fast = measured({ measured: seen, released: 1_000, window: 1_000 }, 1_000, 1_500)
    assert.equal(fast.window, 8_000, 'half of the way to 500 a second for half a minute')
    assert.equal(measured({ measured: seen, window: 4_000 }, 1_000, 1_000).window, 2_000)
    assert.equal(measured({ measured: seen, window: 1_000 }, 1_000, 1_000).window, 1_000)
    assert.equal(needsMeasuring({ measured: seen, released: 0, window: 1_001 }, 999), false)
    assert.equal(needsMeasuring({ measured: seen, released: 1, window: 1_001 }, 999), true)
  })
})

describe('what other mail leaves to a campaign', () => {
  const now = at('2026-12-01T12:00:00Z')
  const terms: Terms = {
    plan: 'free',
    trustLevel: 3,
    timeZone: 'UTC',
    pause: 'none',
    dailyLimit: 10_000,
    spendCents: null,
    currency: 'BRL',
    plans: builtInPlans,
  }
  const { daily, included } = builtInPlans.free
  const quota = newQuota(terms, now)
  const roomFor = (mail: number, more: object = {}, reserve: 'auto' | number = 'auto') =>
    minRoom({ ...quota, ...more }, terms, {
      reserve: reserve as 'auto',
      transactional: new Map([['2026-11-28', mail]]),
      now,
      zone: 'UTC',
      begunAt: at('2026-11-30T09:30:00Z'),
    })!

  it('is all but what is kept, which grows with it', () => {
    assert.equal(roomFor(0).room, daily!)
    assert.equal(roomFor(1).room, daily! * 0.8)
    assert.equal(roomFor(daily! / 2).room, daily! * 0.4)
    assert.equal(roomFor(daily! / 2, {}, 10).room, daily! * 0.9)
    assert.deepEqual([roomFor(0).reason, roomFor(1).reason], ['quota', 'reserve'])
  })

  it('is that of the limit which leaves least, until there is more of it', () => {
    const late = roomFor(0, { monthUsed: included! - 5 })
    assert.equal(late.room, 5)
    assert.equal(new Date(late.until).toISOString(), '2027-01-01T09:30:00.000Z')
    const early = roomFor(0, { dayUsed: daily! - 7 })
    assert.equal(early.room, 7)
    assert.equal(new Date(early.until).toISOString(), '2026-12-02T09:30:00.000Z')
    assert.equal(roomFor(0, { dayUsed: daily! + 7 }).room, 0)
  })
})

describe('a campaign that waits for a limit', () => {
  const waits = (reason: string, until: string, since: string) =>
    ({
      waiting: { reason, until, left: 1 },
      progress: { limited_since: at(since) },
    }) as unknown as Campaign
  const asks = (campaign: Campaign, now: string) => mayAskAgain(campaign, 'UTC', at(now))

  it('asks again on its day, and on the next one only at its hour', () => {
    const one = waits('quota', '2026-12-02T09:00:00Z', '2026-12-01T15:00:00Z')
    assert.equal(asks(one, '2026-12-01T23:59:00Z'), true)
    assert.equal(asks(one, '2026-12-02T00:01:00Z'), false)
    assert.equal(asks(one, '2026-12-02T09:00:00Z'), true)
    const ofMonth = waits('quota', '2027-01-01T09:00:00Z', '2026-12-01T15:00:00Z')
    assert.equal(asks(ofMonth, '2026-12-02T00:01:00Z'), true, 'that of a month on any day')
    const paced = waits('rate', '2026-12-02T09:00:00Z', '2026-12-01T15:00:00Z')
    assert.equal(asks(paced, '2026-12-02T00:01:00Z'), true)
  })

  it('takes places of the one domain that it comes from, and of none where there are two', () => {
    const from = (...senders: (string | undefined)[]) =>
      sendingDomain({
        from: 'Loja <oi@a.test>',
        ab: { variants: senders.map((one, n) => ({ key: String(n), weight: 1, from: one })) },
      } as never)
    assert.equal(from(), 'a.test')
    assert.equal(from(undefined, 'x@a.test'), 'a.test')
    assert.equal(from(undefined, 'x@b.test'), null)
  })
})

describe('the schedule of a campaign', () => {
  const zones = ['Asia/Tokyo', 'America/Sao_Paulo']
  const local: Schedule = { at: '2026-12-20T09:00', time_zone: 'recipient' }
  const iso = (ms: number | 'skip' | null | undefined) =>
    typeof ms === 'number' ? new Date(ms).toISOString().slice(0, 16) : ms

  it('begins before the first of its zones', () => {
    assert.equal(iso(beginningOf(local, zones, 'UTC')), '2026-12-19T23:50')
    assert.equal(
      iso(beginningOf({ at: '2026-12-20T09:00' }, zones, 'Asia/Tokyo')),
      '2026-12-20T00:00',
    )
    assert.equal(beginningOf({}, zones, 'UTC'), null)
  })

  it('gives each zone its moment, and who is past it what was chosen', () => {
    const now = at('2026-12-20T06:00:00Z')
    const moments = (past?: Schedule['past_zones']) => {
      const found = zoneMoments({ ...local, ...(past && { past_zones: past }) }, zones, now)
      return zones.map(zone => iso(found.get(zone)))
    }
    assert.deepEqual(moments(), ['2026-12-21T00:00', '2026-12-20T12:00'])
    assert.deepEqual(moments('now'), [null, '2026-12-20T12:00'])
    assert.deepEqual(moments('skip'), ['skip', '2026-12-20T12:00'])
  })

  it('has windows, over midnight and on some days', () => {
    const night: Schedule = { window: { from: '22:00', until: '02:00' } }
    assert.equal(opensAt(night, 'UTC', at('2026-12-01T23:00:00Z')), null)
    assert.equal(opensAt(night, 'UTC', at('2026-12-02T01:00:00Z')), null)
    assert.equal(iso(closesAt(night, 'UTC', at('2026-12-01T23:00:00Z'))), '2026-12-02T02:00')
    assert.equal(iso(opensAt(night, 'UTC', at('2026-12-02T02:00:00Z'))), '2026-12-02T22:00')
    // 5 December 2026 is a Saturday.
    const week: Schedule = { window: { from: '09:00', until: '18:00', days: [1, 2, 3, 4, 5] } }
    assert.equal(iso(opensAt(week, 'UTC', at('2026-12-05T12:00:00Z'))), '2026-12-07T09:00')
    assert.equal(iso(opensAt(week, 'America/Sao_Paulo', at('2026-12-04T20:00:00Z'))), null)
    assert.equal(opensAt({}, 'UTC', 0), null)
  })
})

describe('an A/B test', () => {
  const ab = (more: Partial<AbTest> = {}): AbTest => ({
    variants: [
      { key: 'A', weight: 3 },
      { key: 'B', weight: 1 },
    ],
    test_share: 0.5,
    metric: 'clicked',
    wait: 'PT4H',
    min_probability: 0.95,
    if_unsure: 'leader',
    ...more,
  })
  const ranks = Array.from({ length: 4_000 }, (_, n) =>
    rankOf('00000000-0000-7000-8000-000000000001' as Uuid, `person ${n}` as Uuid),
  )
  const decide = (hits: readonly [number, number], more: Partial<AbTest> = {}) =>
    decideAb(
      ab(more),
      [
        { key: 'A', letters: 500, hits: hits[0] },
        { key: 'B', letters: 500, hits: hits[1] },
      ],
      { seed: 'x', at: 0 },
    )

  it('gives each person a variant by weight, and tries the share that was asked for', () => {
    const ofA = ranks.filter(rank => variantOf(ab(), rank) === 'A').length / ranks.length
    assert.ok(Math.abs(ofA - 0.75) < 0.03, String(ofA))
    const limit = BigInt(testLimit(ab({ test_share: 0.2 }))!)
    const tried = ranks.filter(rank => BigInt(rank) < limit).length / ranks.length
    assert.ok(Math.abs(tried - 0.2) < 0.03, String(tried))
    assert.equal(testLimit(ab({ test_share: 1 })), null)
  })

  it('chooses the better one where that is sure, else what was asked for', () => {
    const sure = decide([20, 60])
    assert.deepEqual([sure.winner, sure.leader, sure.decided_by], ['B', 'B', 'test'])
    assert.ok(sure.probability! > 0.99)
    assert.equal(decide([60, 20]).winner, 'A')
    const chosen = (['first', 'leader', 'split'] as const).map(
      unsure => decide([50, 52], { if_unsure: unsure }).winner,
    )
    assert.deepEqual(chosen, ['A', 'B', null])
    assert.ok(decide([50, 52]).probability! < 0.95)
  })

  it('waits for nobody where nobody was tried', () => {
    const nobody = { key: 'A', letters: 0, hits: 0 }
    assert.equal(decidedAt(ab(), [nobody, { key: 'B', letters: 0, hits: 0 }], 5), 5)
    assert.equal(decidedAt(ab(), [], 5), 5)
    const waited = decidedAt(ab({ wait: 'PT2H' }), [nobody, { key: 'B', letters: 1, hits: 0 }], 5)
    assert.equal(waited, 5 + 2 * 3_600_000)
  })

  it('never chooses a variant that nobody got', () => {
    const { winner, leader } = decideAb(ab(), [{ key: 'A', letters: 400, hits: 20 }], {
      seed: 'x',
      at: 0,
    })
    assert.deepEqual([winner, leader], ['A', 'A'])
    const none = decideAb(ab({ if_unsure: 'first' }), [], { seed: 'x', at: 0 })
    assert.equal(none.winner, 'A')
  })
})
