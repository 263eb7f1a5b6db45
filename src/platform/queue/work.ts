/**
 * The one loop behind everything that is retried. An entry waits (due_at ahead), becomes ready, is
 * claimed (due_at moved behind the lease, attempt counted up), is handled, and is settled by its
 * handler: deleted or postponed, in the same transaction as the facts it caused, only while (id,
 * attempt) still match and only once (`held` lasts from the claim to the settlement). Projects take
 * turns (turns.ts), also where very much comes due (coming-due.ts), and a project's room depends on
 * what it has in hand and not on what it has waiting (shares.ts); what its destination has no room
 * for is not claimed. New work that is due at once is inserted as claimed, where the loop has room
 * for it and nothing older of its project waits. A node that dies leaves leases that run out; a node that lives renews them (leases.ts).
 * When the queue is empty, nothing is waiting, nothing is leased and nothing is owed.
 */
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Consumer } from '#kernel/world/handoff.ts'
import type { World } from '#kernel/world/world.ts'
import { claimReady, surveyReady } from './claim-store.ts'
import { ComingDue } from './coming-due.ts'
import type { DestinationDigest, Entry, Kind, QueueLine } from './entry.ts'
import { Floor } from './floor.ts'
import { idleLooks } from './idle.ts'
import { Leases } from './leases.ts'
import { Shares } from './shares.ts'
import { type Turns, takeTurns } from './turns.ts'
import { warnAway } from './warn-away.ts'

/** What the loop asks of whoever knows how much its destinations take. */
export interface Crowding {
  /** Begins a choice: the function takes room for entries of lines, and says for how many there was. */
  choose(): (line: QueueLine, wanted: number) => number
  /** Destinations without room, not to be looked at; of very many some. */
  full(): readonly DestinationDigest[]
  /** Where destinations that are not known have no room: those that have; else null. */
  only(): readonly DestinationDigest[] | null
  began(entry: Entry): void
  ended(entry: Entry): void
}

interface LoopOptions {
  readonly kind: Kind
  /** Entries in hand at a time. */
  readonly capacity: number
  /** How much each destination has room for; without it, all have. */
  readonly crowding?: Crowding
  /**
   * Handles claimed entries; calls `done(entry)` for each as soon as it is settled or given up, so
   * that its room is free. Errors thrown are our own mistakes: logged, the lease returns the work.
   */
  readonly handle: (
    entries: readonly Entry[],
    done: (entry: Entry) => void,
    /** Gives the room away of what goes on and is still ours: its lease is renewed until it is done. */
    leave: (entry: Entry) => void,
  ) => Promise<void>
  /**
   * The grace of a stop is over: nothing in hand may go further. What has not let go of its entry
   * when this resolves is given back.
   */
  readonly giveUp?: () => Promise<void>
}

export interface Loop {
  /** One claim: returns how many entries were taken. Tests turn the loop by hand with it. */
  step(): Promise<number>
  /** Claims until stopped. */
  start(): void
  /** Claims nothing while it rests, once this resolves; what is in hand goes on. */
  rest(isResting: boolean): Promise<void>
  /** Claims no more, waits for what is in hand at most `graceMs`, and gives the rest back. */
  stop(graceMs: number): Promise<void>
  readonly inHand: number
}

type LoopWorld = Pick<
  World,
  'clock' | 'db' | 'log' | 'random' | 'runtime' | 'settings' | 'signals' | 'handoff'
>

/** Entries per claim: 200 is where the cost per entry is flat (measured). */
export const maxClaimed = 200
/** Projects that a claim gives a turn. */
const maxProjects = 100
/** Of so many projects is known what they have had. */
const maxKnown = 50_000
/** How often what has come due is made ready. */
const makeReadyEveryMs = 100

const roomForAll: Crowding = {
  choose: () => (_, wanted) => wanted,
  full: () => [],
  only: () => null,
  began() {},
  ended() {},
}

export function createLoop(world: LoopWorld, options: LoopOptions): Loop {
  const loop = new WorkLoop(world, options)
  return {
    step: () => loop.step(),
    start: () => loop.start(),
    rest: isResting => loop.rest(isResting),
    stop: graceMs => loop.stop(graceMs),
    get inHand() {
      return loop.inHand
    },
  }
}

