/**
 * What this node may use of the limits of each *lane* (a group of servers and the address it is
 * written to from), so that all nodes together keep within them. Parts are rented in the database
 * (rent-division.ts) for ten seconds, many lanes in one statement: the first email for a lane waits
 * for one round trip, those after it for none. While a lane is in use a round a second reads what
 * the others hold, gives back what they want, takes what is free, and learns of pauses. A part that
 * could not be renewed is not used any more when it ends: nobody else takes it before.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Timer, World } from '#kernel/world/world.ts'
import { gapMs, type LaneRate, Pace, unevenMs } from './pace.ts'
import {
  divide,
  isLive,
  type LaneLimits,
  type LimitPart,
  laneLimitsOf,
  type Parts,
  rentMs,
} from './rent-division.ts'
import {
  deleteLanesBefore,
  type LanePause,
  type LaneRow,
  type LaneWrite,
  selectLanes,
  writeLanes,
} from './rents-store.ts'
import type { Limits } from './shaping.ts'

/** What this node has of a lane at the moment. */
export interface LaneRent {
  readonly connections: number
  /** Emails per second; 0: as fast as the connections carry; null: none for now. */
  readonly perSecond: number | null
}

export interface Rents {
  /** An email of the lane is in hand. True once there is a part for it, false where none came. */
  enter(lane: string, limits: Limits): true | Promise<boolean>
  leave(lane: string): void
  /** Null where it has not been asked for, or has ended. */
  partOf(lane: string): LaneRent | null
  /** All of it is others': there is no room for its mail here for the moment. */
  isShut(lane: string): boolean
  /** Mail of the lane waits for its rate. */
  waits(lane: string): void
  /** One more connection is wanted than are open. */
  isShort(lane: string): void
  /** Tells the other nodes. */
  pause(lane: string, pause: LanePause): void
  /** The distances of a lane that is in hand: of messages begun, and of messages handed over. */
  paceOf(lane: string): { readonly begun: Pace; readonly handedOver: Pace }
  /** Gives all back. */
  stop(): Promise<void>
}

interface RentsSetup {
  /** Connections open at the moment. */
  readonly openOf: (lane: string) => number
  /** What this node has of a lane is more or less than before. */
  readonly onChange: (lane: string) => void
  /** There is a part again of a lane that was others'. */
  readonly onRoom: () => void
  readonly onPause: (lane: string, pause: LanePause) => void
}

interface Lane {
  readonly key: string
  readonly begun: Pace
  readonly handedOver: Pace
  limits: LaneLimits
  connections: number
  rate: number
  /** By the monotonic clock. */
  endsAt: number
  inHand: number
  peak: number
  peakBefore: number
  arrived: number
  arrivedBefore: number
  countedSince: number
  waitsUntil: number
  usedAt: number
  shutUntil: number
  /** What has been asked for last. */
  asked: number
  /** To be looked at in the next round, whatever else. */
  isDue: boolean
  isKnown: boolean
  /** Others want connections of it that are being closed. */
  isGivingBack: boolean
  pause: LanePause | null
  /** What others have given back of the rate, and when this node saw it. */
  changesSeen: ReadonlyMap<string, number>
  readonly waiting: Set<(isHeld: boolean) => void>
}

export const roundMs = 1_000
/** While mail in hand waits for a part, here or at a node that is to have one from here. */
export const hurriedMs = 250
/** After a round in which somebody else had written first. */
const againMs = 40
const countMs = 1_000
/** An email waits so long in hand for a part; others need a few seconds to give theirs back. */
const patienceMs = 6_000
const shutMs = 3_000
const waitsMs = 5_000
/** A lane that nobody uses is given back after so long where others want it. */
const restMs = 2_000
const maxRound = 1_000
const forgottenMs = 5 * 60_000

/** Rows of lanes that nobody has written to for a while. */
export const forgetLanes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> =>
  deleteLanesBefore(db, new Date(clock.now() - forgottenMs))

export function createRents(world: World, setup: RentsSetup): Rents {
  return new RentedLanes(world, setup)
}

class RentedLanes implements Rents {
  readonly #world: World
  readonly #setup: RentsSetup
  readonly #me: string
  readonly #lanes = new Map<string, Lane>()
  #isRunning = false
  #isWanted = false
  #isStopped = false
  #timer: Timer | null = null

  constructor(world: World, setup: RentsSetup) {
    this.#world = world
    this.#setup = setup
    this.#me = world.ids.next()
  }

