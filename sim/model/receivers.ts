/**
 * Whom mail is for: groups of servers with limits for each address that writes to them, a time that
 * they take to answer, and a part that they put off or refuse. A *lane* is a group and an address,
 * as in delivery/shape.ts; all nodes share it, as they do by what they rent (rents.ts).
 */
import { gapMs } from '#sending/delivery/pace.ts'
import type { Limits } from '#sending/delivery/shaping.ts'
import type { Chance } from '../world/random.ts'
import type { Timeline } from './timeline.ts'

/** Its limits are those of each address. */
export interface Group extends Limits {
  readonly name: string
  /** Its part of the mail. */
  readonly share: number
  /** The middle of what it takes until the answer after the dot, and how far that spreads. */
  readonly answerMs: number
  readonly spread: number
  /** For a connection: TCP, TLS, EHLO. */
  readonly openMs: number
  /** Parts that it puts off at the first try, and refuses. */
  readonly deferred: number
  readonly refused: number
}

type Turn = () => void

/** How many an address had in the fullest second, and what it may have. */
export interface LaneFigures {
  readonly lane: string
  readonly perSecond: number
  readonly busiest: number
  readonly connections: number
  readonly peakConnections: number
  /** Messages in all. */
  readonly carried: number
}

export class Lane {
  readonly group: Group
  readonly name: string
  /** Claimed by nodes, or under way. */
  inHand = 0
  peak = 0
  busiest = 0
  readonly #timeline: Timeline
  readonly #line: Turn[] = []
  readonly #went: number[] = []
  #open = 0
  #carried = 0
  #nextAt = 0
  #dotAt = 0
  #isArmed = false

  constructor(timeline: Timeline, group: Group, address: number) {
    this.#timeline = timeline
    this.group = group
    this.name = `${group.name} from ${address}`
  }

  /** Waits for a connection, and for the distance to the last message. */
  enter(then: Turn): void {
    this.#line.push(then)
    this.#look()
  }

  leave(): void {
    this.#open--
    this.#look()
  }

  /** Of so many messages a connection carries one has to open it. */
  opens(): boolean {
    return this.#carried++ % this.group.messages === 0
  }

  #look(): void {
    const { connections, perSecond } = this.group
    while (this.#line.length > 0 && this.#open < connections) {
      const { now } = this.#timeline
      if (now < this.#nextAt) {
        this.#arm()
        return
      }
      if (perSecond > 0) this.#nextAt = now + gapMs({ count: perSecond, windowMs: 1_000 })
      this.#open++
      this.peak = Math.max(this.peak, this.#open)
      this.#line.shift()!()
    }
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    this.#timeline.at(this.#nextAt, () => {
      this.#isArmed = false
      this.#look()
    })
  }

  /** The final dot, which keeps its distance, too: commits let many go at once (pace.ts). */
  handOver(then: Turn): void {
    const { perSecond } = this.group
    if (perSecond === 0) {
      then()
      return
    }
    const at = Math.max(this.#timeline.now, this.#dotAt)
    this.#dotAt = at + gapMs({ count: perSecond, windowMs: 1_000 })
    this.#timeline.at(at, () => {
      this.#note()
      then()
    })
  }

  /** The receiver's own count: messages that it has seen within any second. */
  #note(): void {
    const { now } = this.#timeline
    this.#went.push(now)
    while (this.#went[0]! <= now - 1_000) this.#went.shift()
    this.busiest = Math.max(this.busiest, this.#went.length)
  }

  figures(): LaneFigures {
    const { name: lane, busiest, peak: peakConnections } = this
    const { perSecond, connections } = this.group
    return { lane, perSecond, busiest, connections, peakConnections, carried: this.#carried }
  }
}

/** Log-normal, by Box and Muller. */
export function answerMs({ answerMs, spread }: Group, chance: Chance): number {
  if (spread === 0) return answerMs
  const normal =
    Math.sqrt(-2 * Math.log(1 - chance.uniform())) * Math.cos(2 * Math.PI * chance.uniform())
  return answerMs * Math.exp(spread * normal)
}
