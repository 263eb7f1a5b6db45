/**
 * Keeping within what a destination will take. A group is a set of MX hosts; a *lane* is a group and
 * the address that it is written to from. Each lane has limits from the shaping data, of which this
 * node has rented a part (rents.ts), and a *factor* between 0.05 and 1 that its own replies move: a
 * reply that asks to slow down (421, 450 4.7.x …) halves it, quiet minutes and successes bring it
 * back. When most replies of a minute ask for it the lane is *paused*, longer each time in a row;
 * the timeline says until when and why. A group also has a bounded number of emails in hand, which grows with what it
 * takes, so that a slow or silent destination never fills the node (destinations.ts).
 */
import { assert } from '#kernel/base/assert.ts'
import type { World } from '#kernel/world/world.ts'
import type { Provider } from '../events/provider.ts'
import type { KeptReply } from './outcome.ts'
import type { LaneRent } from './rents.ts'
import type { LanePause } from './rents-store.ts'
import type { Limits, Shaping } from './shaping.ts'

export type Admission =
  /** In `waitMs`: its turn is reserved. */
  | { readonly kind: 'go'; readonly limits: Limits; readonly waitMs: number }
  /** Its turn is too far away to wait for it in hand. Nothing the sender needs to hear of. */
  | { readonly kind: 'later'; readonly until: number }
  /** The group is paused by its own replies. */
  | { readonly kind: 'paused'; readonly until: number; readonly because: KeptReply | null }

export interface GroupStatus {
  /** Of a lane: its group, and the address it is written to from where the system does not choose it. */
  readonly key: string
  readonly group: string
  readonly provider: Provider
  readonly factor: number
  readonly inHand: number
  readonly pausedUntil: number | null
  readonly slowReplies: number
  readonly replies: number
  /** What it is slowed or paused for: the reply that asked for it last, and when. */
  readonly because?: LaneReason | null
}

interface LaneReason {
  readonly words: string
  /** Ms since 1970. */
  readonly at: number
}

/** What became of an email that had a place. */
export interface AttemptAnswer {
  /** A server has said something (true), or nothing in time (false); null says nothing of either. */
  readonly answered: boolean | null
  /** It asked to slow down. */
  readonly slow: boolean
  readonly delivered: boolean
  readonly words: KeptReply | null
}

export interface Shaper {
  /** The lane of a group from an address; undefined: the system chooses it. */
  laneOf(group: string, provider: Provider, address?: string): string
  /** Asks for a place in a lane; whoever gets `go` must call `leave` at the end. */
  enter(lane: string, options?: { readonly isBulk?: boolean }): Admission
  /** Gives the place back with what the server said. */
  leave(lane: string, answer: AttemptAnswer): void
  /** What this node may use of a lane at the moment. */
  limitsOf(lane: string): Limits
  /** Another node's replies have paused the lane. */
  pause(lane: string, pause: LanePause): void
  /** It has answered lately. */
  isProven(group: string): boolean
  /** Emails of a proven group in hand at a time. */
  roomOf(group: string): number
  status(): GroupStatus[]
}

interface Lane {
  readonly key: string
  readonly group: string
  readonly provider: Provider
  factor: number
  inHand: number
  nextTurn: number
  /** Of bulk mail, whose turns are its part of the rate. */
  nextBulkTurn: number
  /** When the rate allows one more, of whichever kind. */
  nextOfAll: number
  pausedUntil: number
  pausesInARow: number
  windowStart: number
  slowReplies: number
  replies: number
  lastSlowAt: number
  lastSlow: KeptReply | null
  recoveredAt: number
  lastAnsweredAt: number
  lastDeliveredAt: number
  /** Deliveries since `countedSince`, and per second before it. */
  delivered: number
  countedSince: number
  perSecond: number
}

