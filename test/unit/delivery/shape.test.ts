/** Shaping: what a destination's replies do to the speed towards it. Pure but for a turned clock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AttemptAnswer, createShaper, type Shaper } from '#sending/delivery/shape.ts'
import { loadShaping, type Shaping } from '#sending/delivery/shaping.ts'
import type { Provider } from '#sending/events/provider.ts'
import { machineRandom } from '../../support/real-clock.ts'
import { enter, equalParts, wholeLimits } from './whole-limits.ts'

const one = { connections: 4, messages: 20, perSecond: 0 }
const shaping = {
  ...loadShaping(''),
  other: one,
  provider_1: { ...one, perSecond: 10 },
  provider_2: { ...one, perSecond: 3 },
} as Shaping
const words = { code: 421, enhanced: '4.7.28', text: '4.7.28 too fast' }
const slow = { answered: true, slow: true, delivered: false, words }
const delivered = { answered: true, slow: false, delivered: true, words: null }

/** A reply that neither takes an email nor asks for anything. */
const refused = { answered: true, slow: false, delivered: false, words: null }

function stage(
  nodes = 1,
  { bulkShare = 0.75, capacity = 40, chance = 0, provider = 'other' as Provider } = {},
): {
  shaper: Shaper
  turn(ms: number): void
  /** Sets the clock of the machine, and no time passes. */
  setBack(ms: number): void
  now(): number
} {
  let now = 1_000_000
  let behindMs = 0
  const clock = { now: () => now - behindMs, monotonic: () => now } as never
  const random = { ...machineRandom, uniform: () => chance }
  return {
    shaper: createShaper({ clock, random }, shaping, {
      capacity,
      rents: nodes === 1 ? wholeLimits : equalParts(shaping[provider], nodes),
      bulkShare,
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

/** One email, with what is said to it. */
function send(shaper: Shaper, answer: AttemptAnswer, provider: Provider = 'other'): void {
  enter(shaper, 'g', provider)
  shaper.leave('g', answer)
}
const factorOf = (shaper: Shaper): number => shaper.status()[0]!.factor
const isPaused = (shaper: Shaper): boolean => shaper.status()[0]!.pausedUntil !== null

describe('shaping', () => {
  it('is shown as quiet time has left it, whether or not anything is written there', () => {
    const { shaper, turn } = stage()
    send(shaper, slow)
    const slowed = factorOf(shaper)
    assert.ok(slowed < 1, String(slowed))
    turn(3_600_000)
    assert.equal(factorOf(shaper), 1)
    assert.equal(isPaused(shaper), false)
  })

  it('holds no mail until a time that a wrong clock has shown', () => {
    const { shaper, setBack, now } = stage()
    for (let n = 0; n < 3; n++) {
      enter(shaper, 'rated', 'provider_1')
      shaper.leave('rated', delivered)
      enter(shaper, 'paused', 'other')
      shaper.leave('paused', slow)
      enter(shaper, 'paused', 'other')
      shaper.leave('paused', slow)
    }
    setBack(86_400_000)
    assert.equal(enter(shaper, 'rated', 'provider_1').kind, 'go')
    const held = enter(shaper, 'paused', 'other')
    assert.equal(held.kind, 'paused')
    assert.ok(held.kind === 'paused' && held.until <= now() + 61_000)
    const shown = shaper.status().find(one => one.group === 'paused')
    assert.equal(shown?.pausedUntil, now() + 60_000)
  })

  it('forgets slowed groups, too, once they have recovered', () => {
    const { shaper, turn } = stage()
    for (let n = 0; n < 20_000; n++) {
      enter(shaper, `g${n}`, 'other')
      shaper.leave(`g${n}`, slow)
    }
    turn(3_600_000)
    enter(shaper, 'one more', 'other')
    assert.equal(shaper.status().length, 1)
  })

  it('does not forget a pause that another node has asked for', () => {
    const { shaper, now } = stage()
    const lane = shaper.laneOf('paused', 'other')
    shaper.pause(lane, { until: now() + 60_000, because: words })
    for (let n = 0; n < 20_000; n++) shaper.laneOf(`g${n}`, 'other')
    assert.equal(enter(shaper, 'paused', 'other').kind, 'paused')
  })

  it('takes a group for proven once it has answered, until it has been silent for long', () => {
    const { shaper, turn } = stage()
    assert.equal(shaper.isProven('g'), false)
    assert.equal(shaper.roomOf('g'), 1)
    enter(shaper, 'g', 'other')
    shaper.leave('g', { ...delivered, delivered: false, answered: null })
    assert.equal(shaper.isProven('g'), false)
    enter(shaper, 'g', 'other')
    shaper.leave('g', { ...delivered, delivered: false })
    assert.equal(shaper.isProven('g'), true)
    turn(10 * 60_000)
    assert.equal(shaper.isProven('g'), false)
  })

  it('takes it for unproven again when it does not answer', () => {
    const { shaper } = stage()
    enter(shaper, 'g', 'other')
    shaper.leave('g', delivered)
    enter(shaper, 'g', 'other')
    shaper.leave('g', { answered: false, slow: false, delivered: false, words: null })
    assert.equal(shaper.isProven('g'), false)
  })

  it('lets a proven group have four in hand per connection', () => {
    const { shaper, turn } = stage()
    enter(shaper, 'g', 'other')
    shaper.leave('g', delivered)
    turn(9 * 60_000)
    assert.equal(shaper.roomOf('g'), 16)
  })

  it('lets the room of a group grow with what it takes, and takes it back from one that stalls', () => {
    const { shaper, turn } = stage()
    for (let i = 0; i < 40; i++) {
      enter(shaper, 'g', 'other')
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
        const answer = enter(shaper, 'g', 'provider_1')
        assert.ok(answer.kind === 'go')
        shaper.leave('g', delivered)
        wait = ms + answer.waitMs
        gone++
      }
      turn(5)
    }
    assert.ok(gone >= 99 && gone <= 101, `10 a second for 10 s: ${gone}`)
    assert.equal(shaper.roomOf('g'), 15)
  })

  it('gives each email a turn of its own, and sends back what would wait long', () => {
    const { shaper, now } = stage()
    const waits: number[] = []
    let next = enter(shaper, 'g', 'provider_1')
    for (; next.kind === 'go'; next = enter(shaper, 'g', 'provider_1')) {
      assert.ok(waits.length < 1_000, 'none is sent back')
      waits.push(next.waitMs)
    }
    assert.deepEqual(waits.slice(0, 5), [0, 100, 200, 300, 400])
    assert.equal(waits.at(-1), 5_000)
    assert.ok(next.kind === 'later' && next.until > now() + 5_000)
  })

  it('shares the limits among the nodes', () => {
    const { shaper } = stage(2)
    enter(shaper, 'g', 'other')
    shaper.leave('g', delivered)
    const answer = enter(shaper, 'g', 'other')
    assert.ok(answer.kind === 'go')
    assert.equal(answer.limits.connections, 2)
  })

  it('halves the speed on a reply that asks for it, and recovers in quiet minutes', () => {
    const { shaper, turn } = stage()
    enter(shaper, 'g', 'other')
    shaper.leave('g', slow)
    assert.equal(shaper.status()[0]!.factor, 0.5)
    turn(3 * 60_000)
    enter(shaper, 'g', 'other')
    assert.ok(Math.abs(shaper.status()[0]!.factor - 0.8) < 1e-9)
    turn(10 * 60_000)
    enter(shaper, 'g', 'other')
    assert.equal(shaper.status()[0]!.factor, 1)
  })

  it('pauses a group whose replies mostly ask for it, longer each time, and says why', () => {
    const { shaper, turn, now } = stage()
    const pause = (): number => {
      for (let i = 0; i < 5; i++) {
        assert.equal(enter(shaper, 'g', 'other').kind, 'go')
        shaper.leave('g', slow)
        turn(50)
      }
      const held = enter(shaper, 'g', 'other')
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
      assert.equal(enter(shaper, 'g', 'other').kind, 'go', `at ${i}`)
      shaper.leave('g', i % 6 === 0 ? slow : delivered)
      turn(500)
    }
  })

  it('leaves a part of the rate to transactional mail, which waits behind no bulk', () => {
    const { shaper, turn, now } = stage()
    const waits = (isBulk: boolean): number => {
      const admission = enter(shaper, 'g', 'provider_1', { isBulk })
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
          for (; turns[one] <= now(); gone[one]++) {
            assert.ok(gone[one] < 2_000, 'none waits')
            turns[one] = now() + waits(one === 'bulk')
          }
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
    // What bulk had reserved.
    assert.ok(together.urgent + together.bulk <= 600 + 60, JSON.stringify(together))
  })
})

describe('the place of an email', () => {
  it('is its own until it is given back, once', () => {
    const { shaper } = stage()
    const inHand = () => shaper.status()[0]!.inHand
    for (let n = 0; n < 3; n++) enter(shaper, 'g', 'other')
    assert.equal(inHand(), 3)
    shaper.leave('g', delivered)
    assert.equal(inHand(), 2)
    for (let n = 0; n < 3; n++) shaper.leave('g', delivered)
    assert.equal(inHand(), 0)
    shaper.leave('forgotten', delivered)
    assert.equal(shaper.status().length, 1)
  })

  it('keeps its group known, as being slowed does, when there are very many', () => {
    const { shaper } = stage()
    enter(shaper, 'in hand', 'other')
    enter(shaper, 'slowed', 'other')
    shaper.leave('slowed', slow)
    for (let n = 2; n <= 20_000; n++) {
      enter(shaper, `g${n}`, 'other')
      shaper.leave(`g${n}`, delivered)
      if (n === 10_000) assert.equal(shaper.isProven('g2'), true, 'few yet')
    }
    const left = shaper.status().map(({ group }) => group)
    assert.deepEqual(left, ['in hand', 'slowed', 'g20000'])
  })
})

describe('the room of a group', () => {
  it('has half a second of what it takes beside its connections, and at most most of the node', () => {
    const { shaper, turn } = stage(1, { capacity: 41 })
    enter(shaper, 'g', 'other')
    turn(500)
    send(shaper, delivered)
    assert.equal(shaper.roomOf('g'), 17, 'two a second')
    for (let n = 0; n < 2; n++) send(shaper, delivered)
    turn(1_000)
    send(shaper, delivered)
    assert.equal(shaper.roomOf('g'), 18, 'three a second')
    turn(4_999)
    assert.equal(shaper.roomOf('g'), 18)
    turn(1)
    assert.equal(shaper.roomOf('g'), 16, 'nothing for five seconds')
    for (let n = 0; n < 1_000; n++) send(shaper, delivered)
    turn(500)
    send(shaper, delivered)
    assert.equal(shaper.roomOf('g'), 30)
  })

  it('is that of a second and a half of its rate, and two at least', () => {
    const roomAt = (nodes: number): number => {
      const { shaper } = stage(nodes, { provider: 'provider_1' })
      send(shaper, delivered, 'provider_1')
      return shaper.roomOf('g')
    }
    assert.deepEqual([1, 4, 20].map(roomAt), [15, 4, 2])
  })

  it('is for a group that is proven, to its last moment; what says nothing of it changes nothing', () => {
    const { shaper, turn } = stage()
    send(shaper, delivered)
    turn(10 * 60_000 - 1)
    send(shaper, { ...refused, answered: null })
    assert.equal(shaper.isProven('g'), true)
    turn(1)
    assert.equal(shaper.isProven('g'), false)
  })
})

describe('the rate of a group', () => {
  const waits = (shaper: Shaper, provider: Provider, isBulk: boolean): number => {
    const admission = enter(shaper, 'g', provider, { isBulk })
    return admission.kind === 'go' ? admission.waitMs : Number.POSITIVE_INFINITY
  }

  it('is none where it has none, and its connections’ part of fifty a second while it is slowed', () => {
    const { shaper } = stage(3)
    const limits = () => {
      const admission = enter(shaper, 'g', 'other')
      return admission.kind === 'go' ? admission.limits : null
    }
    assert.deepEqual(limits(), { connections: 1, messages: 20, perSecond: 0 })
    for (let n = 0; n < 100; n++) assert.equal(waits(shaper, 'other', n % 2 === 0), 0)
    shaper.leave('g', slow)
    const perSecond = limits()?.perSecond ?? 0
    assert.ok(Math.abs(perSecond - 25 / 4) < 1e-9, `${perSecond}`)
  })

  it('has no part of a millisecond too early', () => {
    const { shaper } = stage()
    const all = Array.from({ length: 6 }, () => waits(shaper, 'provider_2', false))
    assert.deepEqual(all.slice(0, 3), [0, 334, 667])
  })

  it('leaves to bulk mail what others have not taken', () => {
    const { shaper } = stage()
    for (let n = 0; n < 10; n++) assert.equal(waits(shaper, 'provider_1', false), n * 100)
    const bulk = [0, 1, 2].map(() => waits(shaper, 'provider_1', true))
    assert.deepEqual(bulk, [1_000, 1_134, 1_267])
  })

  for (const isBulk of [false, true]) {
    it(`gives no turn to what is sent back, ${isBulk ? 'bulk' : 'transactional'}`, () => {
      const { shaper, now, turn } = stage(1, { bulkShare: 1 })
      let going = 0
      while (waits(shaper, 'provider_1', isBulk) <= 5_000 && going < 1_000) going++
      assert.equal(going, 51, 'five seconds of turns')
      for (let n = 0; n < 100; n++) {
        const next = enter(shaper, 'g', 'provider_1', { isBulk })
        assert.deepEqual(next, { kind: 'later', until: now() + 5_100 })
      }
      turn(100)
      assert.equal(waits(shaper, 'provider_1', isBulk), 5_000)
    })
  }
})

describe('replies that ask to slow down', () => {
  it('count once where they come together', () => {
    const { shaper, turn } = stage()
    const after = [0, 0, 1_000, 1_001].map(ms => {
      turn(ms)
      send(shaper, slow)
      return factorOf(shaper)
    })
    assert.deepEqual(after, [0.5, 0.5, 0.5, 0.25])
  })

  it('are forgotten step by step, a whole quiet minute each, however often somebody looks', () => {
    const { shaper, turn } = stage()
    send(shaper, slow)
    const after = [59_999, 1, 30_000, 29_999, 1].map(ms => {
      turn(ms)
      enter(shaper, 'g', 'other')
      return factorOf(shaper)
    })
    assert.deepEqual(after, [0.5, 0.6, 0.6, 0.6, 0.7])
  })

  it('pause a group when there are five of them within a minute', () => {
    const paused = (ms: number): boolean => {
      const { shaper, turn } = stage()
      for (let n = 0; n < 4; n++) send(shaper, slow)
      turn(ms)
      send(shaper, slow)
      return isPaused(shaper)
    }
    assert.deepEqual([60_000, 60_001].map(paused), [true, false])
  })

  it('pause it when they are three of ten', () => {
    const paused = (others: number): boolean => {
      const { shaper } = stage()
      for (let n = 0; n < others; n++) send(shaper, refused)
      for (let n = 0; n < 6; n++) send(shaper, slow)
      return isPaused(shaper)
    }
    assert.deepEqual([14, 15].map(paused), [true, false])
  })

  it('pause it until a moment, after which mail comes back over ten seconds', () => {
    const { shaper, turn, now } = stage(1, { chance: 0.50007 })
    for (let n = 0; n < 5; n++) send(shaper, slow)
    const end = now() + 60_000
    assert.deepEqual(enter(shaper, 'g', 'other'), {
      kind: 'paused',
      until: end + 5_000,
      because: words,
    })
    turn(59_999)
    assert.equal(shaper.status()[0]!.pausedUntil, end)
    turn(1)
    assert.equal(isPaused(shaper), false)
    assert.equal(enter(shaper, 'g', 'other').kind, 'go')
  })
})
