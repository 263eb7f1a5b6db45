/** Who waits for a connection, against plain lists; and who may have one beyond those of a node. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Owners, TwoLines, type WaitingJob } from '#protocol/smtp/pool-line.ts'

const job = (owner: string, isBulk = false, since = 0): WaitingJob =>
  ({ owner, isBulk, since }) as WaitingJob
const ownersOf = (jobs: readonly WaitingJob[]): string[] => jobs.map(one => one.owner)

const step = fc.record({
  does: fc.constantFrom('push', 'push', 'push', 'unshift', 'shift', 'shiftOwn', 'shiftOldest'),
  owner: fc.constantFrom('a', 'b', 'c'),
  flag: fc.boolean(),
})

describe('who waits', () => {
  it('is served as from two lists, what is transactional first', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 60 }), steps => {
        const lines = new TwoLines()
        const urgent: WaitingJob[] = []
        const bulk: WaitingJob[] = []
        for (const [since, { does, owner, flag }] of steps.entries()) {
          const one = job(owner, flag, since)
          const list = flag ? bulk : urgent
          if (does === 'push') {
            lines.push(one)
            list.push(one)
          } else if (does === 'unshift') {
            lines.unshift(one)
            list.unshift(one)
          } else if (does === 'shift') {
            const next = urgent.shift() ?? (flag ? bulk.shift() : undefined)
            assert.equal(lines.shift(flag), next)
          } else if (does === 'shiftOwn') {
            const at = urgent.findIndex(waiting => waiting.owner === owner)
            const own = at === -1 ? undefined : urgent.splice(at, 1)[0]
            const next = own ?? urgent.shift() ?? (flag ? bulk.shift() : undefined)
            assert.equal(lines.shift(flag, owner), next)
          } else {
            const isUrgent = (urgent[0]?.since ?? Infinity) < (bulk[0]?.since ?? Infinity)
            assert.equal(lines.shiftOldest(), (isUrgent ? urgent : bulk).shift())
          }
          const all = [...urgent, ...bulk]
          assert.deepEqual([lines.length, lines.urgentLength], [all.length, urgent.length])
          assert.equal(
            lines.oldest,
            Math.min(...[urgent, bulk].map(([head]) => head?.since ?? Infinity)),
          )
          const places = Array.from({ length: all.length + 1 }, (_, place) => lines.ownerAt(place))
          assert.deepEqual(places, [...ownersOf(all), ''])
          for (const such of ['a', 'b']) {
            const first = lines.firstOwner(other => other !== such)
            assert.equal(first, urgent.find(waiting => waiting.owner !== such)?.owner)
          }
        }
        assert.deepEqual(lines.takeAll(), [...urgent, ...bulk])
        assert.deepEqual([lines.length, lines.takeAll(), lines.shift(true)], [0, [], undefined])
      }),
    )
  })

  it('keeps the order over thousands that have gone, and one that comes back is next', () => {
    const lines = new TwoLines()
    const all = Array.from({ length: 3_000 }, (_, n) => job(`${n}`))
    for (const one of all) lines.push(one)
    for (const [gone, one] of all.entries()) {
      assert.equal(lines.shift(false), one)
      lines.unshift(one)
      assert.equal(lines.shift(false), one)
      assert.equal(lines.length, all.length - gone - 1)
    }
  })

  it('goes by its rank where two have waited as long', () => {
    const lines = new TwoLines()
    lines.push(job('bulk', true, 5))
    lines.push(job('urgent', false, 5))
    assert.deepEqual([lines.shiftOldest()?.owner, lines.shiftOldest()?.owner], ['urgent', 'bulk'])
  })
})

describe('connections beyond those of a node', () => {
  /** How many connections an owner may have at most, where so many are open. */
  const mostOf = (node: number, open: number): number => {
    const owners = new Owners(node)
    let held = 0
    for (; held < 100 && owners.mayExceed('one', open); held++) owners.count('one', 1)
    return held
  }

  it('are a tenth, of which each has at most what it leaves to the others', () => {
    const open = [40, 41, 42, 43, 44, 45]
    assert.deepEqual(
      open.map(count => mostOf(40, count)),
      [4, 3, 2, 1, 0, 0],
    )
    assert.deepEqual([mostOf(19, 19), mostOf(9, 9)], [1, 0])
  })

  it('are counted by owner, and free again when they are given back', () => {
    const owners = new Owners(10)
    owners.count('one', 1)
    assert.deepEqual([owners.mayExceed('one', 10), owners.mayExceed('two', 10)], [false, true])
    owners.count('one', -1)
    assert.equal(owners.mayExceed('one', 10), true)
  })
})
