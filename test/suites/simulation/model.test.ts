/** The model of an installation: whether its queues are queues, and whether it loses or invents mail. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineThrough } from '../../../sim/model/fit.ts'
import type { Parameters } from '../../../sim/model/parameters.ts'
import { Lane } from '../../../sim/model/receivers.ts'
import { Cores, Locks, Log, Thread } from '../../../sim/model/servers.ts'
import { type Outcome, type Setup, simulate } from '../../../sim/model/simulate.ts'
import { Waits } from '../../../sim/model/tally.ts'
import { Timeline } from '../../../sim/model/timeline.ts'
import { createChance } from '../../../sim/world/random.ts'

const near = (found: number, right: number, part: number, what: string): void =>
  assert.ok(Math.abs(found / right - 1) <= part, `${what}: ${found}, it should be ${right}`)

/** Tasks that come by chance, so many ms apart on average; what each waited in all. */
function served(
  count: number,
  apartMs: number,
  use: (timeline: Timeline, then: () => void) => void,
): { meanMs: number; lastMs: number } {
  const timeline = new Timeline()
  const chance = createChance('served')
  let sumMs = 0
  const next = (n: number): void => {
    if (n === count) return
    timeline.after(chance.wait(apartMs), () => {
      const since = timeline.now
      use(timeline, () => {
        sumMs += timeline.now - since
      })
      next(n + 1)
    })
  }
  next(0)
  timeline.run()
  return { meanMs: sumMs / count, lastMs: timeline.now }
}

const costs: Parameters = {
  signaturesPerSecond: 2_000,
  accept: {
    node: { perTransaction: 0.2, perEmail: 0.2 },
    database: { perTransaction: 0.4, perEmail: 0.1 },
    log: { perTransaction: 300, perEmail: 4_000 },
    besideMs: 0,
  },
  deliver: {
    node: { perTransaction: 0.2, perEmail: 0.4 },
    database: { perTransaction: 0.4, perEmail: 0.3 },
    log: { perTransaction: 300, perEmail: 4_000 },
    besideMs: 0,
  },
  rest: { nodeMs: 5, databaseMs: 5, logBytes: 0 },
  flushMs: 2,
}

const fast = {
  connections: 100,
  messages: 100,
  perSecond: 0,
  answerMs: 50,
  spread: 0.5,
  openMs: 20,
}

const usual: Setup = {
  seed: 1,
  costs,
  machines: [2, 2],
  coresOfMachine: 2,
  coresOfDatabase: 4,
  node: { conversations: 100, connections: 8, isShared: true },
  roundTripMs: 0.3,
  log: { flushMs: 2, bytesPerMs: 100_000, standbyMs: 1 },
  groups: [
    { name: 'quick', share: 0.9, ...fast, deferred: 0.02, refused: 0.01 },
    { name: 'strict', share: 0.1, ...fast, connections: 5, perSecond: 10, deferred: 0, refused: 0 },
  ],
  addresses: 2,
  accounts: [5, 3, 1, 1],
  postMs: 20,
  leaseMs: 20_000,
  load: { perSecond: 150, seconds: 30, afterSeconds: 30 },
}

const ended = ({ delivered, deferred, givenUp, turnedAway, waiting }: Outcome): number =>
  delivered + deferred + givenUp + turnedAway + waiting

