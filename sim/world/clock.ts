/**
 * Virtual time. It moves only when the program has nothing left to do: no microtask, no callback of
 * this turn of the event loop, no work at the database. Then, and only then, it jumps to the next
 * timer. Everything real (a query) is done by this scheduler one at a time while nothing else runs,
 * so that the same seed gives the same order of everything on any machine.
 *
 * A sleeper may be `lazy`: a poll that would find nothing. It does not pull the clock towards itself
 * but fires at the next moment at which something else happens, or at which `nextDue` says that
 * there is something to find. Without it a simulated week would be two million empty polls.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Timer } from '#kernel/world/world.ts'

export interface Time {
  /** Wall clock in ms since 1970. */
  now(): number
  /** Calls back at `now() + ms`. */
  after(ms: number, then: () => void, options?: TimerOptions): Timer
  /** Resolves after `ms`; for the simulation's own actors. */
  sleep(ms: number): Promise<void>
  /** Real work outside of our control (files read at start): nothing moves until it is done. */
  hold<T>(work: Promise<T>): Promise<T>
  /** Turns the world until the promise settles, and gives its outcome. */
  run<T>(until: Promise<T>): Promise<T>
  /** Timers set and not yet fired or cancelled. */
  readonly pending: number
  /** How often the clock was moved: a measure of the work of a run. */
  readonly turns: number
}

export interface TimerOptions {
  /**
   * Does not pull the clock. A `poll` fires once `nextDue` says that it would find something; a
   * `renewal` pulls only while the program has work in hand; a `chore` fires with the next event.
   */
  readonly lazy?: 'poll' | 'renewal' | 'chore'
  /** Set by the program (not by the outside): while one is near, the program has work in hand. */
  readonly program?: boolean
}

/** Real work that must be done between two moments of virtual time. */
export interface RealWork {
  /** Does the next piece and delivers its result; false where there is none. */
  runOne(): Promise<boolean>
  /** When the idle polls would find something, in ms since 1970; Infinity for never. */
  nextDue(): Promise<number>
}

interface Entry {
  readonly at: number
  readonly order: number
  readonly lazy: TimerOptions['lazy'] | undefined
  readonly busy: boolean
  act: (() => void) | null
}

/** Timers of the program up to this long ahead mean that it has something in hand. */
const busyMs = 15 * 60_000
/**
 * Moments are this far apart: what happens almost together happens together, as it does in a
 * program whose database takes a few milliseconds, and is written together.
 */
const gridMs = 25
const pollLateMs = 500
/** Work without a move of the clock after which the program is taken to spin. */
const maxWorkPerMoment = 50_000

export function createTime(startMs: number, work: RealWork): Time {
  const agenda = new Agenda(startMs, work)
  let turns = 0
  let held: Promise<unknown> | null = null

  /** One step of the world; false where nothing will ever happen again. */
  async function turn(): Promise<boolean> {
    let pieces = 0
    do {
      await settle()
      while (held) {
        await held
        await settle()
      }
      assert(++pieces < maxWorkPerMoment, 'the program works without end and time stands still')
    } while (await work.runOne())
    if (!(await agenda.moveOn())) return false
    turns++
    agenda.fireDue()
    return true
  }

  return {
    now: () => agenda.now,
    after(ms, then, options) {
      const entry = agenda.add(ms, then, options)
      return { cancel: () => agenda.drop(entry) }
    },
    sleep: ms => new Promise(resolve => void agenda.add(ms, resolve)),
    async hold(work) {
      const mine = Promise.allSettled([held, work]).then(settle)
      held = mine
      await mine
      if (held === mine) held = null
      return work
    },
    async run(until) {
      let settled = false
      const mark = (): void => {
        settled = true
      }
      until.then(mark, mark)
      await settle()
      while (!settled) {
        const alive = await turn()
        if (alive) continue
        await settle()
        assert(settled, 'everything waits and nothing is left that could wake it')
      }
      return until
    },
    get pending() {
      return agenda.pending
    },
    get turns() {
      return turns
    },
  }
}

