/**
 * The calls that a key may make (docs/contract.md#the-rate): at most `rate` in any second, over all
 * nodes. The times of the calls are kept in the database, one row per key; calls of all keys that
 * wait at the same moment share a statement.
 *
 * Two things make it cheap without making it wrong. A refusal is remembered here until the window
 * has room again, since only time makes room: a flood costs the database nothing. And a key of more
 * than 200 a second takes calls in blocks, each to be used within 50 ms and counted as if all of it
 * were used at their end, so that no second ever holds more than the rate; it may hold up to 5 % less.
 * A block is a little smaller than what 50 ms have needed lately, so that it is used up.
 *
 * The window is 25 ms longer than the second, so that whoever measures at the far end of a network
 * that jitters sees no second too full. A call that falls into those 25 ms waits them out instead of
 * being refused: waiting exactly Retry-After succeeds.
 *
 * A call counts where it arrives. One that has waited for the database longer than the window is
 * judged by the arrivals that waited here, whoever else calls now.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { deleteOldWindows, grantCalls, type RateRequest } from './rate-store.ts'

export interface RateAnswer {
  readonly granted: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until there is more room. */
  readonly resetSeconds: number
}

/** One call, however often it asks while the database is away. */
interface Arrival {
  /** Monotonic. */
  readonly at: number
  isGranted?: boolean
}

export interface Rate {
  /** Counts a call of the key, or refuses it; a promise only where the database must be asked. */
  take(keyId: Uuid, rate: number, arrival?: Arrival): RateAnswer | Promise<RateAnswer>
  /** What is known here, without counting. */
  glance(keyId: Uuid, rate: number): RateAnswer
}

const slackMs = 25
const windowMs = 1000 + slackMs
/** Clocks of nodes may differ by less than this. */
const skewMs = 5000
/** Above this rate, calls are taken in blocks. */
const exactUpTo = 200
const blocksPerWindow = 20
const blockMs = 50
/** The window is longer than a second by the slack already, so a block's end counts from there. */
const holdMs = blockMs - slackMs
/** The part of the recent need that is taken ahead: what expires unused is lost to the key. */
const aheadOfNeed = 0.8
const maxKept = 20_000
/**
 * What a key without a limit announces: more than an installation can answer, so true, and a client
 * that slows down by these headers does not.
 */
const unlimited = 1_000_000

interface KnownRate {
  /** Calls of a block that are left, and until when (monotonic). */
  left: number
  leftUntil: number
  /** No room before this (monotonic). */
  fullUntil: number
  remaining: number
  /** Calls granted since the database was last asked, and when that was (monotonic). */
  used: number
  askedAt: number
  /** Arrivals of calls that were judged late (monotonic). */
  late: number[]
}

type RateWorld = Pick<World, 'db' | 'clock'>

interface Taking {
  readonly keyId: Uuid
  readonly rate: number
  readonly arrival: Arrival
}

/** One per service: a key's calls over all ways in count together. */
export const sharedRate: Part<Rate, RateWorld> = { name: 'rate limiter', make: createRate }

/** A rate of 0 is no limit. */
export function createRate(world: RateWorld): Rate {
  const known = new Map<Uuid, KnownRate>()
  const knownOf = (keyId: Uuid, rate: number): KnownRate => {
    let one = known.get(keyId)
    if (!one) {
      if (known.size >= maxKept) known.clear()
      one = { left: 0, leftUntil: 0, fullUntil: 0, remaining: rate, used: 0, askedAt: 0, late: [] }
      known.set(keyId, one)
    }
    return one
  }
  // One statement at a time: what waits meanwhile shares the next, and its block.
  const batcher = createBatcher<Taking, boolean>({
    slots: 1,
    max: 1000,
    clock: world.clock,
    run: calls => takeTogether(world, calls, knownOf),
  })

  const takeAtOnce = (keyId: Uuid, rate: number): boolean =>
    useBlock(knownOf(keyId, rate), world.clock.monotonic())

  const ask = async ({ keyId, rate, arrival }: Taking): Promise<boolean> => {
    const isLate = world.clock.monotonic() - arrival.at >= windowMs
    if (!isLate && isFull(knownOf(keyId, rate))) return false
    arrival.isGranted = (await batcher.add({ keyId, rate, arrival })) || arrival.isGranted === true
    return arrival.isGranted
  }

  async function askOrWait(call: Taking): Promise<RateAnswer> {
    const { keyId, rate } = call
    if (await ask(call)) return answer(true, keyId, rate)
    const waitMs = knownOf(keyId, rate).fullUntil - world.clock.monotonic()
    if (waitMs > slackMs) return answer(false, keyId, rate)
    if (waitMs > 0) await world.clock.sleep(Math.ceil(waitMs))
    return answer(takeAtOnce(keyId, rate) || (await ask(call)), keyId, rate)
  }

  const isFull = (one: KnownRate): boolean => world.clock.monotonic() < one.fullUntil

  function answer(granted: boolean, keyId: Uuid, rate: number): RateAnswer {
    const one = knownOf(keyId, rate)
    const waitMs = one.fullUntil - world.clock.monotonic() - slackMs
    return {
      granted,
      limit: rate,
      remaining: granted ? Math.max(0, Math.min(one.remaining, rate - 1)) : 0,
      resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    }
  }

  return {
    take(keyId, rate, arrival = { at: world.clock.monotonic() }) {
      if (rate === 0) return withoutLimit
      if (arrival.isGranted === true || takeAtOnce(keyId, rate)) return answer(true, keyId, rate)
      return askOrWait({ keyId, rate, arrival })
    },
    glance(keyId, rate) {
      if (rate === 0) return withoutLimit
      const one = known.get(keyId)
      const remaining = one === undefined ? rate : isFull(one) ? 0 : one.remaining
      return { granted: true, limit: rate, remaining, resetSeconds: 1 }
    },
  }
}