  get #now(): number {
    return this.#world.clock.monotonic()
  }

  enter(key: string, limits: Limits): true | Promise<boolean> {
    const lane = this.#lanes.get(key) ?? this.#add(key, limits)
    const now = this.#now
    turnCounts(lane, now)
    lane.limits = laneLimitsOf(limits)
    lane.inHand++
    lane.arrived++
    lane.peak = Math.max(lane.peak, lane.inHand)
    lane.usedAt = now
    const isHeld = isUsable(lane, now)
    if (!isHeld || wantedConnections(lane, 0) > lane.asked) this.#look(lane)
    if (isHeld) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    lane.waiting.add(resolve)
    const patience = this.#world.clock.timer(patienceMs, () => {
      lane.waiting.delete(resolve)
      lane.shutUntil = this.#now + shutMs
      resolve(false)
    })
    return promise.finally(() => patience.cancel())
  }

  leave(key: string): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    lane.inHand = Math.max(0, lane.inHand - 1)
    lane.usedAt = this.#now
  }

  partOf(key: string): LaneRent | null {
    const lane = this.#lanes.get(key)
    if (!lane || lane.endsAt <= this.#now) return null
    return { connections: lane.connections, perSecond: perSecondOf(lane) }
  }

  isShut(key: string): boolean {
    const lane = this.#lanes.get(key)
    return lane !== undefined && lane.shutUntil > this.#now && !isUsable(lane, this.#now)
  }

  waits(key: string): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    const isNews = lane.waitsUntil <= this.#now
    lane.waitsUntil = this.#now + waitsMs
    if (isNews) this.#look(lane)
  }

  isShort(key: string): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    lane.peak = Math.max(lane.peak, this.#setup.openOf(key) + 1)
    if (wantedConnections(lane, 0) > lane.asked) this.#look(lane)
  }

  pause(key: string, pause: LanePause): void {
    const lane = this.#lanes.get(key)
    if (!lane) return
    lane.pause = pause
    this.#look(lane)
  }

  paceOf(key: string): { begun: Pace; handedOver: Pace } {
    const lane = this.#lanes.get(key)
    assert(lane, 'a lane with mail in hand is known')
    return lane
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    const lanes = [...this.#lanes.values()].filter(lane => lane.endsAt > this.#now)
    for (const lane of lanes) Object.assign(lane, { inHand: 0, peak: 0, peakBefore: 0 })
    for (const lane of lanes) lane.usedAt = Number.NEGATIVE_INFINITY
    for (let at = 0; at < lanes.length; at += maxRound) {
      await this.#settle(lanes.slice(at, at + maxRound)).catch(() => undefined)
    }
  }

  #add(key: string, limits: Limits): Lane {
    const { clock } = this.#world
    const now = clock.monotonic()
    const rate = (): LaneRate => ({
      count: lane.limits.rate === null ? null : usableRate(lane, this.#now),
      windowMs: lane.limits.windowMs,
    })
    const lane: Lane = {
      key,
      begun: new Pace(clock, rate),
      handedOver: new Pace(clock, rate),
      limits: laneLimitsOf(limits),
      connections: 0,
      rate: 0,
      endsAt: Number.NEGATIVE_INFINITY,
      inHand: 0,
      peak: 0,
      peakBefore: 0,
      arrived: 0,
      arrivedBefore: 0,
      countedSince: now,
      waitsUntil: Number.NEGATIVE_INFINITY,
      usedAt: now,
      shutUntil: Number.NEGATIVE_INFINITY,
      asked: 0,
      isDue: true,
      isKnown: false,
      isGivingBack: false,
      pause: null,
      changesSeen: new Map(),
      waiting: new Set(),
    }
    this.#lanes.set(key, lane)
    return lane
  }

  #look(lane: Lane): void {
    lane.isDue = true
    this.#wake(0)
  }

  /** The next round; one at a time, so that what comes meanwhile shares the one after. */
  #wake(ms: number): void {
    if (this.#isStopped) return
    if (this.#isRunning) {
      this.#isWanted ||= ms === 0
      return
    }
    this.#timer?.cancel()
    if (ms === 0) void this.#run()
    else {
      this.#timer = this.#world.clock.timer(ms, () => void this.#run())
      this.#timer.unref?.()
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#isWanted = false
    const lanes = this.#dueLanes()
    let isAgain = false
    try {
      if (lanes.length > 0) isAgain = await this.#settle(lanes)
    } catch (error) {
      // Whoever waits goes back to the queue; what is held ends by itself.
      this.#world.log.debug({ error: String(error) }, 'limits could not be rented')
      for (const lane of lanes) lane.isDue = true
    }
    this.#isRunning = false
    if (this.#isWanted) return this.#wake(0)
    if (isAgain) return this.#wake(againMs * (1 + this.#world.random.uniform()))
    if (this.#lanes.size > 0) this.#wake(this.#isHurried() ? hurriedMs : roundMs)
  }

  #isHurried(): boolean {
    return [...this.#lanes.values()].some(isUrgent)
  }

  #dueLanes(): Lane[] {
    const now = this.#now
    const due: Lane[] = []
    const looked: Lane[] = []
    for (const lane of this.#lanes.values()) {
      turnCounts(lane, now)
      if (this.#isIdle(lane, now)) {
        if (lane.endsAt + lane.limits.windowMs < now) this.#lanes.delete(lane.key)
        else if (lane.endsAt > now && isContested(lane)) looked.push(lane)
      } else if (lane.isDue || isUrgent(lane) || lane.endsAt - now < rentMs / 2) {
        due.push(lane)
      } else if (isContested(lane)) looked.push(lane)
    }
    return [...due, ...looked].slice(0, maxRound)
  }

  #isIdle(lane: Lane, now: number): boolean {
    return lane.inHand === 0 && now - lane.usedAt > restMs && this.#setup.openOf(lane.key) === 0
  }

  /** One round for these; true where somebody else wrote first. */
  async #settle(lanes: readonly Lane[]): Promise<boolean> {
    const { clock, db } = this.#world
    const known = lanes.filter(lane => lane.isKnown).map(lane => lane.key)
    const rows = known.length === 0 ? [] : await selectLanes(db, known)
    const byLane = new Map(rows.map(row => [row.lane, row]))
    const startedAt = this.#now
    const changes = lanes.flatMap(lane => this.#change(lane, byLane.get(lane.key), clock.now()))
    if (changes.length === 0) return false
    const written = await writeLanes(
      db,
      changes.map(one => one.write),
    )
    for (const { lane, part } of changes) {
      lane.isKnown = true
      if (written.has(lane.key)) this.#apply(lane, part, startedAt + rentMs)
      else lane.isDue = true
    }
    return written.size < changes.length
  }

  /** What is to be written of a lane; nothing where it stands as it should. */
  #change(
    lane: Lane,
    row: LaneRow | undefined,
    now: number,
  ): { lane: Lane; part: LimitPart; write: LaneWrite }[] {
    const state = row?.state ?? { holders: {}, pause: null }
    const isIdle = this.#isIdle(lane, this.#now)
    this.#adopt(lane, state.pause, now)
    const open = this.#setup.openOf(lane.key)
    const want = {
      connections: isIdle ? 0 : wantedConnections(lane, open),
      rate: isIdle ? 0 : wantedRate(lane, this.#now),
      open,
    }
    const parts = Object.fromEntries(
      Object.entries(state.holders).filter(([, part]) => isLive(part, now)),
    )
    const mine = parts[this.#me]
    const stamp = this.#world.ids.next()
    const isOver = this.#noteChanges(lane, parts)
    const { part, connections } = divide(
      { me: this.#me, parts, limits: lane.limits, now, isOver, changeId: stamp },
      want,
    )
    lane.isDue = false
    lane.asked = want.connections
    lane.isGivingBack = connections < part.connections
    const others = Object.keys(parts).length - (mine ? 1 : 0)
    const isPauseNews = lane.pause !== null && lane.pause.until > (state.pause?.until ?? 0)
    const isLeaving = this.#isStopped && mine !== undefined
    const isKept = isAsItShould(mine, part, others > 0) && this.#lasts(lane, isIdle)
    if (isKept && !isPauseNews && !isLeaving) {
      // A round whose answer was lost has been written all the same. What others want is not used
      // any more, though it is held until it is closed.
      const held = mine?.connections ?? 0
      const kept = others > 0 ? Math.min(held, connections) : held
      this.#use(lane, { connections: kept, rate: mine?.rate ?? 0 })
      return []
    }
    // What is given back is not used any more before the others may see it.
    this.#use(lane, {
      connections: Math.min(lane.connections, connections),
      rate: Math.min(lane.rate, part.rate),
    })
    const holders = { ...parts, [this.#me]: part }
    const until = Math.max(...Object.values(holders).map(one => one.until))
    const write: LaneWrite = {
      lane: lane.key,
      readStamp: row?.stamp ?? null,
      stamp,
      state: { holders, pause: lane.pause },
      until,
    }
    return [{ lane, part: { ...part, connections }, write }]
  }

  /** What nodes give back of a rate is free a window after this node has seen it. */
  #noteChanges(lane: Lane, parts: Parts): (changeId: string) => boolean {
    const now = this.#now
    const seen = new Map<string, number>()
    for (const { was } of Object.values(parts)) {
      if (was) seen.set(was.id, lane.changesSeen.get(was.id) ?? now)
    }
    lane.changesSeen = seen
    return id => (seen.get(id) ?? now) + lane.limits.windowMs + unevenMs <= now
  }

  /** One that nobody uses here ends by itself where nobody else wants it. */
  #lasts(lane: Lane, isIdle: boolean): boolean {
    return isIdle || lane.endsAt - this.#now >= rentMs / 2
  }

  #adopt(lane: Lane, theirs: LanePause | null, now: number): void {
    if (lane.pause !== null && lane.pause.until <= now) lane.pause = null
    if (theirs === null || theirs.until <= (lane.pause?.until ?? now)) return
    lane.pause = theirs
    this.#setup.onPause(lane.key, theirs)
  }

  #apply(lane: Lane, part: LimitPart, endsAt: number): void {
    lane.endsAt = endsAt
    if (!this.#use(lane, part)) this.#setup.onChange(lane.key)
  }

  /** From now on so much of what is held; true where that is news. */
  #use(lane: Lane, { connections, rate }: Pick<LimitPart, 'connections' | 'rate'>): boolean {
    const isNews = lane.connections !== connections || lane.rate !== rate
    lane.connections = connections
    lane.rate = rate
    if (isUsable(lane, this.#now)) {
      if (lane.shutUntil > Number.NEGATIVE_INFINITY) this.#setup.onRoom()
      lane.shutUntil = Number.NEGATIVE_INFINITY
      for (const resolve of lane.waiting) resolve(true)
      lane.waiting.clear()
    }
    if (isNews) this.#setup.onChange(lane.key)
    return isNews
  }
}

