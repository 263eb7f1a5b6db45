/**
 * Keeping within what a destination will take. A group is a set of MX hosts. Each has limits from
 * the shaping data and a *factor* between 0.05 and 1 that its own replies move: a reply that asks to
 * slow down (421, 450 4.7.x …) halves it, quiet minutes and successes bring it back. When most
 * replies of a minute ask for it the group is *paused*, longer each time in a row; the timeline says
 * until when and why. A group also has a bounded number of emails in hand, so that a slow or silent
 * destination never fills the node: what does not fit is put back and the others go on.
 */
import type { World } from '#kernel/world/world.ts'
import type { KeptReply } from './outcome.ts'
import type { Provider } from './providers.ts'
import type { Limits, Shaping } from './shaping.ts'

export type Admission =
  | { readonly kind: 'go'; readonly limits: Limits }
  /** Not now: full, or its turn has not come. Nothing the sender needs to hear of. */
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

export interface Shaper {
  /** Asks for a place; whoever gets `go` must call `leave` at the end. */
  enter(group: string, provider: Provider): Admission
  /** Gives the place back with what the server said. */
  leave(group: string, answer: { slow: boolean; delivered: boolean; words: KeptReply | null }): void
  status(): GroupStatus[]
}

interface Group {
  readonly provider: Provider
  factor: number
  inHand: number
  nextTurn: number
  pausedUntil: number
  pausesInARow: number
  windowStart: number
  slowReplies: number
  replies: number
  lastSlowAt: number
  lastSlow: KeptReply | null
  recoveredAt: number
  crowdedMs: number
  lastDeliveredAt: number
}

const minFactor = 0.05
const windowMs = 60_000
/** Slow replies in a window that pause the group, and the share of all replies they must be. */
const pauseReplies = 5
const pauseShare = 0.3
const firstPauseMs = 60_000
const longestPauseMs = 30 * 60_000
const recoverEveryMs = 60_000
const recoverStep = 0.1
const successStep = 0.005
/** Emails in hand per connection: enough that a connection never waits for the database. */
const inHandPerConnection = 4
/** Where nothing was delivered for so long, one: they may stay in hand until a silent server's end. */
const knownMs = 10 * 60_000
/** A group that delivered within this is well; it may take this share of the node. */
const wellMs = 5_000
const wellShare = 0.75
const firstCrowdedMs = 500
const longestCrowdedMs = 30_000
/** A group without a rate gets one while it is slowed: its factor of this many per second. */
const unlimitedPerSecond = 50
const maxGroups = 20_000

interface ShaperSetup {
  /** Emails in hand at a time on this node. */
  readonly capacity: number
  /** How many nodes deliver at the moment: each takes its share of the limits. */
  readonly nodes: () => number
}

export function createShaper(
  world: Pick<World, 'clock' | 'random'>,
  shaping: Shaping,
  setup: ShaperSetup,
): Shaper {
  const groups = new Map<string, Group>()

  const groupOf = (key: string, provider: Provider): Group => {
    let group = groups.get(key)
    if (!group) {
      if (groups.size >= maxGroups) forgetIdle(groups)
      group = newGroup(provider, world.clock.now())
      groups.set(key, group)
    }
    return group
  }

  /** A group that delivers may have most of the node; one that does not, little. */
  const roomOf = (group: Group, limits: Limits, now: number): number => {
    const isKnown = now - group.lastDeliveredAt < knownMs
    const least = limits.connections * (isKnown ? inHandPerConnection : 1)
    const isWell = group.factor >= 1 && now - group.lastDeliveredAt < wellMs
    return isWell ? Math.max(least, Math.floor(setup.capacity * wellShare)) : least
  }

  return {
    enter(key, provider) {
      const now = world.clock.now()
      const group = groupOf(key, provider)
      recover(group, now)
      if (group.pausedUntil > now) {
        // Not all at once at the end of the pause.
        const until = group.pausedUntil + Math.floor(world.random.uniform() * 10_000)
        return { kind: 'paused', until, because: group.lastSlow }
      }
      const limits = shareOf(shaping[provider], group.factor, setup.nodes())
      if (group.inHand >= roomOf(group, limits, now)) {
        group.crowdedMs = Math.min(
          longestCrowdedMs,
          Math.max(firstCrowdedMs, group.crowdedMs * 1.05),
        )
        return { kind: 'later', until: now + group.crowdedMs * (0.5 + world.random.uniform()) }
      }
      const turn = turnOf(group, limits, now)
      if (turn > now) return { kind: 'later', until: turn }
      group.inHand++
      return { kind: 'go', limits }
    },
    leave(key, answer) {
      const group = groups.get(key)
      if (!group) return
      group.inHand = Math.max(0, group.inHand - 1)
      group.crowdedMs = Math.max(firstCrowdedMs, group.crowdedMs * 0.9)
      note(group, answer, world.clock.now())
    },
    status: () =>
      [...groups].map(([key, group]) => ({
        group: key,
        provider: group.provider,
        factor: group.factor,
        inHand: group.inHand,
        pausedUntil: group.pausedUntil > world.clock.now() ? group.pausedUntil : null,
        slowReplies: group.slowReplies,
        replies: group.replies,
      })),
  }
}

function newGroup(provider: Provider, now: number): Group {
  return {
    provider,
    factor: 1,
    inHand: 0,
    nextTurn: 0,
    pausedUntil: 0,
    pausesInARow: 0,
    windowStart: now,
    slowReplies: 0,
    replies: 0,
    lastSlowAt: 0,
    lastSlow: null,
    recoveredAt: now,
    crowdedMs: firstCrowdedMs,
    lastDeliveredAt: Number.NEGATIVE_INFINITY,
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

/** Takes the next turn of the group's rate if it has come; else says when it comes. */
function turnOf(group: Group, limits: Limits, now: number): number {
  if (limits.perSecond === 0) return now
  const interval = 1000 / limits.perSecond
  // A second's worth may go at once after a rest.
  const earliest = now - 1000
  if (group.nextTurn > now) return Math.ceil(group.nextTurn)
  group.nextTurn = Math.max(group.nextTurn, earliest) + interval
  return now
}

function note(
  group: Group,
  answer: { slow: boolean; delivered: boolean; words: KeptReply | null },
  now: number,
): void {
  if (now - group.windowStart > windowMs) {
    group.windowStart = now
    group.slowReplies = 0
    group.replies = 0
  }
  group.replies++
  if (answer.delivered) {
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
    group.pausedUntil = now + Math.min(longestPauseMs, firstPauseMs * 2 ** group.pausesInARow)
    group.pausesInARow = Math.min(group.pausesInARow + 1, 10)
    group.windowStart = now
    group.slowReplies = 0
    group.replies = 0
  }
}

/** Quiet time brings the factor back step by step. */
function recover(group: Group, now: number): void {
  if (group.factor >= 1) {
    group.recoveredAt = now
    return
  }
  const since = Math.max(group.recoveredAt, group.lastSlowAt)
  const steps = Math.floor((now - since) / recoverEveryMs)
  if (steps <= 0) return
  group.factor = Math.min(1, group.factor + steps * recoverStep)
  group.recoveredAt = now
}

/** Groups that nobody writes to and that owe nothing. */
function forgetIdle(groups: Map<string, Group>): void {
  for (const [key, group] of groups) {
    if (group.inHand === 0 && group.factor >= 1) groups.delete(key)
  }
}
