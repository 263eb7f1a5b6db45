/**
 * What work waits for: cores that share themselves out, a thread that does one thing after the other,
 * places of which there are so many, locks by name, and a log whose flushes take all who wait along.
 * Those whose use is told count what they have done.
 */
import { Due, type Timeline } from './timeline.ts'

type Then = () => void

/**
 * So many cores, divided evenly among all that computes (a task has one core at most). By virtual
 * time: all tasks age alike, and the one whose age is reached first ends first.
 */
export class Cores {
  busyMs = 0
  /** Sum over time of the tasks that were there. */
  waitedMs = 0
  readonly #timeline: Timeline
  readonly #count: number
  readonly #tasks = new Due<Then>()
  #age = 0
  #agedAt = 0
  #plan = 0

  constructor(timeline: Timeline, count: number) {
    this.#timeline = timeline
    this.#count = count
  }

  get count(): number {
    return this.#count
  }

  use(ms: number, then: Then): void {
    this.#grow()
    this.#tasks.add(this.#age + ms, then)
    this.#look()
  }

  get #rate(): number {
    return Math.min(1, this.#count / this.#tasks.size)
  }

  #grow(): void {
    const passed = this.#timeline.now - this.#agedAt
    this.#agedAt = this.#timeline.now
    const { size } = this.#tasks
    if (size === 0 || passed === 0) return
    this.#age += passed * this.#rate
    this.busyMs += passed * Math.min(this.#count, size)
    this.waitedMs += passed * size
  }

  #look(): void {
    const plan = ++this.#plan
    if (this.#tasks.size === 0) return
    this.#timeline.after((this.#tasks.firstAt - this.#age) / this.#rate, () => {
      if (plan === this.#plan) this.#end()
    })
  }

  #end(): void {
    this.#grow()
    // The moment was rounded: age reaches it all the same.
    this.#age = Math.max(this.#age, this.#tasks.firstAt)
    const then = this.#tasks.take()
    this.#look()
    then()
  }
}

/** A main thread: one task at a time, first come first served, each on one of the machine's cores. */
export class Thread {
  busyMs = 0
  readonly #cores: Cores
  readonly #turn = new Places(1)

  constructor(cores: Cores) {
    this.#cores = cores
  }

  use(ms: number, then: Then): void {
    this.#turn.enter(() => {
      this.busyMs += ms
      this.#cores.use(ms, () => {
        this.#turn.leave()
        then()
      })
    })
  }
}

/** So many places; whoever finds none waits in a line. */
export class Places {
  taken = 0
  readonly #count: number
  readonly #line: Then[] = []
  #head = 0

  constructor(count: number) {
    this.#count = count
  }

  enter(then: Then): void {
    if (this.taken >= this.#count) {
      this.#line.push(then)
      return
    }
    this.#take(then)
  }

  leave(): void {
    this.taken--
    const then = this.#line[this.#head]
    if (then === undefined) return
    if (++this.#head > 1_000) {
      this.#line.splice(0, this.#head)
      this.#head = 0
    }
    this.#take(then)
  }

  #take(then: Then): void {
    this.taken++
    then()
  }
}

/** Rows that one transaction holds at a time, each a line of its own. */
export class Locks {
  readonly #timeline: Timeline
  readonly #rows = new Map<number, Places>()
  readonly #heldMs = new Map<number, number>()

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  /** All of them, always in the same order, so that nobody waits in a circle. */
  hold(names: readonly number[], then: (release: Then) => void): void {
    const sorted = [...names].sort((a, b) => a - b)
    const next = (n: number): void => {
      if (n < sorted.length) {
        this.#rowOf(sorted[n]!).enter(() => next(n + 1))
        return
      }
      const since = this.#timeline.now
      then(() => {
        for (const name of sorted) {
          this.#heldMs.set(name, (this.#heldMs.get(name) ?? 0) + this.#timeline.now - since)
          this.#leave(name)
        }
      })
    }
    next(0)
  }

  /** How long the row was held that was held longest. */
  get hottestMs(): number {
    return Math.max(0, ...this.#heldMs.values())
  }

  #rowOf(name: number): Places {
    const row = this.#rows.get(name) ?? new Places(1)
    this.#rows.set(name, row)
    return row
  }

  #leave(name: number): void {
    const row = this.#rowOf(name)
    row.leave()
    if (row.taken === 0) this.#rows.delete(name)
  }
}

export interface LogSpeed {
  /** What a flush takes, however little there is. */
  readonly flushMs: number
  readonly bytesPerMs: number
  /** Until the standby has it, too; 0: there is none. */
  readonly standbyMs: number
}

/** The write-ahead log: one flush at a time, which takes along all that has been written till then. */
export class Log {
  bytes = 0
  flushes = 0
  readonly #timeline: Timeline
  readonly #speed: LogSpeed
  #waiting: Then[] = []
  #unflushed = 0
  #isFlushing = false

  constructor(timeline: Timeline, speed: LogSpeed) {
    this.#timeline = timeline
    this.#speed = speed
  }

  commit(bytes: number, then: Then): void {
    this.bytes += bytes
    this.#unflushed += bytes
    this.#waiting.push(then)
    if (!this.#isFlushing) this.#flush()
  }

  #flush(): void {
    const { flushMs, bytesPerMs, standbyMs } = this.#speed
    const all = this.#waiting
    const ms = flushMs + this.#unflushed / bytesPerMs
    this.#waiting = []
    this.#unflushed = 0
    this.#isFlushing = true
    this.flushes++
    this.#timeline.after(ms, () => {
      this.#isFlushing = false
      if (this.#waiting.length > 0) this.#flush()
      const tell = (): void => {
        for (const then of all) then()
      }
      if (standbyMs > 0) this.#timeline.after(standbyMs, tell)
      else tell()
    })
  }
}

/** As world/batch.ts: whatever waits when a slot is free goes into one run, with no timer. */
export class Batches<Item> {
  readonly #max: number
  readonly #run: (items: readonly Item[], then: Then) => void
  readonly #slots: number
  #waiting: Item[] = []
  #busy = 0

  constructor(
    { max, slots }: { readonly max: number; readonly slots: number },
    run: (items: readonly Item[], then: Then) => void,
  ) {
    this.#max = max
    this.#slots = slots
    this.#run = run
  }

  add(item: Item): void {
    this.#waiting.push(item)
    this.#pump()
  }

  #pump(): void {
    if (this.#busy >= this.#slots || this.#waiting.length === 0) return
    const batch = this.#waiting.slice(0, this.#max)
    this.#waiting = this.#waiting.slice(this.#max)
    this.#busy++
    this.#run(batch, () => {
      this.#busy--
      this.#pump()
    })
  }
}
