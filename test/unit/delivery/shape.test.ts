/** Shaping: what a destination's replies do to the speed towards it. Pure but for a turned clock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createShaper, type Shaper } from '#sending/delivery/shape.ts'
import { loadShaping, type Shaping } from '#sending/delivery/shaping.ts'
import { machineRandom } from '../../support/real-clock.ts'

const one = { connections: 4, messages: 20, perSecond: 0 }
const shaping = { ...loadShaping(''), other: one, provider_1: { ...one, perSecond: 10 } } as Shaping
const words = { code: 421, enhanced: '4.7.28', text: '4.7.28 too fast' }
const slow = { answered: true, slow: true, delivered: false, words }
const delivered = { answered: true, slow: false, delivered: true, words: null }

function stage(nodes = 1): {
  shaper: Shaper
  turn(ms: number): void
  /** Sets the clock of the machine, and no time passes. */
  setBack(ms: number): void
  now(): number
} {
  let now = 1_000_000
  let behindMs = 0
  const clock = { now: () => now - behindMs, monotonic: () => now } as never
  const random = { ...machineRandom, uniform: () => 0 }
  return {
    shaper: createShaper({ clock, random }, shaping, {
      capacity: 40,
      nodes: () => nodes,
      bulkShare: 0.75,
    }),
    turn(ms) {
      now += ms
    },
    setBack(ms) {
      behindMs += ms
    },
    now: () => now - behindMs,
  }
}

