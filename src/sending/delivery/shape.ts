/**
 * Keeping within what a destination will take. A group is a set of MX hosts. Each has limits from
 * the shaping data and a *factor* between 0.05 and 1 that its own replies move: a reply that asks to
 * slow down (421, 450 4.7.x …) halves it, quiet minutes and successes bring it back. When most
 * replies of a minute ask for it the group is *paused*, longer each time in a row; the timeline says
 * until when and why. A group also has a bounded number of emails in hand, which grows with what it
 * takes, so that a slow or silent destination never fills the node (destinations.ts).
 */
import type { World } from '#kernel/world/world.ts'
import type { KeptReply } from './outcome.ts'
import type { Provider } from './providers.ts'
import type { Limits, Shaping } from './shaping.ts'

export type Admission =
  /** In `waitMs`: its turn is reserved. */
  | { readonly kind: 'go'; readonly limits: Limits; readonly waitMs: number }
  /** Its turn is too far away to wait for it in hand. Nothing the sender needs to hear of. */
  | { readonly kind: 'later'; readonly until: number }
  /** The group is paused by its own replies. */
  | { readonly kind: 'paused'; readonly until: number; readonly because: KeptReply | null }

export interface GroupStatus {
  readonly group: string
  readonly provider: Provider
  readonly factor: number
  readonly inHand: number
  readonly pausedUntil: number | null
  readonly slowReplies: number
  readonly replies: number
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
  /** Asks for a place; whoever gets `go` must call `leave` at the end. */
  enter(group: string, provider: Provider, options?: { readonly isBulk?: boolean }): Admission
  /** Gives the place back with what the server said. */
  leave(group: string, answer: AttemptAnswer): void
  /** It has answered lately. */
  isProven(group: string): boolean
  /** Emails of a proven group in hand at a time. */
  roomOf(group: string): number
  status(): GroupStatus[]
}