/** Loops of several kinds as one. */
export function joinLoops(loops: readonly Loop[]): Loop {
  return {
    async step() {
      let taken = 0
      for (const loop of loops) taken += await loop.step()
      return taken
    },
    start() {
      for (const loop of loops) loop.start()
    },
    async rest(isResting) {
      await Promise.all(loops.map(loop => loop.rest(isResting)))
    },
    async stop(graceMs) {
      await Promise.all(loops.map(loop => loop.stop(graceMs)))
    },
    get inHand() {
      return loops.reduce((sum, loop) => sum + loop.inHand, 0)
    },
  }
}

interface SurveyedTurns extends Turns {
  /** Every line that has anything ready is among them. */
  readonly isAll: boolean
}

class WorkLoop {
  readonly #world: LoopWorld
  readonly #options: LoopOptions
  readonly #crowding: Crowding
  readonly #leases: Leases
  readonly #shares: Shares
  readonly #readyFloor: Floor
  readonly #comingDue: ComingDue
  readonly #inHand = new Map<string, Entry>()
  #stopping: AbortController | undefined
  #ended: Promise<void> = Promise.resolve()
  #stopConsuming = (): void => {}
  #endIdling: (() => void) | undefined
  #isWoken = false
  #isResting = false
  /** The claim under way, or the last one. */
  #turning: Promise<boolean> = Promise.resolve(false)
  /** The last claim left work behind for want of room. */
  #isOutOfRoom = false
  /** Projects up to this one have had their turn. */
  #after: Uuid = nilId
  /** Entries for each project in this round. */
  #part = 1
  /** What projects have had of this loop's claims; only how they compare counts. */
  readonly #had = new Map<Uuid, number>()
  /** Every project with work ready has been seen since the start. */
  #isSurveyed = false
  #surveys = 0
  /** Projects that may have older work ready, by the survey before which it was known. */
  readonly #behind = new Map<Uuid, number>()
  #madeReadyAt = Number.NEGATIVE_INFINITY

  constructor(world: LoopWorld, options: LoopOptions) {
    this.#world = world
    this.#options = options
    this.#crowding = options.crowding ?? roomForAll
    this.#leases = new Leases(world, options.kind)
    this.#shares = new Shares(options.capacity)
    this.#readyFloor = new Floor(world.clock)
    this.#comingDue = new ComingDue(world, options.kind)
  }

  get inHand(): number {
    return this.#inHand.size
  }

  async step(): Promise<number> {
    await this.#comingDue.makeReady()
    const { taken } = await this.#claim()
    return taken
  }

