/** How a cluster run judges: what it must notice, without a cluster (sim/failover/cluster). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Ground, judge } from '../../../sim/failover/cluster/judge.ts'
import type { Probe } from '../../../sim/failover/cluster/prober.ts'
import { drawStrikes, strikes } from '../../../sim/failover/cluster/strikes.ts'
import { missesOf, type StrikeReport, tableOf } from '../../../sim/failover/cluster/table.ts'
import { createChance } from '../../../sim/world/random.ts'

/** One POST every 100 ms from moment 1,000 on, each answered 202 after 10 ms. */
const probesOf = (count: number, change: (x: number) => Partial<Probe> = () => ({})): Probe[] =>
  Array.from({ length: count }, (_, x) => ({
    x,
    hasKey: x % 2 === 0,
    begunAt: 1_000 + x * 100,
    endedAt: 1_010 + x * 100,
    status: 202,
    text: '',
    tries: 1,
    ...change(x),
  }))

const once = (count: number): Map<number, number> =>
  new Map(Array.from({ length: count }, (_, x) => [x, 1]))

const whole = (count: number, change: Partial<Ground> = {}): Ground => ({
  rows: once(count),
  letters: once(count),
  uncertain: new Map(),
  waiting: new Map(),
  ...change,
})

const without = (count: number, x: number): Map<number, number> =>
  new Map([...once(count)].filter(([one]) => one !== x))

const span = { from: 1_000, to: 3_000 }
const told = (found: Partial<StrikeReport>): StrikeReport => ({
  ...judge(probesOf(20), whole(20), span),
  kind: 'a strike',
  barSeconds: 5,
  ...found,
})

describe('A cluster run', () => {
  it('finds nothing where nothing is wrong', () => {
    const found = judge(probesOf(20), whole(20), span)
    assert.equal(found.accepted, 20)
    assert.deepEqual(missesOf([told(found)]), [])
  })

  it('calls what was acknowledged lost without a row, and without a letter', () => {
    const noRow = judge(probesOf(20), whole(20, { rows: without(20, 4) }), span)
    const noLetter = judge(probesOf(20), whole(20, { letters: without(20, 7) }), span)
    assert.deepEqual([noRow.lost, noLetter.lost], [[4], [7]])
    assert.deepEqual(missesOf([told(noRow)]), ['a strike: acknowledged and lost: 4'])
  })

  it('waits for what nodes have still to send, and not for what has no row', () => {
    const change = { letters: without(20, 7), waiting: new Map([[7, 1]]) }
    const found = judge(probesOf(20), whole(20, change), span)
    assert.deepEqual([found.lost, found.late], [[], [7]])
    const gone = judge(probesOf(20), whole(20, { ...change, rows: without(20, 7) }), span)
    assert.deepEqual([gone.lost, gone.late], [[7], []])
  })

  it('does not miss what was never acknowledged', () => {
    const probes = probesOf(20, x => (x === 3 ? { status: 503, text: 'not processed' } : {}))
    const known = whole(20, { rows: without(20, 3), letters: without(20, 3) })
    const found = judge(probes, known, span)
    assert.deepEqual([found.lost, found.refused, found.unclear, found.denied], [[], 1, 0, []])
  })

  it('wants each second letter to be uncertain', () => {
    const letters = once(20).set(5, 2).set(6, 2)
    const found = judge(probesOf(20), whole(20, { letters, uncertain: new Map([[5, 1]]) }), span)
    assert.deepEqual([found.doubled, found.unexplained], [[5, 6], [6]])
    assert.equal(missesOf([told(found)]).length, 1)
    const three = whole(20, { letters: once(20).set(5, 3), uncertain: new Map([[5, 1]]) })
    assert.deepEqual(judge(probesOf(20), three, span).unexplained, [5])
  })

  it('sees two emails of one request', () => {
    const found = judge(probesOf(20), whole(20, { rows: once(20).set(8, 2) }), span)
    assert.deepEqual(missesOf([told(found)]), ['a strike: one request, several emails: 8'])
  })

  it('tells a denial of what is there from an answer that nobody knows', () => {
    const of = (text: string) =>
      judge(
        probesOf(20, x => (x === 9 ? { status: 500, text } : {})),
        whole(20),
        span,
      )
    const denied = of('Something failed and the request was not processed.')
    assert.deepEqual([denied.denied, denied.unclear], [[9], 0])
    assert.equal(missesOf([told(denied)]).length, 1)
    const unknown = of('It is not known whether the request was processed.')
    assert.deepEqual([unknown.denied, unknown.unclear], [[], 1])
    assert.deepEqual(missesOf([told(unknown)]), [])
  })

  it('takes the longest time without a 202, also at the end', () => {
    const gap = (first: number, last: number) => (x: number) =>
      x >= first && x <= last ? { status: 503 } : {}
    assert.equal(judge(probesOf(20, gap(5, 9)), whole(20), span).outageMs, 600)
    assert.equal(judge(probesOf(20, gap(10, 19)), whole(20), span).outageMs, 1_090)
  })

  it('judges the POSTs of the strike alone', () => {
    const found = judge(probesOf(40), whole(40, { letters: without(40, 35) }), span)
    assert.deepEqual([found.posts, found.lost], [21, []])
  })

  it('has a bar for the share of second letters in a long run', () => {
    const many = (count: number) => Array.from({ length: count }, (_, x) => x)
    const long = { posts: 8_000, accepted: 8_000 }
    assert.deepEqual(missesOf([told({ ...long, doubled: many(20) })]), [])
    assert.deepEqual(missesOf([told({ ...long, doubled: many(21) })]), ['doubled: 21 of 8000'])
  })

  it('prints a row for each kind, and whether its bar is met', () => {
    const [head, first, all] = tableOf([told({ outageMs: 2_000 }), told({ outageMs: 6_000 })])
    assert.match(head!, /^strike +times +p50 s +max s +bar s +lost +doubled +refused +unclear$/)
    assert.match(first!, /^a strike +2 +2\.0 +6\.0 +5 ✖ +0 +0 +0 +0$/)
    assert.match(all!, /^all +2 +0 +0 +0 +0$/)
    assert.match(tableOf([told({ outageMs: 5_000 })])[1]!, / 5 ✔ /)
  })

  it('draws the same strikes by the same seed, and 24 of each kind by its share', () => {
    const names = (seed: number, count: number) =>
      drawStrikes(createChance(seed), count).map(one => one.name)
    assert.deepEqual(names(3, 24), names(3, 24))
    assert.notDeepEqual(names(3, 24), names(4, 24))
    for (const { name, share } of strikes) {
      assert.equal(names(3, 24).filter(one => one === name).length, share, name)
    }
    assert.equal(names(3, 30).length, 30)
  })
})
