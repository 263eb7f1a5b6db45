/**
 * Who waits in a lane of the pool, in two lines: what is transactional goes before what is bulk,
 * each first in, first out.
 */
import type { Failed, QueuedTransaction } from './verdict.ts'

/** A job in line. */
export interface Waiting extends QueuedTransaction {
  readonly since: number
  readonly isBulk: boolean
  answerFailed(failed: Failed): void
  /** It has been given back once by a session that had grown too old. */
  isReturned: boolean
}

export class TwoLines {
  private readonly urgent = new Line()
  private readonly bulk = new Line()

  get length(): number {
    return this.urgent.length + this.bulk.length
  }

  get urgentLength(): number {
    return this.urgent.length
  }

  /** The longest wait of all began then; none began at infinity. */
  get oldest(): number {
    return Math.min(sinceOf(this.urgent), sinceOf(this.bulk))
  }

  push(waiting: Waiting): void {
    this.of(waiting).push(waiting)
  }

  unshift(waiting: Waiting): void {
    this.of(waiting).unshift(waiting)
  }

  /** The next that may go. */
  shift(mayBulk: boolean): Waiting | undefined {
    return this.urgent.shift() ?? (mayBulk ? this.bulk.shift() : undefined)
  }

  /** Takes one that has waited longest. */
  shiftOldest(): Waiting | undefined {
    const line = sinceOf(this.urgent) <= sinceOf(this.bulk) ? this.urgent : this.bulk
    return line.shift()
  }

  takeAll(): Waiting[] {
    return [...this.urgent.takeAll(), ...this.bulk.takeAll()]
  }

  private of({ isBulk }: Waiting): Line {
    return isBulk ? this.bulk : this.urgent
  }
}

const sinceOf = (line: Line): number => line.head?.since ?? Number.POSITIVE_INFINITY

/** First in, first out, without moving the rest at every step. */
class Line {
  private items: Waiting[] = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  get head(): Waiting | undefined {
    return this.items[this.first]
  }

  push(waiting: Waiting): void {
    this.items.push(waiting)
  }

  unshift(waiting: Waiting): void {
    if (this.first > 0) this.items[--this.first] = waiting
    else this.items.unshift(waiting)
  }

  shift(): Waiting | undefined {
    const waiting = this.items[this.first]
    if (waiting === undefined) return undefined
    this.first++
    if (this.first === this.items.length || this.first > 1000) {
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return waiting
  }

  takeAll(): Waiting[] {
    const all = this.items.slice(this.first)
    this.items = []
    this.first = 0
    return all
  }
}