describe('a line in the model', () => {
  it('keeps who comes by chance waiting as a queue with one server does (M/D/1)', () => {
    const [ms, use] = [1, 0.8]
    let thread: Thread | undefined
    const { meanMs } = served(200_000, ms / use, (timeline, then) => {
      thread ??= new Thread(new Cores(timeline, 1))
      thread.use(ms, then)
    })
    near(meanMs, ms + (use * ms) / (2 * (1 - use)), 0.04, 'time in the line')
  })

  it('shares a core as if each were alone on a slower one (M/G/1 with processor sharing)', () => {
    const [ms, use] = [1, 0.7]
    let cores: Cores | undefined
    const size = createChance('sizes')
    const { meanMs, lastMs } = served(200_000, ms / use, (timeline, then) => {
      cores ??= new Cores(timeline, 1)
      cores.use(size.happens(0.5) ? ms / 2 : ms * 1.5, then)
    })
    near(meanMs, ms / (1 - use), 0.04, 'time on the core')
    near(cores!.busyMs, 200_000 * ms, 0.005, 'work done')
    near(cores!.waitedMs / lastMs, (200_000 / lastMs) * meanMs, 0.001, "Little's law")
  })

  it('gives no task more than one core', () => {
    const timeline = new Timeline()
    const cores = new Cores(timeline, 4)
    const ends: number[] = []
    for (let n = 0; n < 2; n++) cores.use(10, () => ends.push(timeline.now))
    timeline.run()
    assert.deepEqual(ends, [10, 10])
    for (let n = 0; n < 8; n++) cores.use(10, () => ends.push(timeline.now))
    timeline.run()
    near(ends.at(-1)!, 30, 1e-9, 'the end of eight on four')
  })

  it('does what is due together in the order in which it was planned', () => {
    const timeline = new Timeline()
    const seen: number[] = []
    for (let n = 0; n < 50; n++) timeline.after(n % 2 === 0 ? 5 : 3, () => seen.push(n))
    timeline.run()
    const [odd, even] = [1, 0].map(first => Array.from({ length: 25 }, (_, n) => first + 2 * n))
    assert.deepEqual(seen, [...odd!, ...even!])
  })

  it('takes along in one flush of the log all that waits for it', () => {
    const timeline = new Timeline()
    const log = new Log(timeline, { flushMs: 2, bytesPerMs: 1_000, standbyMs: 3 })
    const ends: number[] = []
    for (let n = 0; n < 10; n++) log.commit(100, () => ends.push(timeline.now))
    timeline.run()
    assert.equal(log.flushes, 2)
    // The first alone, 2 + 0.1 and 3; then the nine, 2 + 0.9.
    near(ends[0]!, 5.1, 1e-9, 'the first')
    near(ends[9]!, 8, 1e-9, 'the last')
  })

  it('lets one hold a row at a time, and nobody wait in a circle', () => {
    const timeline = new Timeline()
    const locks = new Locks(timeline)
    const ends: number[] = []
    const hold = (names: number[]): void =>
      locks.hold(names, release =>
        timeline.after(5, () => {
          release()
          ends.push(timeline.now)
        }),
      )
    hold([1, 2])
    hold([2, 1])
    hold([3])
    timeline.run()
    assert.deepEqual(ends, [5, 5, 10])
    assert.equal(locks.hottestMs, 10)
  })

  it('tells waits within two in a hundred', () => {
    const waits = new Waits()
    for (let ms = 1; ms <= 1_000; ms++) waits.add(ms)
    near(waits.quantile(0.5), 500, 0.021, 'the middle')
    near(waits.quantile(0.99), 990, 0.021, 'all but one in a hundred')
    assert.equal(waits.quantile(1), 1_000)
  })
})

describe('an address in the model', () => {
  /** When each of 40 began and was handed over, each a connection's for so long. */
  function passed(limits: { connections: number; perSecond: number }, talkMs: number) {
    const timeline = new Timeline()
    const lane = new Lane(timeline, { ...usual.groups[0]!, ...limits }, 0)
    const [begun, gone]: [number[], number[]] = [[], []]
    for (let n = 0; n < 40; n++) {
      lane.enter(() => {
        begun.push(timeline.now)
        // All have been written by one commit, so to speak.
        timeline.at(Math.ceil((timeline.now + 1) / talkMs) * talkMs, () =>
          lane.handOver(() => {
            gone.push(timeline.now)
            lane.leave()
          }),
        )
      })
    }
    timeline.run()
    return { lane, begun, gone }
  }

  const inOneSecond = (moments: readonly number[]): number =>
    Math.max(...moments.map(at => moments.filter(one => one >= at && one < at + 1_000).length))

  it('keeps messages apart where they begin and where they are handed over', () => {
    const { lane, begun, gone } = passed({ connections: 40, perSecond: 10 }, 2_000)
    assert.deepEqual([begun.length, gone.length], [40, 40])
    assert.ok(inOneSecond(begun) <= 10, `${inOneSecond(begun)} began in a second`)
    assert.ok(inOneSecond(gone) <= 10, `${inOneSecond(gone)} went in a second`)
    assert.ok(lane.figures().busiest <= 10)
  })

  it('has as many connections as it may, and no more', () => {
    const { lane, gone } = passed({ connections: 5, perSecond: 0 }, 100)
    assert.equal(lane.figures().peakConnections, 5)
    assert.equal(gone.length, 40)
  })
})

