/**
 * The distance between messages of one lane, kept at the moment when each is sent: whoever was kept
 * waiting (for a connection, for the database) never makes up for it, so no second holds more than
 * the limit. A late timer delays those behind it as well.
 */
import type { World } from '#kernel/world/world.ts'

/** Distances are so much longer that what the network delays unevenly stays within the limit. */
export const unevenMs = 50

/** What a lane takes: so many messages in a window; null: as fast as the connections carry. */
export interface LaneRate {
  readonly count: number | null
  readonly windowMs: number
}

/** How far apart messages are on average. */
export const gapMs = ({ count, windowMs }: LaneRate): number => {
  if (count === null) return 0
  return count === 0 ? Number.POSITIVE_INFINITY : (windowMs + unevenMs) / count
}

/** Who is late by no more than this part of a distance has the next one that much sooner. */
const catchUp = 0.5
const lookEveryMs = 200

export class Pace {
  readonly #clock: World['clock']
  readonly #rate: () => LaneRate
  readonly #line: ((isTurn: boolean) => void)[] = []
  /** When the last ones went: as many as the rate has had in a window. */
  #went: number[] = []
  /** Those whose turn has come and which have not gone yet. */
  #going = 0
  #dueAt = Number.NEGATIVE_INFINITY
  #isArmed = false

  constructor(clock: World['clock'], rate: () => LaneRate) {
    this.#clock = clock
    this.#rate = rate
  }

  /** How long until the next may go; 0: now. */
  waitMs(): number {
    const rate = this.#rate()
    if (rate.count === null) return 0
    if (rate.count === 0) return Number.POSITIVE_INFINITY
    const last = this.#went.at(-1) ?? Number.NEGATIVE_INFINITY
    // Those that are late may go at any moment, all at once.
    if (this.#going >= rate.count) return Number.POSITIVE_INFINITY
    const windowsFirst = this.#went.at(this.#going - rate.count) ?? Number.NEGATIVE_INFINITY
    const dueAt = Math.max(
      this.#dueAt,
      last + gapMs(rate) * (1 - catchUp),
      windowsFirst + rate.windowMs + unevenMs,
    )
    return Math.max(0, Math.ceil(dueAt - this.#clock.monotonic()))
  }

  /** One has gone. */
  took(): void {
    this.#taken()
    this.#gone()
  }

  #taken(): void {
    const gap = gapMs(this.#rate())
    const now = this.#clock.monotonic()
    if (gap > 0 && Number.isFinite(gap)) {
      this.#dueAt = Math.max(this.#dueAt, now - gap * catchUp) + gap
    }
  }

  #gone(): void {
    const rate = this.#rate()
    if (rate.count === null) return
    const now = this.#clock.monotonic()
    this.#went.push(now)
    const since = now - rate.windowMs - unevenMs
    if (this.#went[0]! < since) this.#went = this.#went.filter(at => at >= since)
  }

  /**
   * Waits for a turn and takes it, in the order of the calls; then whatever is still to be done
   * before it goes, which may take its time. False where no turn comes within `patienceMs`, or that
   * says no. Rejects as `before` does.
   */
  async turn(patienceMs: number, before: () => Promise<boolean>): Promise<boolean> {
    if (!(await this.#wait(patienceMs))) return false
    try {
      const isGoing = await before()
      if (isGoing) this.#gone()
      return isGoing
    } finally {
      this.#going--
    }
  }

  /** Who has had its turn counts as going. */
  async #wait(patienceMs: number): Promise<boolean> {
    if (this.#line.length === 0 && this.waitMs() === 0) {
      this.#taken()
      this.#going++
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#line.push(resolve)
    const patience = this.#clock.timer(patienceMs, () => {
      const at = this.#line.indexOf(resolve)
      if (at !== -1) this.#line.splice(at, 1)
      resolve(false)
    })
    this.#arm()
    return promise.finally(() => patience.cancel())
  }

  /** Looks again every now and then: the limit may change while somebody waits. */
  #arm(): void {
    if (this.#isArmed || this.#line.length === 0) return
    this.#isArmed = true
    this.#clock.timer(Math.min(Math.max(1, this.waitMs()), lookEveryMs), () => {
      this.#isArmed = false
      if (this.#line.length > 0 && this.waitMs() === 0) {
        this.#taken()
        this.#going++
        this.#line.shift()!(true)
      }
      this.#arm()
    })
  }
}
