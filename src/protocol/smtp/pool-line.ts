/**
 * Who waits in a lane of the pool, in two lines: what is transactional goes before what is bulk,
 * each first in, first out.
 */
import type { Failed, QueuedTransaction } from './verdict.ts'

/** A job in line. */
export interface WaitingJob extends QueuedTransaction {
  readonly since: number
  readonly isBulk: boolean
  /** Whose it is. */
  readonly owner: string
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

  push(waiting: WaitingJob): void {
    this.of(waiting).push(waiting)
  }

  unshift(waiting: WaitingJob): void {
    this.of(waiting).unshift(waiting)
  }

  /** Whose turn comes behind so many others. */
  ownerAt(place: number): string | undefined {
    const { length } = this.urgent
    return (place < length ? this.urgent.at(place) : this.bulk.at(place - length))?.owner
  }

  /** The next that may go. */
  shift(mayBulk: boolean): WaitingJob | undefined {
    return this.urgent.shift() ?? (mayBulk ? this.bulk.shift() : undefined)
  }

  /** Takes one that has waited longest. */
  shiftOldest(): WaitingJob | undefined {
    const line = sinceOf(this.urgent) <= sinceOf(this.bulk) ? this.urgent : this.bulk
    return line.shift()
  }

  takeAll(): WaitingJob[] {
    return [...this.urgent.takeAll(), ...this.bulk.takeAll()]
  }

  private of({ isBulk }: WaitingJob): Line {
    return isBulk ? this.bulk : this.urgent
  }
}

/** An owner may have so many times as many connections as are left. */
const threshold = 3
/** Below so many, what is left would be one or two. */
const minParted = 20

/** Connections by whom they serve: whoever comes next finds some, however many others have. */
export class Parts {
  private readonly most: number
  private readonly held = new Map<string, number>()

  constructor(most: number) {
    this.most = most
  }

  move(from: string | null, to: string | null): void {
    if (from === to) return
    if (from !== null) this.add(from, -1)
    if (to !== null) this.add(to, 1)
  }

  /** Whether an owner may have one more of those that are free. */
  mayHave(owner: string, free: number): boolean {
    return this.most < minParted || (this.held.get(owner) ?? 0) < (free - 1) * threshold
  }

  private add(owner: string, change: number): void {
    const left = (this.held.get(owner) ?? 0) + change
    if (left > 0) this.held.set(owner, left)
    else this.held.delete(owner)
  }
}

/** Who lacks a connection: any at all, one for bulk, or one of an owner's part. */
export class Starving<One> {
  readonly all = new Set<One>()
  readonly ofBulk = new Set<One>()
  private readonly of = new Map<string, Set<One>>()

  addOf(owner: string, one: One): void {
    const some = this.of.get(owner)
    if (some) some.add(one)
    else this.of.set(owner, new Set([one]))
  }

  delete(one: One): void {
    this.all.delete(one)
    this.ofBulk.delete(one)
    for (const [owner, some] of this.of) {
      if (some.delete(one) && some.size === 0) this.of.delete(owner)
    }
  }

  /** Whether a connection for such email should go. */
  wants(isBulk: boolean, owner: string | undefined): boolean {
    if (this.all.size > 0 || (owner !== undefined && this.of.has(owner))) return true
    return isBulk && this.ofBulk.size > 0
  }

  /** Who may have one now, first those who lack any. */
  inLine(mayBulk: boolean, mayHave: (owner: string) => boolean): One[] {
    const own = [...this.of].flatMap(([owner, some]) => (mayHave(owner) ? [...some] : []))
    return [...this.all, ...(mayBulk ? this.ofBulk : []), ...own]
  }
}

const sinceOf = (line: Line): number => line.head?.since ?? Number.POSITIVE_INFINITY

/** First in, first out, without moving the rest at every step. */
class Line {
  private items: WaitingJob[] = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  get head(): WaitingJob | undefined {
    return this.at(0)
  }

  at(place: number): WaitingJob | undefined {
    return this.items[this.first + place]
  }

  push(waiting: WaitingJob): void {
    this.items.push(waiting)
  }

  unshift(waiting: WaitingJob): void {
    if (this.first > 0) this.items[--this.first] = waiting
    else this.items.unshift(waiting)
  }

  shift(): WaitingJob | undefined {
    const waiting = this.items[this.first]
    if (waiting === undefined) return undefined
    this.first++
    if (this.first === this.items.length || this.first > 1000) {
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return waiting
  }

  takeAll(): WaitingJob[] {
    const all = this.items.slice(this.first)
    this.items = []
    this.first = 0
    return all
  }
}