const withoutLimit: RateAnswer = {
  granted: true,
  limit: unlimited,
  remaining: unlimited - 1,
  resetSeconds: 1,
}

/** Takes a call from the block in hand. */
function useBlock(one: KnownRate, monotonic: number): boolean {
  if (one.left === 0 || monotonic >= one.leftUntil) return false
  one.left--
  one.used++
  if (one.remaining > 0) one.remaining--
  return true
}

/** No call waits as long for the database. */
const maxWaitMs = 60_000

/** Counts a call that arrived more than a window ago among those that did, in whatever order. */
function takeLate(one: KnownRate, { rate, arrival }: Taking): boolean {
  one.late = one.late.filter(at => at > arrival.at - maxWaitMs)
  const before = one.late.filter(at => at > arrival.at - windowMs && at <= arrival.at)
  if (before.length >= rate) return false
  one.late.push(arrival.at)
  arrival.isGranted = true
  return true
}

async function takeTogether(
  world: RateWorld,
  calls: readonly Taking[],
  knownOf: (keyId: Uuid, rate: number) => KnownRate,
): Promise<boolean[]> {
  // Before the question: a block counts from here, so that it is never used after its end.
  const start = world.clock.monotonic()
  const answers = new Map<Taking, boolean>()
  const asking = new Map<Uuid, Taking[]>()
  for (const call of calls) {
    const one = knownOf(call.keyId, call.rate)
    if (call.arrival.isGranted === true) answers.set(call, true)
    else if (start - call.arrival.at >= windowMs) answers.set(call, takeLate(one, call))
    else if (useBlock(one, start)) answers.set(call, true)
    else if (start < one.fullUntil) answers.set(call, false)
    else
      asking
        .set(call.keyId, asking.get(call.keyId) ?? [])
        .get(call.keyId)!
        .push(call)
  }
  if (asking.size > 0) {
    const asked = [...asking.values()].map(([call, ...rest]) => {
      const one = knownOf(call!.keyId, call!.rate)
      return ask(call!, rest.length + 1, need(one, start))
    })
    const options = { now: world.clock.now(), windowMs, skewMs }
    const granted = await grantCalls(world.db, asked, options)
    for (const [keyId, mine] of asking) {
      const { rate } = mine[0]!
      const { granted: count, used, freesInMs } = granted.get(keyId)!
      const one = knownOf(keyId, rate)
      const room = Math.max(0, rate - used)
      for (const [i, call] of mine.entries()) answers.set(call, i < count)
      one.left = Math.max(0, count - mine.length)
      one.leftUntil = start + blockMs
      one.used = Math.min(count, mine.length)
      one.askedAt = start
      one.remaining = room + one.left
      // Measured from after the answer: late rather than early.
      one.fullUntil = room === 0 && one.left === 0 ? world.clock.monotonic() + freesInMs : 0
    }
  }
  return calls.map(call => answers.get(call)!)
}

/** Calls that `blockMs` have needed since the database was last asked. */
function need({ used, askedAt }: KnownRate, monotonic: number): number {
  return (used * blockMs) / Math.max(1, monotonic - askedAt)
}

function ask({ keyId, rate }: Taking, waiting: number, needed: number): RateRequest {
  if (rate <= exactUpTo) return { keyId, rate, wanted: waiting, holdMs: 0 }
  const block = Math.min(Math.ceil(rate / blocksPerWindow), Math.floor(needed * aheadOfNeed))
  return { keyId, rate, wanted: Math.max(block, waiting), holdMs }
}

const windowRetentionMs = dayMs

/** Forgets keys that have not called for a day; for the hourly job. */
export function forgetOldWindows(world: RateWorld): Promise<void> {
  return deleteOldWindows(world.db, world.clock.now() - windowRetentionMs)
}
