/** What a forecast says of days, computed from what is given. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AbTest } from '#marketing/campaigns/definition/shapes.ts'
import { forecast } from '#marketing/campaigns/forecast/forecast.ts'

const now = Date.parse('2026-12-01T22:00:00Z')
const hourMs = 3_600_000
const ab: AbTest = {
  variants: [
    { key: 'A', weight: 1 },
    { key: 'B', weight: 1 },
  ],
  test_share: 0.2,
  metric: 'clicked',
  wait: 'PT4H',
  min_probability: 0.95,
  if_unsure: 'first',
}

const ahead = (people: number, more: object = {}) =>
  forecast({
    now,
    begunAt: now,
    zone: 'UTC',
    schedule: {},
    until: now + 30 * 24 * hourMs,
    waves: [{ zone: 'UTC', at: null, count: people }],
    quiet: null,
    limits: null,
    ab,
    tokens: {},
    ...more,
  })

describe('the forecast of an A/B test', () => {
  it('has those who are tried, and after the wait the rest', () => {
    assert.deepEqual(ahead(100).days, [
      { date: '2026-12-01', letters: 20, limit: 'test_result' },
      { date: '2026-12-02', letters: 80, limit: 'none' },
    ])
    assert.deepEqual(ahead(100, { ab: { ...ab, test_share: 1 } }).days, [
      { date: '2026-12-01', letters: 100, limit: 'none' },
    ])
  })

  it('ends where so few are meant that nobody is tried', () => {
    const { days, finishes_at: at, late } = ahead(2)
    assert.deepEqual(days, [{ date: '2026-12-02', letters: 2, limit: 'none' }])
    assert.deepEqual([at?.slice(0, 16), late], ['2026-12-02T02:00', 0])
  })
})
