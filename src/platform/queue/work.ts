/**
 * The one loop behind everything that is retried. An entry waits (due_at ahead), is claimed (due_at
 * moved behind the lease, attempt counted up), is handled, and is settled by its handler: deleted or
 * postponed, in the same transaction as the facts it caused, only while (id, attempt) still match
 * and only once (`held` lasts from the claim to the settlement). New work that is due at once is
 * inserted as claimed, where the loop has room for it and nothing older waits. A node that dies
 * leaves leases that run out; a node that lives renews them (leases.ts). When the queue is empty,
 * nothing is waiting, nothing is leased and nothing is owed.
 */
import type { Consumer } from '#kernel/world/handoff.ts'
import type { World } from '#kernel/world/world.ts'
import type { Entry, Kind } from './entry.ts'
import { Leases } from './leases.ts'
import { claimDue } from './store.ts'

interface LoopOptions {
  readonly kind: Kind
  /** Entries in hand at a time. */
  readonly capacity: number
  /**
   * Handles claimed entries; calls `done(entry)` for each as soon as it is settled or given up, so
   * that its room is free. Errors thrown are our own mistakes: logged, the lease returns the work.
   */
  readonly handle: (entries: readonly Entry[], done: (entry: Entry) => void) => Promise<void>
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
  /** Claims no more, waits for what is in hand at most `graceMs`, and gives the rest back. */
  stop(graceMs: number): Promise<void>
  readonly inHand: number
}

type LoopWorld = Pick<World, 'clock' | 'db' | 'log' | 'settings' | 'signals' | 'handoff'>

/** How often an idle loop looks at the database for work that other nodes have queued. */
const idleMs = 250
/** Entries per claim: 200 is where the cost per entry is flat (measured). */
const claimLimit = 200
/** How often the lower bound of the claim's index scan is set back to catch late commits. */
const minDueAtResetMs = 5_000

export function createLoop(world: LoopWorld, options: LoopOptions): Loop {
  const loop = new WorkLoop(world, options)
  return {
    step: () => loop.step(),
    start: () => loop.start(),
    stop: graceMs => loop.stop(graceMs),
    get inHand() {
      return loop.inHand
    },
  }
}

class WorkLoop {
  readonly #world: LoopWorld
  readonly #options: LoopOptions
  readonly #leases: Leases
  readonly #inHand = new Map<string, Entry>()
  #stopping: AbortController | undefined
  #ended: Promise<void> = Promise.resolve()
  #stopConsuming = (): void => {}
  #minDueAt = 0
  #minDueAtSetAt = Number.NEGATIVE_INFINITY
  #endIdling: (() => void) | undefined
  #isWoken = false
  /** The last claim left work behind for want of room. */
  #isOutOfRoom = false
  /** The last claim may have left work behind: new work has to wait for its turn. */
  #isBacklogged = true

  constructor(world: LoopWorld, options: LoopOptions) {
    this.#world = world
    this.#options = options
    this.#leases = new Leases(world, options.kind)
  }

  get inHand(): number {
    return this.#inHand.size
  }

  async step(): Promise<number> {
    const room = Math.min(claimLimit, this.#room)
    this.#isOutOfRoom = room <= 0
    this.#isBacklogged = true
    if (this.#isOutOfRoom) return 0
    const now = this.#world.clock.now()
    const leaseUntil = this.#leases.until()
    const entries = await claimDue(this.#world.db, {
      kind: this.#options.kind,
      floor: this.#currentMinDueAt(),
      now,
      leaseUntil,
      limit: room,
    })
    this.#isBacklogged = entries.length === room
    this.#isOutOfRoom = this.#isBacklogged && room < claimLimit
    // A process that stood still past its leases finds its own work due. It goes on with what it
    // has in hand, whose token is void now; the new claim runs out and comes round again.
    const fresh = entries.filter(entry => !this.#inHand.has(entry.id))
    if (fresh.length > 0) this.#begin(fresh, leaseUntil)
    return entries.length
  }

  start(): void {
    if (this.#stopping && !this.#stopping.signal.aborted) return
    this.#isBacklogged = true
    this.#stopping = new AbortController()
    this.#stopConsuming = this.#world.handoff.offer(this.#options.kind, this.#consumer())
    this.#ended = this.#run(this.#stopping.signal)
    this.#leases.start()
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

  get #room(): number {
    return this.#options.capacity - this.#inHand.size
  }

  #currentMinDueAt(): number {
    const now = this.#world.clock.monotonic()
    if (now - this.#minDueAtSetAt > minDueAtResetMs) {
      this.#minDueAt = 0
      this.#minDueAtSetAt = now
    }
    return this.#minDueAt
  }

  /** What the transactions of this process may hand over directly. */
  #consumer(): Consumer<Entry> {
    const room = (): number => (this.#isBacklogged ? 0 : this.#room)
    return {
      get room() {
        return room()
      },
      leaseUntil: () => this.#leases.until(),
      take: (entries, leaseUntil) => {
        const isStopping = this.#stopping?.signal.aborted === true
        if (!isStopping && this.#leases.isFresh(leaseUntil)) this.#begin(entries, leaseUntil)
        else this.#giveBack(entries, leaseUntil)
      },
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
    }
    void this.#handle(entries)
  }

  async #handle(entries: readonly Entry[]): Promise<void> {
    const done = (entry: Entry): void => this.#done(entry)
    try {
      await this.#options.handle(entries, done)
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
    if (this.#inHand.get(entry.id) === entry) this.#inHand.delete(entry.id)
    if (this.#isOutOfRoom && this.#inHand.size < this.#options.capacity / 2) this.#wake()
  }

  async #run(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#world.signals.on(`queue:${this.#options.kind}`, () => this.#wake())
    while (!signal.aborted) {
      this.#isWoken = false
      let taken = 0
      try {
        taken = await this.step()
      } catch (error) {
        this.#warn('claim failed; trying again', error)
      }
      if (taken < claimLimit && !signal.aborted && !this.#isWoken) await this.#idle(signal)
    }
    unsubscribe()
  }

  #wake(): void {
    this.#isWoken = true
    this.#endIdling?.()
  }

  /** Waits for the idle time, a wake-up or the end, whichever is first. */
  #idle(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const end = (): void => {
        timer.cancel()
        signal.removeEventListener('abort', end)
        this.#endIdling = undefined
        resolve()
      }
      const timer = this.#world.clock.timer(idleMs, end)
      this.#endIdling = end
      signal.addEventListener('abort', end)
    })
  }

  #warn(message: string, error: unknown): void {
    this.#world.log.warn({ kind: this.#options.kind, error: String(error) }, message)
  }
}
