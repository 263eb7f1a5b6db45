/** How the limits of a lane are divided: whole parts that never sum to more than the setting. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { divide, type LimitPart, laneLimitsOf, rentMs } from '#sending/delivery/rent-division.ts'
import { createChance } from '../../../sim/world/random.ts'

const now = 1_800_000_000_000
const limits = laneLimitsOf({ connections: 5, perSecond: 20 })
const want = { connections: 5, rate: 20, open: 0 }

interface Node {
  readonly me: string
  readonly parts: Record<string, LimitPart>
  readonly at?: number
  readonly isOver?: boolean
  readonly of?: typeof limits
}

const share = ({ me, parts, at = now, isOver = false, of = limits }: Node, wanted = want) =>
  divide({ me, parts, limits: of, now: at, isOver: () => isOver, changeId: `${me}${at}` }, wanted)

const part = (more: Partial<LimitPart>): LimitPart => ({
  connections: 0,
  rate: 0,
  wantsConnections: 5,
  wantsRate: 20,
  until: now + rentMs,
  ...more,
})

describe('a node that rents of a lane', () => {
  it('has all of it while nobody else is there', () => {
    const { part } = share({ me: 'a', parts: {} })
    assert.deepEqual([part.connections, part.rate], [5, 20])
  })

  it('takes no more than it wants', () => {
    const { part } = share({ me: 'a', parts: {} }, { connections: 2, rate: 3, open: 0 })
    assert.deepEqual([part.connections, part.rate], [2, 3])
  })

  it('gets nothing while another holds all, which gives back half of it', () => {
    const parts = { a: part({ connections: 5, rate: 20 }) }
    const b = share({ me: 'b', parts }).part
    assert.deepEqual([b.connections, b.rate], [0, 0])
    const a = share({ me: 'a', parts: { ...parts, b } }).part
    assert.ok(a.connections <= 3 && a.rate === 10, JSON.stringify(a))
    assert.equal(a.was?.rate, 20)
  })

  it('leaves alone what another has given back, until a window has passed since it saw that', () => {
    const parts = { a: part({ connections: 3, rate: 10, was: { id: 'x', rate: 20 } }) }
    assert.equal(share({ me: 'b', parts }).part.rate, 0)
    assert.equal(share({ me: 'b', parts, isOver: true }).part.rate, 10)
  })

  it('keeps connections that are open until they are closed, and opens none of them again', () => {
    const parts = { a: part({ connections: 5, rate: 20 }), b: part({}) }
    const a = share({ me: 'a', parts }, { ...want, open: 4 })
    assert.equal(a.part.connections, 4)
    assert.ok(a.connections <= 3)
  })

  it('takes what a node held that is gone, three seconds after its time', () => {
    const parts = { a: part({ connections: 5, rate: 20 }) }
    assert.equal(share({ me: 'b', parts, at: now + rentMs + 2_999 }).part.rate, 0)
    assert.equal(share({ me: 'b', parts, at: now + rentMs + 3_000 }).part.rate, 20)
  })

  it('is not kept waiting for ever by a part of a clock that was wrong', () => {
    const parts = { a: part({ connections: 5, rate: 20, until: now + 86_400_000 }) }
    assert.equal(share({ me: 'b', parts }).part.rate, 20)
  })
})

describe('a rate', () => {
  it('of less than one a second is one in a longer window, and of 2.5 two in any second', () => {
    assert.deepEqual(laneLimitsOf({ connections: 1, perSecond: 0.2 }), {
      connections: 1,
      rate: 1,
      windowMs: 5_000,
    })
    assert.equal(laneLimitsOf({ connections: 1, perSecond: 2.5 }).rate, 2)
    assert.equal(laneLimitsOf({ connections: 1, perSecond: 0 }).rate, null)
  })
})

describe('nodes in any order, with any wants, some of which vanish', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    it(`never hold more than the setting, and in the end most of it (seed ${seed})`, () => {
      const chance = createChance(seed)
      const parts: Record<string, LimitPart> = {}
      const changed = new Map<string, number>()
      let at = now
      const take = (me: string, wanted: typeof want): void => {
        const isOver = (id: string): boolean => (changed.get(id) ?? at) + 1_050 <= at
        const changeId = `${me} ${at}`
        const next = divide({ me, parts, limits, now: at, isOver, changeId }, wanted).part
        if (next.was?.id === changeId) changed.set(changeId, at)
        parts[me] = next
      }
      const sums = (): [number, number] => {
        const live = Object.values(parts).filter(one => one.until + 3_000 > at)
        const held = live.map(one => {
          const isOver = !one.was || changed.get(one.was.id)! + 1_050 <= at
          return isOver ? one.rate : Math.max(one.rate, one.was!.rate)
        })
        return [
          live.reduce((sum, one) => sum + one.connections, 0),
          held.reduce((a, b) => a + b, 0),
        ]
      }
      for (let round = 0; round < 2_000; round++) {
        at += Math.floor(chance.uniform() * 400)
        const me = String.fromCharCode(97 + Math.floor(chance.uniform() * 8))
        take(me, {
          connections: Math.floor(chance.uniform() * 6),
          rate: Math.floor(chance.uniform() * 21),
          open: 0,
        })
        const [connections, rate] = sums()
        assert.ok(connections <= 5 && rate <= 20, `${connections} ${rate} in round ${round}`)
      }
      for (let round = 0; round < 40; round++) {
        at += 300
        for (const me of 'abcdefgh') take(me, want)
      }
      assert.deepEqual(sums(), [5, 20])
    })
  }
})