const minFactor = 0.05
const windowMs = 60_000
/** Slow replies in a window that pause the group, and the share of all replies they must be. */
const pauseReplies = 5
const pauseShare = 0.3
const firstPauseMs = 60_000
const maxPauseMs = 30 * 60_000
const recoverEveryMs = 60_000
const recoverStep = 0.1
const successStep = 0.005
/** Emails in hand per connection: enough that a connection never waits for the database. */
export const inHandPerConnection = 4
/** A group that has said nothing for so long is unproven. */
const provenMs = 10 * 60_000
/** A group that delivered within this is well; it may take this share of the node. */
const wellMs = 5_000
export const wellShare = 0.75
/** A group that is well has so many seconds' worth of what it takes in hand. */
export const secondsInHand = 0.5
const countMs = 500
/** Of a rate, so many seconds' worth wait for their turns in hand. */
export const secondsOfTurns = 1.5
const maxTurnWaitMs = 5_000
/** A turn so far away says that mail waits for the rate. */
const backlogMs = 1_000
/** Of a rate that others have all of at the moment. */
const minPerSecond = 0.01
/** A group without a rate gets one while it is slowed: its factor of this many per second. */
const unlimitedPerSecond = 50
const maxGroups = 20_000

/** What the shaper asks of what is rented, and tells it. */
export interface LaneRents {
  partOf(lane: string): LaneRent | null
  isShut(lane: string): boolean
  waits(lane: string): void
  pause(lane: string, pause: LanePause): void
}

interface ShaperSetup {
  /** Emails in hand at a time on this node. */
  readonly capacity: number
  readonly rents: LaneRents
  /** The part of a rate that bulk mail may have. */
  readonly bulkShare?: number
}

export function createShaper(
  world: Pick<World, 'clock' | 'random'>,
  shaping: Shaping,
  setup: ShaperSetup,
): Shaper {
  return new LaneShaper(world, shaping, setup)
}

class LaneShaper implements Shaper {
  readonly #world: Pick<World, 'clock' | 'random'>
  readonly #shaping: Shaping
  readonly #setup: ShaperSetup
  readonly #lanes = new Map<string, Lane>()
  readonly #lanesOf = new Map<string, Set<Lane>>()

  constructor(world: Pick<World, 'clock' | 'random'>, shaping: Shaping, setup: ShaperSetup) {
    this.#world = world
    this.#shaping = shaping
    this.#setup = setup
  }