describe('shaping', () => {
  it('holds no mail until a time that a wrong clock has shown', () => {
    const { shaper, setBack, now } = stage()
    for (let n = 0; n < 3; n++) {
      shaper.enter('rated', 'provider_1')
      shaper.leave('rated', delivered)
      shaper.enter('paused', 'other')
      shaper.leave('paused', slow)
      shaper.enter('paused', 'other')
      shaper.leave('paused', slow)
    }
    setBack(86_400_000)
    assert.equal(shaper.enter('rated', 'provider_1').kind, 'go')
    const held = shaper.enter('paused', 'other')
    assert.equal(held.kind, 'paused')
    assert.ok(held.kind === 'paused' && held.until <= now() + 61_000)
    const shown = shaper.status().find(one => one.group === 'paused')
    assert.equal(shown?.pausedUntil, now() + 60_000)
  })

  it('forgets slowed groups, too, once they have recovered', () => {
    const { shaper, turn } = stage()
    for (let n = 0; n < 20_000; n++) {
      shaper.enter(`g${n}`, 'other')
      shaper.leave(`g${n}`, slow)
    }
    turn(3_600_000)
    shaper.enter('one more', 'other')
    assert.equal(shaper.status().length, 1)
  })

  it('takes a group for proven once it has answered, until it has been silent for long', () => {
    const { shaper, turn } = stage()
    assert.equal(shaper.isProven('g'), false)
    assert.equal(shaper.roomOf('g'), 1)
    shaper.enter('g', 'other')
    shaper.leave('g', { ...delivered, delivered: false, answered: null })
    assert.equal(shaper.isProven('g'), false)
    shaper.enter('g', 'other')
    shaper.leave('g', { ...delivered, delivered: false })
    assert.equal(shaper.isProven('g'), true)
    turn(10 * 60_000)
    assert.equal(shaper.isProven('g'), false)
  })

  it('takes it for unproven again when it does not answer', () => {
    const { shaper } = stage()
    shaper.enter('g', 'other')
    shaper.leave('g', delivered)
    shaper.enter('g', 'other')
    shaper.leave('g', { answered: false, slow: false, delivered: false, words: null })
    assert.equal(shaper.isProven('g'), false)
  })

  it('lets a proven group have four in hand per connection', () => {
    const { shaper, turn } = stage()
    shaper.enter('g', 'other')
    shaper.leave('g', delivered)
    turn(9 * 60_000)
    assert.equal(shaper.roomOf('g'), 16)
  })

  it('lets the room of a group grow with what it takes, and takes it back from one that stalls', () => {
    const { shaper, turn } = stage()
    for (let i = 0; i < 40; i++) {
      shaper.enter('g', 'other')
      shaper.leave('g', delivered)
      turn(20)
    }
    // 50 a second: half a second's worth beside what the connections need, at most most of the node.
    assert.equal(shaper.roomOf('g'), 30)
    turn(6_000)
    assert.equal(shaper.roomOf('g'), 16)
  })

  it('keeps to a rate per second, and reserves the turns', () => {
    const { shaper, turn } = stage()
    let gone = 0
    let wait = 0
    for (let ms = 0; ms < 10_000; ms += 5) {
      if (wait <= ms) {
        const answer = shaper.enter('g', 'provider_1')
        assert.ok(answer.kind === 'go')
        shaper.leave('g', delivered)
        wait = ms + answer.waitMs
        gone++
      }
      turn(5)
    }
    assert.ok(gone >= 100 && gone <= 112, `10 a second for 10 s and a second's start: ${gone}`)
    assert.equal(shaper.roomOf('g'), 15)
  })

  it('gives each email a turn of its own, and sends back what would wait long', () => {
    const { shaper, now } = stage()
    const waits: number[] = []
    let next = shaper.enter('g', 'provider_1')
    for (; next.kind === 'go'; next = shaper.enter('g', 'provider_1')) waits.push(next.waitMs)
    assert.deepEqual(waits.slice(10, 15), [0, 100, 200, 300, 400])
    assert.equal(waits.at(-1), 5_000)
    assert.ok(next.kind === 'later' && next.until > now() + 5_000)
  })

  it('shares the limits among the nodes', () => {
    const { shaper } = stage(2)
    shaper.enter('g', 'other')
    shaper.leave('g', delivered)
    const answer = shaper.enter('g', 'other')
    assert.ok(answer.kind === 'go')
    assert.equal(answer.limits.connections, 2)
  })

  it('halves the speed on a reply that asks for it, and recovers in quiet minutes', () => {
    const { shaper, turn } = stage()
    shaper.enter('g', 'other')
    shaper.leave('g', slow)
    assert.equal(shaper.status()[0]!.factor, 0.5)
    turn(3 * 60_000)
    shaper.enter('g', 'other')
    assert.ok(Math.abs(shaper.status()[0]!.factor - 0.8) < 1e-9)
    turn(10 * 60_000)
    shaper.enter('g', 'other')
    assert.equal(shaper.status()[0]!.factor, 1)
  })

  it('pauses a group whose replies mostly ask for it, longer each time, and says why', () => {
    const { shaper, turn, now } = stage()
    const pause = (): number => {
      for (let i = 0; i < 5; i++) {
        assert.equal(shaper.enter('g', 'other').kind, 'go')
        shaper.leave('g', slow)
        turn(50)
      }
      const held = shaper.enter('g', 'other')
      assert.ok(held.kind === 'paused')
      assert.deepEqual(held.because, words)
      return held.until - now()
    }
    const first = pause()
    assert.ok(first > 55_000 && first <= 60_000)
    turn(61_000)
    const second = pause()
    assert.ok(second > 115_000 && second <= 120_000)
  })

  it('does not pause a group that mostly delivers', () => {
    const { shaper, turn } = stage()
    for (let i = 0; i < 60; i++) {
      assert.equal(shaper.enter('g', 'other').kind, 'go', `at ${i}`)
      shaper.leave('g', i % 6 === 0 ? slow : delivered)
      turn(500)
    }
  })

  it('leaves a part of the rate to transactional mail, which waits behind no bulk', () => {
    const { shaper, turn, now } = stage()
    const waits = (isBulk: boolean): number => {
      const admission = shaper.enter('g', 'provider_1', { isBulk })
      return admission.kind === 'go' ? admission.waitMs : Number.POSITIVE_INFINITY
    }
    const bulk = Array.from({ length: 30 }, () => waits(true))
    assert.ok(bulk[29]! > 2_500, `${bulk}`)
    assert.equal(waits(false), 0)
    /** How many of each go, where each has one in hand that waits for its turn. */
    const goneIn = (ms: number, kinds: readonly ('bulk' | 'urgent')[]) => {
      const gone = { bulk: 0, urgent: 0 }
      const turns = { bulk: now(), urgent: now() }
      for (const end = now() + ms; now() < end; turn(10)) {
        for (const one of kinds) {
          for (; turns[one] <= now(); gone[one]++) turns[one] = now() + waits(one === 'bulk')
        }
      }
      return gone
    }
    turn(60_000)
    const alone = goneIn(60_000, ['bulk'])
    assert.ok(alone.bulk >= 445 && alone.bulk <= 465, 'three quarters of ten a second')
    turn(60_000)
    const together = goneIn(60_000, ['bulk', 'urgent'])
    assert.ok(together.urgent >= 600, JSON.stringify(together))
    // What a rest allows at once, and what bulk had reserved.
    assert.ok(together.urgent + together.bulk <= 600 + 70, JSON.stringify(together))
  })
})
