/**
 * Who waits for a session of a destination, in two lines: what is transactional goes before what is
 * bulk, each first in, first out.
 */
import type { NoSession, QueuedTransaction } from './verdict.ts'

/** A job in line. */
export interface WaitingJob extends QueuedTransaction {
  readonly since: number
  readonly isBulk: boolean
  /** Whose it is. */
  readonly owner: string
  answerFailed(failed: NoSession): void
  /** It has been given back once by a session that had grown too old. */
  isReturned: boolean
}

/** A connection on its way. */
export interface PendingConnection {
  readonly since: number
  readonly isBulk: boolean
}

/** Nothing was said about it. */
export function abandon({ transaction, settle }: QueuedTransaction): void {
  const verdicts = transaction.recipients.map(() => ({ kind: 'abandoned' }) as const)
  settle({ kind: 'done', verdicts, transcript: [], untried: true, peer: null })
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
  ownerAt(place: number): string {
    const { length } = this.urgent
    const waiting = place < length ? this.urgent.at(place) : this.bulk.at(place - length)
    return waiting?.owner ?? ''
  }

  /** The first transactional one whose owner is such. */
  firstOwner(isSuch: (owner: string) => boolean): string | undefined {
    return this.urgent.find(isSuch)?.owner
  }

  /** The next that may go; before all others an owner's own, where one is named. */
  shift(mayBulk: boolean, owner?: string): WaitingJob | undefined {
    const own = owner === undefined ? undefined : this.urgent.find(one => one === owner)
    if (own !== undefined) return this.urgent.take(own)
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

/** So many more than a node's connections are for owners who have few. */
const spareShare = 0.1

/** Connections by whose email had them opened. */
export class Owners {
  private readonly max: number
  private readonly held = new Map<string, number>()

  constructor(maxConnections: number) {
    this.max = maxConnections + Math.floor(maxConnections * spareShare)
  }

  count(owner: string, change: number): void {
    const left = (this.held.get(owner) ?? 0) + change
    if (left > 0) this.held.set(owner, left)
    else this.held.delete(owner)
  }

  /** Whether one more may be opened although so many are: each leaves some of the rest to the next. */
  mayExceed(owner: string, connections: number): boolean {
    return (this.held.get(owner) ?? 0) < this.max - connections
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

  find(isSuch: (owner: string) => boolean): WaitingJob | undefined {
    return this.items.find((one, place) => place >= this.first && isSuch(one.owner))
  }

  /** Out of its turn. */
  take(waiting: WaitingJob): WaitingJob {
    this.items = this.items.slice(this.first).filter(one => one !== waiting)
    this.first = 0
    return waiting
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