function isAsItShould(mine: LimitPart | undefined, part: LimitPart, isShared: boolean): boolean {
  if (!mine) return part.wantsConnections === 0
  if (mine.connections !== part.connections || mine.rate !== part.rate) {
    // Nobody else is there to have what this node does not need for the moment.
    const isLess = part.connections <= mine.connections && part.rate <= mine.rate
    if (isShared || !isLess) return false
  }
  if (!isShared) return true
  return (
    mine.wantsConnections === part.wantsConnections &&
    (mine.wantsRate === part.wantsRate || part.wantsRate < mine.wantsRate / 2)
  )
}

function usableRate(lane: Lane, now: number): number {
  return lane.endsAt > now ? lane.rate : 0
}

function isUsable(lane: Lane, now: number): boolean {
  return lane.endsAt > now && lane.connections > 0 && (lane.limits.rate === null || lane.rate > 0)
}

/** Somebody's mail waits in hand for its next round. */
const isUrgent = ({ waiting, isGivingBack }: Lane): boolean => waiting.size > 0 || isGivingBack

/** Others may want what this node has of it. */
const isContested = ({ limits, connections }: Lane): boolean =>
  limits.rate !== null || connections > minConnections || 2 * connections > limits.connections

function perSecondOf(lane: Lane): number | null {
  if (lane.limits.rate === null) return 0
  return lane.rate === 0
    ? null
    : 1_000 / gapMs({ count: lane.rate, windowMs: lane.limits.windowMs })
}

/** What is asked for at first: mail under another TLS rule has a connection of its own. */
const minConnections = 2

/** In steps of two, four, eight: a lane that grows asks a few times and not for each email. */
function wantedConnections(lane: Lane, open: number): number {
  const wanted = Math.max(minConnections, open, lane.peak, lane.peakBefore)
  return Math.min(lane.limits.connections, 2 ** Math.ceil(Math.log2(wanted)))
}

function wantedRate(lane: Lane, now: number): number {
  if (lane.limits.rate === null) return 0
  if (lane.waitsUntil > now) return lane.limits.rate
  return Math.min(lane.limits.rate, 1 + Math.max(lane.arrived, lane.arrivedBefore))
}

function turnCounts(lane: Lane, now: number): void {
  if (now - lane.countedSince < countMs) return
  const isLong = now - lane.countedSince >= 2 * countMs
  lane.peakBefore = isLong ? lane.inHand : lane.peak
  lane.arrivedBefore = isLong ? 0 : lane.arrived
  lane.peak = lane.inHand
  lane.arrived = 0
  lane.countedSince = now
}
