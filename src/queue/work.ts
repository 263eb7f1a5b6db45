/**
 * The one loop behind everything that is retried. An entry waits (due_at ahead), is claimed (due_at
 * moved behind the lease, attempt counted up), is handled, and is settled by its handler: deleted or
 * postponed, in the same transaction as the facts it caused and only while (id, attempt) still
 * match. A node that dies leaves leases that run out; a node that lives renews them. When the queue
 * is empty, nothing is waiting, nothing is leased and nothing is owed.
 */
import type { World } from '../world/world.ts'
import { claimDue, type Entry, type Kind, releaseEntries, renewLeases } from './store.ts'

export interface LoopOptions {
  readonly kind: Kind
  /** Entries in hand at a time. */
  readonly capacity: number
  /**
   * Handles claimed entries; calls `done(entry)` for each as soon as it is settled or given up, so
   * that its place is free. Errors thrown are our own mistakes: logged, the lease returns the work.
   */
  readonly handle: (entries: readonly Entry[], done: (entry: Entry) => void) => Promise<void>
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

/** How long a claim holds without renewal. A crash delays mail by no more than this. */
export const leaseMs = 60_000
const renewEveryMs = 20_000
/** How often an idle loop looks at the database for work that other nodes have queued. */
const idleMs = 250
/** Entries per claim (performance.md: 200 is where the cost per entry is flat). */
const claimLimit = 200
/** How often the floor of the claim's index scan is set back to catch late commits. */
const floorResetMs = 5_000

export function createLoop(
  world: Pick<World, 'clock' | 'db' | 'log' | 'signals'>,
  options: LoopOptions,
): Loop {
  const inHand = new Map<string, Entry>()
  let running = false
  let stopping: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()
  let floor = 0
  let floorSetAt = Number.NEGATIVE_INFINITY
  let wakeUp: (() => void) | undefined
  let woken = false

  const done = (entry: Entry): void => {
    if (inHand.get(entry.id) === entry) inHand.delete(entry.id)
    if (inHand.size < options.capacity / 2) rouse()
  }

  const rouse = (): void => {
    woken = true
    wakeUp?.()
  }

  async function step(): Promise<number> {
    const room = Math.min(claimLimit, options.capacity - inHand.size)
    if (room <= 0) return 0
    const now = world.clock.now()
    if (world.clock.monotonic() - floorSetAt > floorResetMs) {
      floor = 0
      floorSetAt = world.clock.monotonic()
    }
    const entries = await claimDue(world.db, {
      kind: options.kind, floor, now, leaseUntil: now + leaseMs, limit: room,
    })
    if (entries.length === 0) return 0
    for (const entry of entries) inHand.set(entry.id, entry)
    void handle(entries)
    return entries.length
  }

  async function handle(entries: readonly Entry[]): Promise<void> {
    try {
      await options.handle(entries, done)
    } catch (error) {
      world.log.error(
        { kind: options.kind, entries: entries.length, error: String(error), stack: (error as Error).stack },
        'work failed by our own fault; the lease brings it back',
      )
    } finally {
      for (const entry of entries) done(entry)
    }
  }

  async function renew(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await world.clock.sleep(renewEveryMs, signal).catch(() => undefined)
      if (signal.aborted || inHand.size === 0) continue
      await renewLeases(world.db, [...inHand.values()], world.clock.now() + leaseMs).catch(error =>
        world.log.warn({ kind: options.kind, error: String(error) }, 'leases not renewed'),
      )
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const unsubscribe = world.signals.on(`queue:${options.kind}`, rouse)
    const renewing = renew(signal)
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
    await renewing
  }

  /** Waits for the idle time, a wake-up or the end, whichever is first. */
  async function idle(signal: AbortSignal): Promise<void> {
    const sleep = new AbortController()
    const stop = (): void => sleep.abort()
    wakeUp = stop
    signal.addEventListener('abort', stop)
    await world.clock.sleep(idleMs, sleep.signal).catch(() => undefined)
    signal.removeEventListener('abort', stop)
    wakeUp = undefined
  }

  return {
    step,
    get inHand() {
      return inHand.size
    },
    start() {
      if (running) return
      running = true
      stopping = new AbortController()
      ended = run(stopping.signal)
    },
    async stop(graceMs) {
      stopping?.abort()
      await ended
      running = false
      const deadline = world.clock.monotonic() + graceMs
      while (inHand.size > 0 && world.clock.monotonic() < deadline) await world.clock.sleep(20)
      if (inHand.size > 0) await releaseEntries(world.db, [...inHand.values()], world.clock.now())
    },
  }
}