  get #now(): number {
    return this.#world.clock.monotonic()
  }

  laneOf(group: string, provider: Provider, address?: string): string {
    const key = address === undefined ? group : `${group} from ${address}`
    if (this.#lanes.has(key)) return key
    if (this.#lanes.size >= maxGroups) this.#forgetIdle()
    const lane = newLane({ key, group, provider }, this.#now)
    this.#lanes.set(key, lane)
    this.#lanesOf.set(group, (this.#lanesOf.get(group) ?? new Set()).add(lane))
    return key
  }

  enter(key: string, { isBulk = false } = {}): Admission {
    const now = this.#now
    const lane = this.#known(key)
    recover(lane, now)
    if (lane.pausedUntil > now) {
      // Not all at once at the end of the pause.
      const spread = Math.floor(this.#world.random.uniform() * 10_000)
      const until = this.#timeOf(lane.pausedUntil) + spread
      return { kind: 'paused', until, because: lane.lastSlow }
    }
    const limits = this.#limitsIn(lane)
    const { bulkShare = 1, rents } = this.#setup
    const turn = isBulk ? bulkTurnOf : turnOf
    const waitMs = turn(lane, { ...limits, bulkShare }, now) - now
    if (waitMs > backlogMs) rents.waits(key)
    if (waitMs > maxTurnWaitMs) return { kind: 'later', until: this.#timeOf(now + waitMs) }
    lane.inHand++
    return { kind: 'go', limits, waitMs }
  }

  leave(key: string, answer: AttemptAnswer): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    lane.inHand = Math.max(0, lane.inHand - 1)
    const wasPaused = lane.pausedUntil
    note(lane, answer, this.#now)
    if (lane.pausedUntil === wasPaused) return
    const until = this.#timeOf(lane.pausedUntil)
    this.#setup.rents.pause(key, { until, because: lane.lastSlow })
  }

  limitsOf(key: string): Limits {
    return this.#limitsIn(this.#known(key))
  }

  pause(key: string, { until, because }: LanePause): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    const forMs = Math.min(maxPauseMs, until - this.#world.clock.now())
    lane.pausedUntil = Math.max(lane.pausedUntil, this.#now + forMs)
    lane.lastSlow = because
  }

  isProven(group: string): boolean {
    for (const { lastAnsweredAt } of this.#lanesOf.get(group) ?? []) {
      if (this.#now - lastAnsweredAt < provenMs) return true
    }
    return false
  }

  roomOf(group: string): number {
    const lanes = this.#lanesOf.get(group)
    if (!lanes) return 1
    const { rents, capacity } = this.#setup
    let room = 0
    for (const lane of lanes) {
      if (!rents.isShut(lane.key)) room += roomOf(lane, this.#limitsIn(lane), capacity, this.#now)
    }
    return room
  }

  status(): GroupStatus[] {
    const now = this.#now
    return [...this.#lanes].map(([key, lane]) => {
      // Quiet time brings it back, whether or not anything is written there meanwhile.
      recover(lane, now)
      const { group, provider, factor, inHand, slowReplies, replies } = lane
      const pausedUntil = lane.pausedUntil > now ? this.#timeOf(lane.pausedUntil) : null
      const because = pausedUntil !== null || factor < 1 ? this.#reasonOf(lane) : null
      return { key, group, provider, factor, inHand, pausedUntil, slowReplies, replies, because }
    })
  }

  #reasonOf({ lastSlow, lastSlowAt }: Lane): LaneReason | null {
    if (lastSlow === null) return null
    // Told of by another node: then nothing was said here.
    const at = Number.isFinite(lastSlowAt) ? this.#timeOf(lastSlowAt) : this.#world.clock.now()
    return {
      words: [lastSlow.code, lastSlow.enhanced, lastSlow.text].filter(Boolean).join(' '),
      at,
    }
  }

  /** What others are told; in here a clock that is set changes nothing. */
  #timeOf(moment: number): number {
    const { clock } = this.#world
    return Math.round(clock.now() + moment - clock.monotonic())
  }

  #limitsIn(lane: Lane): Limits {
    return partOf(this.#shaping[lane.provider], lane.factor, this.#setup.rents.partOf(lane.key))
  }

  #known(key: string): Lane {
    const lane = this.#lanes.get(key)
    assert(lane, 'whoever enters a lane has asked for it')
    return lane
  }

  /** Lanes that nobody writes to and that owe nothing. */
  #forgetIdle(): void {
    for (const lane of this.#lanes.values()) {
      recover(lane, this.#now)
      if (lane.inHand > 0 || lane.factor < 1 || lane.pausedUntil > this.#now) continue
      this.#lanes.delete(lane.key)
      const others = this.#lanesOf.get(lane.group)!
      others.delete(lane)
      if (others.size === 0) this.#lanesOf.delete(lane.group)
    }
  }
}

/** A group that delivers may have most of the node, as far as it takes it; one that does not, little. */
function roomOf(lane: Lane, limits: Limits, capacity: number, now: number): number {
  const min = limits.connections * inHandPerConnection
  const isWell = lane.factor >= 1 && now - lane.lastDeliveredAt < wellMs
  const room = isWell
    ? Math.min(Math.floor(capacity * wellShare), Math.ceil(min + lane.perSecond * secondsInHand))
    : min
  if (limits.perSecond === 0) return room
  return Math.min(room, Math.max(2, Math.ceil(limits.perSecond * secondsOfTurns)))
}

function newLane(of: Pick<Lane, 'key' | 'group' | 'provider'>, now: number): Lane {
  return {
    ...of,
    factor: 1,
    inHand: 0,
    nextTurn: 0,
    nextBulkTurn: 0,
    nextOfAll: 0,
    pausedUntil: 0,
    pausesInARow: 0,
    windowStart: now,
    slowReplies: 0,
    replies: 0,
    lastSlowAt: Number.NEGATIVE_INFINITY,
    lastSlow: null,
    recoveredAt: now,
    lastAnsweredAt: Number.NEGATIVE_INFINITY,
    lastDeliveredAt: Number.NEGATIVE_INFINITY,
    delivered: 0,
    countedSince: now,
    perSecond: 0,
  }
}

/** Of the limits what this node has rented; before it has asked, as if all were its. */
function partOf(limits: Limits, factor: number, rented: LaneRent | null): Limits {
  const { connections = limits.connections } = rented ?? {}
  const share = connections / limits.connections
  const own = rented === null ? limits.perSecond : rented.perSecond
  const slowed = factor < 1 ? unlimitedPerSecond * share : 0
  return {
    connections: connections === 0 ? 0 : Math.max(1, Math.floor(connections * factor)),
    messages: limits.messages,
    perSecond: (own === null ? minPerSecond : own === 0 ? slowed : own) * factor,
  }
}

type Rate = Pick<Limits, 'perSecond'> & { readonly bulkShare: number }

/**
 * Reserves the next turn of the group's rate; returns when it comes. Transactional mail waits behind
 * itself only: what it takes of the rate, bulk does without.
 */
function turnOf(lane: Lane, { perSecond }: Rate, now: number): number {
  if (perSecond === 0) return now
  const turn = Math.max(lane.nextTurn, now)
  if (turn - now <= maxTurnWaitMs) {
    lane.nextTurn = turn + 1000 / perSecond
    lane.nextOfAll = Math.max(lane.nextOfAll, now) + 1000 / perSecond
  }
  return Math.max(now, Math.ceil(turn))
}

/** The same for bulk mail: behind all that has had a turn, and at its part of the rate. */
function bulkTurnOf(lane: Lane, { perSecond, bulkShare }: Rate, now: number): number {
  if (perSecond === 0) return now
  const turn = Math.max(lane.nextBulkTurn, lane.nextOfAll, now)
  if (turn - now <= maxTurnWaitMs) {
    lane.nextBulkTurn = turn + 1000 / (perSecond * bulkShare)
    lane.nextOfAll = Math.max(lane.nextOfAll, now) + 1000 / perSecond
  }
  return Math.max(now, Math.ceil(turn))
}

function note(lane: Lane, answer: AttemptAnswer, now: number): void {
  if (now - lane.windowStart > windowMs) {
    lane.windowStart = now
    lane.slowReplies = 0
    lane.replies = 0
  }
  lane.replies++
  if (answer.answered !== null) {
    lane.lastAnsweredAt = answer.answered ? now : Number.NEGATIVE_INFINITY
  }
  if (answer.delivered) {
    countDelivered(lane, now)
    lane.factor = Math.min(1, lane.factor + successStep)
    lane.pausesInARow = 0
    lane.lastDeliveredAt = now
  }
  if (!answer.slow) return
  lane.slowReplies++
  lane.lastSlow = answer.words
  // Replies to emails that were under way together count once.
  if (now - lane.lastSlowAt > 1_000) lane.factor = Math.max(minFactor, lane.factor / 2)
  lane.lastSlowAt = now
  if (lane.slowReplies >= pauseReplies && lane.slowReplies >= lane.replies * pauseShare) {
    lane.pausedUntil = now + Math.min(maxPauseMs, firstPauseMs * 2 ** lane.pausesInARow)
    lane.pausesInARow = Math.min(lane.pausesInARow + 1, 10)
    lane.windowStart = now
    lane.slowReplies = 0
    lane.replies = 0
  }
}

/** How many it takes a second, of late. */
function countDelivered(lane: Lane, now: number): void {
  lane.delivered++
  const ms = now - lane.countedSince
  if (ms < countMs) return
  lane.perSecond = (lane.delivered * 1000) / ms
  lane.delivered = 0
  lane.countedSince = now
}

/** Quiet time brings the factor back step by step. */
function recover(lane: Lane, now: number): void {
  const since = Math.max(lane.recoveredAt, lane.lastSlowAt)
  const steps = Math.floor((now - since) / recoverEveryMs)
  if (steps === 0) return
  lane.factor = Math.min(1, lane.factor + steps * recoverStep)
  lane.recoveredAt = now
}