  /** Takes what is ready and has room; `isMore`: at once there would be more. */
  async #claim(): Promise<{ readonly taken: number; readonly isMore: boolean }> {
    const total = Math.min(maxClaimed, this.#shares.free)
    this.#isOutOfRoom = total <= 0
    if (this.#isOutOfRoom) return { taken: 0, isMore: false }
    const now = this.#world.clock.now()
    const window = { kind: this.#options.kind, floor: this.#readyFloor.current(), now }
    const turns = await this.#survey(window, total)
    const leaseUntil = this.#leases.until()
    const entries =
      turns.lines.length === 0
        ? []
        : await claimReady(this.#world.db, { ...window, leaseUntil, lines: turns.lines })
    const isMore = this.#learn(turns, entries, now)
    this.#isOutOfRoom = turns.isHeldBack || (isMore && total < maxClaimed)
    // A process that stood still past its leases finds its own work due. It goes on with what it
    // has in hand, whose token is void now; the new claim runs out and comes round again.
    const fresh = entries.filter(entry => !this.#inHand.has(entry.id))
    if (fresh.length > 0) this.#begin(fresh, leaseUntil)
    return { taken: entries.length, isMore }
  }

  /** The turns of the projects next in order. */
  async #survey(
    window: { readonly kind: Kind; readonly floor: number; readonly now: number },
    total: number,
  ): Promise<SurveyedTurns> {
    const number = ++this.#surveys
    const after = this.#after
    const full = this.#crowding.full()
    const only = this.#crowding.only()
    const pivot = Math.floor((this.#world.random.uniform() - 0.5) * 2 ** 32)
    const asked = { ...window, after, maxProjects, maxLines: total, pivot, full, only }
    const found = await surveyReady(this.#world.db, asked)
    const isWhole = new Set(found.map(one => one.projectId)).size < maxProjects
    if (found.length === 0 && after !== nilId) {
      this.#after = nilId
      return this.#survey(window, total)
    }
    const turns = takeTurns(found, {
      total,
      part: after === nilId ? null : this.#part,
      had: this.#had,
      ofProject: projectId => this.#shares.roomOf(projectId),
      take: this.#crowding.choose(),
    })
    this.#part = turns.part
    if (this.#had.size > maxKnown) this.#had.clear()
    for (const [projectId, amount] of turns.had) this.#had.set(projectId, amount)
    const last = isWhole ? null : found.at(-1)!.projectId
    this.#after = last ?? nilId
    // Those of whom nothing was found have nothing that is older than the survey.
    for (const [projectId, since] of this.#behind) {
      const isLookedAt = projectId > after && (last === null || projectId <= last)
      if (isLookedAt && since < number) this.#behind.delete(projectId)
    }
    for (const projectId of turns.behind) this.#behind.set(projectId, number)
    if (isWhole) this.#isSurveyed = true
    const isAll = isWhole && after === nilId && full.length === 0 && only === null
    return { ...turns, isAll: isAll && turns.behind.size === 0 }
  }

  /** Who has more ready than was taken; true if a claim at once would find it. */
  #learn(turns: SurveyedTurns, entries: readonly Entry[], now: number): boolean {
    const taken = Map.groupBy(entries, entry => `${entry.projectId} ${entry.destination}`)
    let isMore = turns.isCut || this.#after !== nilId
    let isEmptied = turns.isAll
    for (const { projectId, destination, limit, isShort } of turns.lines) {
      if ((taken.get(`${projectId} ${destination}`)?.length ?? 0) < limit) continue
      this.#behind.set(projectId, this.#surveys)
      isMore ||= !isShort
      isEmptied = false
    }
    // A line that gave all that was asked of it may have more that is as old.
    if (isEmptied) this.#readyFloor.raise(now)
    return isMore
  }

  start(): void {
    if (this.#stopping && !this.#stopping.signal.aborted) return
    this.#isSurveyed = false
    this.#stopping = new AbortController()
    this.#stopConsuming = this.#world.handoff.offer(this.#options.kind, this.#consumer())
    this.#ended = this.#run(this.#stopping.signal)
    this.#leases.start()
  }

  async rest(isResting: boolean): Promise<void> {
    this.#isResting = isResting
    // What comes meanwhile goes by this process, and is found by a survey.
    this.#isSurveyed = false
    this.#wake()
    await this.#turning.catch(() => {})
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopConsuming()
    this.#stopping?.abort()
    await this.#ended
    const { clock } = this.#world
    const deadline = clock.monotonic() + graceMs
    while (this.inHand > 0 && clock.monotonic() < deadline) await clock.sleep(20)
    // Whoever gets an entry next must not meet us at the same server: we let go of it first.
    if (this.inHand > 0) await this.#options.giveUp?.()
    await this.#leases.stop()
    if (this.inHand > 0) await this.#leases.releaseAll()
  }

  /** What the transactions of this process may hand over directly. */
  #consumer(): Consumer<Entry, QueueLine> {
    return {
      choose: () => this.#choose(),
      leaseUntil: () => this.#leases.until(),
      take: (entries, leaseUntil) => {
        const isStopping = this.#stopping?.signal.aborted === true
        if (!isStopping && this.#leases.isFresh(leaseUntil)) this.#begin(entries, leaseUntil)
        else this.#giveBack(entries, leaseUntil)
      },
    }
  }

  /** New work is taken where there is room and nothing older of its project waits. */
  #choose(): (line: QueueLine) => boolean {
    const take = this.#crowding.choose()
    const chosen = new Map<Uuid, number>()
    return line => {
      const { projectId } = line
      const mine = chosen.get(projectId) ?? 0
      const isFirst = !this.#isResting && this.#isSurveyed && !this.#behind.has(projectId)
      const isTaken = isFirst && mine < this.#shares.roomOf(projectId) && take(line, 1) === 1
      if (isTaken) chosen.set(projectId, mine + 1)
      else this.#behind.set(projectId, this.#surveys)
      return isTaken
    }
  }

  #giveBack(entries: readonly Entry[], leaseUntil: number): void {
    this.#leases.release(entries, leaseUntil).then(
      () => this.#wake(),
      error => this.#warn('work not given back', error),
    )
  }

  #begin(entries: readonly Entry[], leaseUntil: number): void {
    for (const entry of entries) {
      this.#inHand.set(entry.id, entry)
      this.#leases.add(entry, leaseUntil)
      this.#shares.begin(entry.projectId)
      this.#crowding.began(entry)
    }
    void this.#handle(entries)
  }

  async #handle(entries: readonly Entry[]): Promise<void> {
    const done = (entry: Entry): void => this.#done(entry)
    try {
      await this.#options.handle(entries, done, entry => this.#leave(entry))
    } catch (error) {
      this.#world.log.error(
        {
          kind: this.#options.kind,
          entries: entries.length,
          error: String(error),
          stack: (error as Error).stack,
        },
        'work failed by our own fault; the lease brings it back',
      )
    } finally {
      for (const entry of entries) done(entry)
    }
  }

  #done(entry: Entry): void {
    this.#leases.remove(entry)
    this.#leave(entry)
  }