describe('an installation in the model', () => {
  it('ends every email exactly once, through failovers and dying machines', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const events = {
        ...(seed % 2 === 0 ? { failover: { at: 10, seconds: 5 } } : {}),
        ...(seed % 3 === 0 ? { death: { at: 12, noticedAfter: 3 } } : {}),
      }
      const found = simulate({ ...usual, seed, events })
      assert.equal(ended(found), found.arrived, `seed ${seed}: ${JSON.stringify(found)}`)
      assert.ok(found.delivered > found.arrived * 0.8, `seed ${seed}: ${found.delivered}`)
    }
  })

  it('delivers all of it once receivers have had their time', () => {
    const found = simulate({ ...usual, load: { perSecond: 150, seconds: 20, afterSeconds: 400 } })
    assert.equal(found.deferred, 0)
    assert.equal(found.waiting, 0)
    assert.equal(found.delivered + found.givenUp, found.arrived)
    near(found.givenUp, found.arrived * 0.009, 0.5, 'refused by receivers')
  })

  it('gives the same figures for the same seed, and others for another', () => {
    const told = (seed: number): string => JSON.stringify(simulate({ ...usual, seed }))
    assert.equal(told(7), told(7))
    assert.notEqual(told(7), told(8))
  })

  it("keeps to an address's limits in every second, whatever waits for it", () => {
    const strict = { ...usual.groups[1]!, share: 1 }
    for (const machines of [[1], [2, 2, 2]]) {
      const load = { perSecond: 100, seconds: 20, afterSeconds: 20 }
      const found = simulate({ ...usual, machines, groups: [strict], load })
      for (const { lane, busiest, peakConnections } of found.lanes) {
        assert.ok(busiest <= 10 && busiest >= 9, `${lane}: ${busiest} in a second`)
        assert.ok(peakConnections <= 5, `${lane}: ${peakConnections} connections`)
      }
    }
  })

  it('holds calls while the database fails over, and loses none of them', () => {
    const failover = { at: 10, seconds: 4 }
    const calm = simulate(usual)
    const found = simulate({ ...usual, events: { failover } })
    assert.equal(found.turnedAway, 0)
    assert.ok(found.accepts.maxMs >= 4_000, `${found.accepts.maxMs} ms`)
    assert.ok(calm.accepts.maxMs < 1_000, `${calm.accepts.maxMs} ms`)
  })

  it('turns calls away that waited half a minute for the database', () => {
    const found = simulate({ ...usual, events: { failover: { at: 2, seconds: 60 } } })
    assert.ok(found.turnedAway > 0)
    assert.ok(found.accepts.maxMs < 32_000, `${found.accepts.maxMs} ms`)
  })

  it('brings back what a dead machine had in hand when the leases have run out', () => {
    const load = { perSecond: 150, seconds: 20, afterSeconds: 400 }
    const found = simulate({ ...usual, load, events: { death: { at: 10, noticedAfter: 2 } } })
    assert.ok(found.turnedAway > 0, 'calls to a dead machine')
    assert.ok(found.uncertain > 0, 'handed over and not written down')
    assert.equal(found.waiting, 0)
    assert.equal(found.delivered + found.givenUp + found.turnedAway, found.arrived)
  })

  it('commits less often for each email the more of them come, and more often with more nodes', () => {
    const load = { callers: 96, emails: 4_000 }
    const groups = [{ ...usual.groups[0]!, deferred: 0, refused: 0 }]
    const per = (machines: number[], callers = 96): number =>
      simulate({ ...usual, groups, machines, load: { ...load, callers } }).transactions / 4_000
    const [one, four, few] = [per([1]), per([1, 1, 1, 1]), per([1], 4)]
    assert.ok(four > 1.5 * one, `${four} with four nodes, ${one} with one`)
    assert.ok(few > 1.5 * one, `${few} with four callers, ${one} with 96`)
  })

  it('has nodes wait for the row of one account that sends everything', () => {
    const log = { flushMs: 5, bytesPerMs: 100_000, standbyMs: 5 }
    const at = (accounts: number[]): Outcome =>
      simulate({ ...usual, log, machines: [2, 2, 2], accounts })
    const many = Array.from({ length: 5_000 }, () => 1)
    const [hot, spread] = [at([1]), at(many)]
    assert.ok(hot.use.hottestRow > 10 * spread.use.hottestRow)
    assert.ok(hot.accepts.meanMs > spread.accepts.meanMs)
  })
})

describe('a fit', () => {
  it('finds what a transaction and an email cost', () => {
    const points = [
      [1_000, 1_000],
      [200, 1_000],
      [40, 4_000],
    ].map(([transactions, emails]) => ({
      transactions: transactions!,
      emails: emails!,
      took: 0.7 * transactions! + 0.25 * emails!,
    }))
    const { perTransaction, perEmail } = lineThrough(points)
    near(perTransaction, 0.7, 1e-9, 'a transaction')
    near(perEmail, 0.25, 1e-9, 'an email')
  })

  it('lets nothing cost less than nothing', () => {
    const points = [
      { transactions: 1_000, emails: 1_000, took: 100 },
      { transactions: 10, emails: 1_000, took: 200 },
    ]
    const found = lineThrough(points)
    assert.ok(found.perTransaction >= 0 && found.perEmail > 0, JSON.stringify(found))
  })
})
