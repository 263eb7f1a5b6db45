/**
 * The one loop behind everything that is retried. An entry waits (due_at ahead), is claimed (due_at
 * moved behind the lease, attempt counted up), is handled, and is settled by its handler: deleted or
 * postponed, in the same transaction as the facts it caused, only while (id, attempt) still match
 * and only once (`held` lasts from the claim to the settlement). What is new and due is made as
 * claimed, where the loop takes it and nothing older waits. A node that dies leaves leases that run
 * out; a node that lives renews them. When the queue is empty, nothing is waiting, nothing is leased
 * and nothing is owed.
 */
import type { World } from '#kernel/world/world.ts'
import {
  claimDue,
  type Entry,
  type Kind,
  type Lease,
  releaseEntries,
  renewLeases,
} from './store.ts'
import { addTaker, type Taker } from './takers.ts'

export interface LoopOptions {
  readonly kind: Kind
  /** Entries in hand at a time. */
  readonly capacity: number
  /**
   * Handles claimed entries; calls `done(entry)` for each as soon as it is settled or given up, so
   * that its place is free. Errors thrown are our own mistakes: logged, the lease returns the work.
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

/** A lease is renewed this many times before it would run out. */
const renewalsPerLease = 3
/** How often an idle loop looks at the database for work that other nodes have queued. */
const idleMs = 250
/** Entries per claim (performance.md: 200 is where the cost per entry is flat). */
const claimLimit = 200
/** How often the floor of the claim's index scan is set back to catch late commits. */
const floorResetMs = 5_000

export function createLoop(
  world: Pick<World, 'clock' | 'db' | 'log' | 'settings' | 'signals'>,
  options: LoopOptions,
): Loop {
  /** How long a claim holds without renewal. A crash delays mail by no more than this. */
  const leaseMs = Math.max(1, world.settings.MALOTE_LEASE_SECONDS) * 1000
  const inHand = new Map<string, Entry>()
  /** What due_at holds of the entries in hand, as far as we know. */
  const leases = new Map<Entry, Pick<Lease, 'from' | 'to'>>()
  let running = false
  let stopping: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()
  let renewing: AbortController | undefined
  let renewed: Promise<void> = Promise.resolve()
  let floor = 0
  let floorSetAt = Number.NEGATIVE_INFINITY
  let wakeUp: (() => void) | undefined
  let woken = false
  /** The last claim left work behind for want of room. */
  let cramped = false
  /** It may have left work behind: what is new has to wait for its turn. */
  let behind = true
  let stopTaking = (): void => {}

  const done = (entry: Entry): void => {
    leases.delete(entry)
    if (inHand.get(entry.id) === entry) inHand.delete(entry.id)
    if (cramped && inHand.size < options.capacity / 2) rouse()
  }

  const rouse = (): void => {
    woken = true
    wakeUp?.()
  }

  async function step(): Promise<number> {
    const room = Math.min(claimLimit, options.capacity - inHand.size)
    cramped = room <= 0
    behind = true
    if (cramped) return 0
    const now = world.clock.now()
    if (world.clock.monotonic() - floorSetAt > floorResetMs) {
      floor = 0
      floorSetAt = world.clock.monotonic()
    }
    const leaseUntil = now + leaseMs
    const claim = { kind: options.kind, floor, now, leaseUntil, limit: room }
    const entries = await claimDue(world.db, claim)
    behind = entries.length === room
    cramped = behind && room < claimLimit
    if (entries.length === 0) return 0
    // A process that stood still past its leases finds its own work due. It goes on with what it
    // has in hand, whose token is void now; the new claim runs out and comes round again.
    const fresh = entries.filter(entry => !inHand.has(entry.id))
    if (fresh.length > 0) begin(fresh, leaseUntil)
    return entries.length
  }

  function begin(entries: readonly Entry[], leaseUntil: number): void {
    for (const entry of entries) {
      inHand.set(entry.id, entry)
      leases.set(entry, { from: leaseUntil, to: leaseUntil })
    }
    void handle(entries)
  }

  async function handle(entries: readonly Entry[]): Promise<void> {
    try {
      await options.handle(entries, done)
    } catch (error) {
      world.log.error(
        {
          kind: options.kind,
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

  const held = (): Lease[] =>
    [...leases].map(([{ id, attempt }, lease]) => ({ id, attempt, ...lease }))

  async function renew(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await world.clock.sleep(leaseMs / renewalsPerLease, signal).catch(() => undefined)
      if (signal.aborted || leases.size === 0) continue
      const until = world.clock.now() + leaseMs
      const mine = held()
      const entries = [...leases.keys()]
      const note = (change: Partial<Lease>): void => {
        for (const entry of entries) {
          const lease = leases.get(entry)
          if (lease) leases.set(entry, { ...lease, ...change })
        }
      }
      note({ to: until })
      try {
        await renewLeases(world.db, mine, until)
        note({ from: until })
      } catch (error) {
        world.log.warn({ kind: options.kind, error: String(error) }, 'leases not renewed')
      }
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const unsubscribe = world.signals.on(`queue:${options.kind}`, rouse)
    while (!signal.aborted) {
      woken = false
      let taken = 0
      try {
        taken = await step()
      } catch (error) {
        world.log.warn({ kind: options.kind, error: String(error) }, 'claim failed; trying again')
      }
      if (taken < claimLimit && !signal.aborted && !woken) await idle(signal)
    }
    unsubscribe()
  }

  /** Waits for the idle time, a wake-up or the end, whichever is first. */
  function idle(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const stop = (): void => {
        timer.cancel()
        signal.removeEventListener('abort', stop)
        wakeUp = undefined
        resolve()
      }
      const timer = world.clock.timer(idleMs, stop)
      wakeUp = stop
      signal.addEventListener('abort', stop)
    })
  }

  function giveBack(entries: readonly Entry[], leaseUntil: number): void {
    const lease = { from: leaseUntil, to: leaseUntil }
    const given = entries.map(({ id, attempt }) => ({ id, attempt, ...lease }))
    releaseEntries(world.db, given, world.clock.now()).then(rouse, error =>
      world.log.warn({ kind: options.kind, error: String(error) }, 'work not given back'),
    )
  }

  const taker: Taker = {
    get room() {
      return behind ? 0 : options.capacity - inHand.size
    },
    leaseUntil: () => world.clock.now() + leaseMs,
    take(entries, leaseUntil) {
      // A commit that took long: the lease may end before it is renewed, and others have the work.
      const isStale = leaseUntil - world.clock.now() < leaseMs / 2
      if (isStale || stopping?.signal.aborted) giveBack(entries, leaseUntil)
      else begin(entries, leaseUntil)
    },
  }

  return {
    step,
    get inHand() {
      return inHand.size
    },
    start() {
      if (running) return
      running = true
      behind = true
      stopping = new AbortController()
      stopTaking = addTaker(world.signals, options.kind, taker)
      ended = run(stopping.signal)
      renewing = new AbortController()
      renewed = renew(renewing.signal)
    },
    async stop(graceMs) {
      stopTaking()
      stopping?.abort()
      await ended
      running = false
      const deadline = world.clock.monotonic() + graceMs
      while (inHand.size > 0 && world.clock.monotonic() < deadline) await world.clock.sleep(20)
      // Who gets an entry next must not meet us at the same server: we let go of it first.
      if (inHand.size > 0) await options.giveUp?.()
      // A drain may take longer than a lease: only now nothing is renewed any more.
      renewing?.abort()
      await renewed
      if (inHand.size === 0) return
      await releaseEntries(world.db, held(), world.clock.now())
    },
  }
}