  #leave(entry: Entry): void {
    if (this.#inHand.get(entry.id) !== entry) return
    this.#inHand.delete(entry.id)
    this.#shares.end(entry.projectId)
    this.#crowding.ended(entry)
    if (this.#isOutOfRoom && this.#inHand.size < this.#options.capacity / 2) this.#wake()
  }

  async #run(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#world.signals.on(`queue:${this.#options.kind}`, () => this.#wake())
    while (!signal.aborted) {
      this.#isWoken = false
      let isMore = false
      try {
        if (!this.#isResting) {
          this.#turning = this.#turn()
          isMore = await this.#turning
        }
      } catch (error) {
        this.#warn('claim failed; trying again', error)
      }
      if (!isMore && !signal.aborted && !this.#isWoken) await this.#idle(signal)
    }
    unsubscribe()
  }

  /** One claim; true if another one would find work at once. */
  async #turn(): Promise<boolean> {
    const now = this.#world.clock.monotonic()
    let isMore = false
    if (now - this.#madeReadyAt >= makeReadyEveryMs) {
      isMore = await this.#comingDue.makeReady()
      if (!isMore) this.#madeReadyAt = now
    }
    const claim = await this.#claim()
    return isMore || (claim.isMore && !this.#isOutOfRoom)
  }

  #wake(): void {
    this.#isWoken = true
    this.#endIdling?.()
  }

  /** Waits until a look finds something due, for a wake-up or the end, whichever is first. */
  #idle(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      let survey = this.#surveys
      const isResting = this.#isResting
      const end = (): void => {
        leave()
        signal.removeEventListener('abort', end)
        this.#endIdling = undefined
        resolve()
      }
      const looks = this.#world.runtime.get(idleLooks, this.#world)
      const leave = isResting
        ? () => {}
        : looks.join({
            window: () => {
              survey = ++this.#surveys
              return {
                kind: this.#options.kind,
                readyFloor: this.#readyFloor.current(),
                laterFloor: this.#comingDue.floor,
              }
            },
            found: ({ ready, later }, now) => {
              if (!later) this.#comingDue.nothingIsDue(now)
              if (!ready) this.#learnNothingReady(survey, now)
              if (ready || later) end()
            },
          })
      this.#endIdling = end
      signal.addEventListener('abort', end)
    })
  }

  /** As a survey of all projects that has found none. */
  #learnNothingReady(survey: number, now: number): void {
    for (const [projectId, since] of this.#behind) {
      if (since < survey) this.#behind.delete(projectId)
    }
    this.#after = nilId
    this.#isSurveyed = true
    this.#readyFloor.raise(now)
  }

  #warn(message: string, error: unknown): void {
    warnAway(this.#world, message, error, { kind: this.#options.kind })
  }
}
