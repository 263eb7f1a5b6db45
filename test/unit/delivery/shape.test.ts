/** Shaping: what a destination's replies do to the speed towards it. Pure but for a turned clock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createShaper, type Shaper } from '#sending/delivery/shape.ts'
import { loadShaping, type Shaping } from '#sending/delivery/shaping.ts'

const one = { connections: 4, messages: 20, perSecond: 0 }
const shaping = { ...loadShaping(''), other: one, provider_1: { ...one, perSecond: 10 } } as Shaping
const words = { code: 421, enhanced: '4.7.28', text: '4.7.28 too fast' }
const slow = { slow: true, delivered: false, words }
const delivered = { slow: false, delivered: true, words: null }

function stage(nodes = 1): { shaper: Shaper; turn(ms: number): void; now(): number } {
  let now = 1_000_000
  const clock = { now: () => now, monotonic: () => now } as never
  const random = { uniform: () => 0, bytes: () => Buffer.alloc(0) }
  return {
    shaper: createShaper({ clock, random }, shaping, { capacity: 40, nodes: () => nodes }),
    turn(ms) {
      now += ms
    },
    now: () => now,
  }
}

describe('shaping', () => {
  it('lets an unknown group have one email in hand per connection, and puts the rest back', () => {
    const { shaper, now } = stage()
    for (let i = 0; i < 4; i++) assert.equal(shaper.enter('g', 'other').kind, 'go')
    const next = shaper.enter('g', 'other')
    assert.equal(next.kind, 'later')
    assert.ok(next.kind === 'later' && next.until > now())
    assert.equal(shaper.enter('another', 'other').kind, 'go')
    shaper.leave('g', delivered)
    assert.equal(shaper.enter('g', 'other').kind, 'go')
  })

  it('lets one that has delivered lately have four per connection', () => {
    const { shaper, turn } = stage()
    shaper.enter('g', 'other')
    shaper.leave('g', delivered)
    turn(9 * 60_000)
    for (let i = 0; i < 16; i++) assert.equal(shaper.enter('g', 'other').kind, 'go')
    assert.equal(shaper.enter('g', 'other').kind, 'later')
  })

  it('gives a group that delivers most of the node, and takes it back when it falls silent', () => {
    const { shaper, turn } = stage()
    shaper.enter('g', 'other')
    shaper.leave('g', delivered)
    let gone = 0
    while (shaper.enter('g', 'other').kind === 'go') gone++
    assert.equal(gone, 30)
    turn(6_000)
    for (let i = 0; i < 15; i++) shaper.leave('g', { slow: false, delivered: false, words: null })
    assert.equal(shaper.enter('g', 'other').kind, 'go')
    assert.equal(shaper.enter('g', 'other').kind, 'later')
  })

  it('keeps to a rate per second', () => {
    const { shaper, turn } = stage()
    const ask = () => {
      const answer = shaper.enter('g', 'provider_1')
      if (answer.kind === 'go') shaper.leave('g', delivered)
      return answer.kind === 'go'
    }
    let gone = 0
    for (let ms = 0; ms < 10_000; ms += 5) {
      if (ask()) gone++
      turn(5)
    }
    assert.ok(gone >= 100 && gone <= 112, `10 a second for 10 s and a second's start: ${gone}`)
  })

  it('shares the limits among the nodes', () => {
    const { shaper } = stage(2)
    let gone = 0
    while (shaper.enter('g', 'other').kind === 'go') gone++
    assert.equal(gone, 2)
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
})