/** What is to happen when, and the moment that it is now. */
class Agenda {
  now: number
  readonly #work: RealWork
  readonly #eager: Entry[] = []
  readonly #live = new Set<Entry>()
  #lazy: Entry[] = []
  #order = 0
  #busy = 0
  #due = Number.POSITIVE_INFINITY

  constructor(startMs: number, work: RealWork) {
    this.now = startMs
    this.#work = work
  }

  get pending(): number {
    return this.#live.size
  }

  add(ms: number, then: () => void, options: TimerOptions = {}): Entry {
    const at = ms <= 0 ? this.now : Math.ceil((this.now + ms) / gridMs) * gridMs
    const busy = options.program === true && !options.lazy && ms <= busyMs
    const entry: Entry = { at, order: this.#order++, lazy: options.lazy, busy, act: then }
    this.#live.add(entry)
    if (busy) this.#busy++
    if (options.lazy) this.#lazy.push(entry)
    else push(this.#eager, entry)
    return entry
  }

  drop(entry: Entry): void {
    if (!this.#live.delete(entry)) return
    entry.act = null
    if (entry.busy) this.#busy--
  }

  /** Moves the clock to the next moment; false where there is none. */
  async moveOn(): Promise<boolean> {
    const next = await this.#nextMoment()
    if (next === Number.POSITIVE_INFINITY) return false
    this.now = Math.max(this.now, next)
    return true
  }

  fireDue(): void {
    const { now } = this
    const eager = this.#eager
    const due = this.#due
    const isReady = (e: Entry): boolean => e.at <= now && (e.lazy !== 'poll' || due <= now)
    const ready = this.#lazy.filter(isReady)
    this.#lazy = this.#lazy.filter(entry => !isReady(entry))
    while (eager.length > 0 && (eager[0]!.at <= now || !eager[0]!.act)) ready.push(pop(eager)!)
    ready.sort((a, b) => a.at - b.at || a.order - b.order)
    for (const entry of ready) this.#fire(entry)
  }

  #fire(entry: Entry): void {
    const { act } = entry
    this.drop(entry)
    act?.()
  }

  /** The next moment at which something is to happen; the lazy ones count by the rules above. */
  async #nextMoment(): Promise<number> {
    const eager = this.#eager
    while (eager.length > 0 && !eager[0]!.act) pop(eager)
    this.#lazy = this.#lazy.filter(entry => entry.act)
    let next = eager[0]?.at ?? Number.POSITIVE_INFINITY
    if (this.#lazy.length === 0) return next
    // A poll may come a little late: while something else happens soon, nobody is asked.
    const isSoon = next <= this.now + pollLateMs
    this.#due = isSoon ? Number.POSITIVE_INFINITY : await this.#work.nextDue()
    for (const entry of this.#lazy) {
      if (entry.lazy === 'poll') next = Math.min(next, Math.max(entry.at, this.#due))
      if (entry.lazy === 'renewal' && this.#busy > 0) next = Math.min(next, entry.at)
    }
    return next
  }
}

/** Lets everything run that can run without time moving or the database answering. */
async function settle(): Promise<void> {
  await immediate()
  await immediate()
  await immediate()
}

const immediate = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

function push(heap: Entry[], entry: Entry): void {
  let i = heap.push(entry) - 1
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (!before(heap[i]!, heap[parent]!)) return
    swap(heap, i, parent)
    i = parent
  }
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (!top || !last || heap.length === 0) return top
  heap[0] = last
  for (let i = 0; ; ) {
    const left = 2 * i + 1
    const right = left + 1
    let min = i
    if (left < heap.length && before(heap[left]!, heap[min]!)) min = left
    if (right < heap.length && before(heap[right]!, heap[min]!)) min = right
    if (min === i) return top
    swap(heap, i, min)
    i = min
  }
}

function swap(heap: Entry[], a: number, b: number): void {
  const held = heap[a]!
  heap[a] = heap[b]!
  heap[b] = held
}