interface Group {
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
const inHandPerConnection = 4
/** A group that has said nothing for so long is unproven. */
const provenMs = 10 * 60_000
/** A group that delivered within this is well; it may take this share of the node. */
const wellMs = 5_000
const wellShare = 0.75
/** A group that is well has so many seconds' worth of what it takes in hand. */
const secondsInHand = 0.5
const countMs = 500
/** Of a rate, so many seconds' worth wait for their turns in hand. */
const secondsOfTurns = 1.5
const maxTurnWaitMs = 5_000
/** So much worth of a rate may go at once after a rest. */
const restMs = 1_000
/** A group without a rate gets one while it is slowed: its factor of this many per second. */
const unlimitedPerSecond = 50
const maxGroups = 20_000

interface ShaperSetup {
  /** Emails in hand at a time on this node. */
  readonly capacity: number
  /** How many nodes deliver at the moment: each takes its share of the limits. */
  readonly nodes: () => number
  /** The part of a rate that bulk mail may have. */
  readonly bulkShare?: number
}

export function createShaper(
  world: Pick<World, 'clock' | 'random'>,
  shaping: Shaping,
  setup: ShaperSetup,
): Shaper {
  const groups = new Map<string, Group>()
  const { bulkShare = 1 } = setup

  const groupOf = (key: string, provider: Provider): Group => {
    let group = groups.get(key)
    if (!group) {
      if (groups.size >= maxGroups) forgetIdle(groups, world.clock.monotonic())
      group = newGroup(provider, world.clock.monotonic())
      groups.set(key, group)
    }
    return group
  }

  /** What others are told; in here a clock that is set changes nothing. */
  const timeOf = (moment: number): number =>
    Math.round(world.clock.now() + moment - world.clock.monotonic())
  const limitsOf = (group: Group): Limits =>
    shareOf(shaping[group.provider], group.factor, setup.nodes())

  return {
    enter(key, provider, { isBulk = false } = {}) {
      const now = world.clock.monotonic()
      const group = groupOf(key, provider)
      recover(group, now)
      if (group.pausedUntil > now) {
        // Not all at once at the end of the pause.
        const until = timeOf(group.pausedUntil) + Math.floor(world.random.uniform() * 10_000)
        return { kind: 'paused', until, because: group.lastSlow }
      }
      const limits = limitsOf(group)
      const turn = isBulk ? bulkTurnOf : turnOf
      const waitMs = turn(group, { ...limits, bulkShare }, now) - now
      if (waitMs > maxTurnWaitMs) return { kind: 'later', until: timeOf(now + waitMs) }
      group.inHand++
      return { kind: 'go', limits, waitMs }
    },
    leave(key, answer) {
      const group = groups.get(key)
      if (!group) return
      group.inHand = Math.max(0, group.inHand - 1)
      note(group, answer, world.clock.monotonic())
    },
    isProven(key) {
      const group = groups.get(key)
      return group !== undefined && world.clock.monotonic() - group.lastAnsweredAt < provenMs
    },
    roomOf(key) {
      const group = groups.get(key)
      if (!group) return 1
      return roomOf(group, limitsOf(group), setup.capacity, world.clock.monotonic())
    },
    status() {
      const now = world.clock.monotonic()
      return [...groups].map(([key, group]) => {
        // Quiet time brings it back, whether or not anything is written there meanwhile.
        recover(group, now)
        const { provider, factor, inHand, slowReplies, replies } = group
        const pausedUntil = group.pausedUntil > now ? timeOf(group.pausedUntil) : null
        return { group: key, provider, factor, inHand, pausedUntil, slowReplies, replies }
      })
    },
  }
}

/** A group that delivers may have most of the node, as far as it takes it; one that does not, little. */
function roomOf(group: Group, limits: Limits, capacity: number, now: number): number {
  const least = limits.connections * inHandPerConnection
  const isWell = group.factor >= 1 && now - group.lastDeliveredAt < wellMs
  const room = isWell
    ? Math.min(Math.floor(capacity * wellShare), Math.ceil(least + group.perSecond * secondsInHand))
    : least
  if (limits.perSecond === 0) return room
  return Math.min(room, Math.max(2, Math.ceil(limits.perSecond * secondsOfTurns)))
}

function newGroup(provider: Provider, now: number): Group {
  return {
    provider,
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

function shareOf(limits: Limits, factor: number, nodes: number): Limits {
  const share = factor / Math.max(1, nodes)
  const perSecond = limits.perSecond === 0 && factor < 1 ? unlimitedPerSecond : limits.perSecond
  return {
    connections: Math.max(1, Math.floor(limits.connections * share)),
    messages: limits.messages,
    perSecond: perSecond * share,
  }
}

type Rate = Pick<Limits, 'perSecond'> & { readonly bulkShare: number }

/**
 * Reserves the next turn of the group's rate; returns when it comes. Transactional mail waits behind
 * itself only: what it takes of the rate, bulk does without.
 */
function turnOf(group: Group, { perSecond }: Rate, now: number): number {
  if (perSecond === 0) return now
  const turn = Math.max(group.nextTurn, now - restMs)
  if (turn - now <= maxTurnWaitMs) {
    group.nextTurn = turn + 1000 / perSecond
    group.nextOfAll = Math.max(group.nextOfAll, now - restMs) + 1000 / perSecond
  }
  return Math.max(now, Math.ceil(turn))
}

/** The same for bulk mail: behind all that has had a turn, and at its part of the rate. */
function bulkTurnOf(group: Group, { perSecond, bulkShare }: Rate, now: number): number {
  if (perSecond === 0) return now
  const turn = Math.max(group.nextBulkTurn, group.nextOfAll, now - restMs)
  if (turn - now <= maxTurnWaitMs) {
    group.nextBulkTurn = turn + 1000 / (perSecond * bulkShare)
    group.nextOfAll = Math.max(group.nextOfAll, now - restMs) + 1000 / perSecond
  }
  return Math.max(now, Math.ceil(turn))
}

function note(group: Group, answer: AttemptAnswer, now: number): void {
  if (now - group.windowStart > windowMs) {
    group.windowStart = now
    group.slowReplies = 0
    group.replies = 0
  }
  group.replies++
  if (answer.answered !== null) {
    group.lastAnsweredAt = answer.answered ? now : Number.NEGATIVE_INFINITY
  }
  if (answer.delivered) {
    countDelivered(group, now)
    group.factor = Math.min(1, group.factor + successStep)
    group.pausesInARow = 0
    group.lastDeliveredAt = now
  }
  if (!answer.slow) return
  group.slowReplies++
  group.lastSlow = answer.words
  // Replies to emails that were under way together count once.
  if (now - group.lastSlowAt > 1_000) group.factor = Math.max(minFactor, group.factor / 2)
  group.lastSlowAt = now
  if (group.slowReplies >= pauseReplies && group.slowReplies >= group.replies * pauseShare) {
    group.pausedUntil = now + Math.min(maxPauseMs, firstPauseMs * 2 ** group.pausesInARow)
    group.pausesInARow = Math.min(group.pausesInARow + 1, 10)
    group.windowStart = now
    group.slowReplies = 0
    group.replies = 0
  }
}

/** How many it takes a second, of late. */
function countDelivered(group: Group, now: number): void {
  group.delivered++
  const ms = now - group.countedSince
  if (ms < countMs) return
  group.perSecond = (group.delivered * 1000) / ms
  group.delivered = 0
  group.countedSince = now
}

/** Quiet time brings the factor back step by step. */
function recover(group: Group, now: number): void {
  const since = Math.max(group.recoveredAt, group.lastSlowAt)
  const steps = Math.floor((now - since) / recoverEveryMs)
  if (steps === 0) return
  group.factor = Math.min(1, group.factor + steps * recoverStep)
  group.recoveredAt = now
}

/** Groups that nobody writes to and that owe nothing. */
function forgetIdle(groups: Map<string, Group>, now: number): void {
  for (const [key, group] of groups) {
    recover(group, now)
    if (group.inHand === 0 && group.factor >= 1) groups.delete(key)
  }
}
