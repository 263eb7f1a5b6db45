/** Providers now and as many days before. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { providerTrends } from '#sending/stats/overview.ts'
import type { Figure } from '#sending/stats/traffic-store.ts'

const figures = (counts: Readonly<Record<string, number>>): Figure[] =>
  Object.entries(counts).map(([name, count]) => {
    const [a, b] = name.split(' ')
    return { facet: 'provider', day: null, a: a!, b: b!, count }
  })
const none = { delivered: 0, bounced: 0, deferred: 0, complained: 0 }

describe('The trend of a provider', () => {
  const since = figures({ 'google delivered': 90, 'google bounced': 10, 'other delivered': 5 })
  const past = [
    ...figures({ 'google delivered': 100, 'google bounced': 2 }),
    { facet: 'cause', day: null, a: 'google', b: 'bounced', count: 1_000 },
  ]

  test('holds the counts of these days beside those of as many before', () => {
    const [google, other] = providerTrends(since, past)
    assert.deepEqual(google, {
      provider: 'google',
      ...none,
      delivered: 90,
      bounced: 10,
      before: { ...none, delivered: 100, bounced: 2 },
    })
    assert.deepEqual(other, { provider: 'other', ...none, delivered: 5, before: none })
  })

  test('counts what has just come, and does not take it from the days before', () => {
    const now = [...since, ...figures({ 'google bounced': 3 })]
    const [google] = providerTrends(now, past)
    assert.deepEqual([google!.bounced, google!.before.bounced], [13, 2])
  })

  test('puts the largest first, those alike by name, and who got nothing now nowhere', () => {
    const now = figures({ 'b bounced': 4, 'a delivered': 4, 'c delivered': 9, 'd deferred': 50 })
    const gone = figures({ 'e delivered': 100 })
    assert.deepEqual(
      providerTrends(now, gone).map(one => one.provider),
      ['c', 'a', 'b', 'd'],
    )
  })
})
