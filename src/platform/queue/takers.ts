/**
 * Which loops of this process take work from the transaction that makes it. Work that is due at once
 * is then born as claimed: its maker need not be woken, look for it and claim it, which costs an
 * update of every index of the queue.
 */
import type { Signals } from '#kernel/world/world.ts'
import type { Entry, Kind } from './store.ts'

export interface Taker {
  /** How much it can take now; 0 while older work waits. Looked at, not reserved. */
  readonly room: number
  /** Until when work that is made now is its own. */
  leaseUntil(): number
  /** Told after the commit, with the end of the lease as it was written. */
  take(entries: readonly Entry[], leaseUntil: number): void
}

/** By what the loops of one process share. */
const takers = new WeakMap<Signals, Map<Kind, Taker>>()

/** Returns the function that ends it. */
export function addTaker(signals: Signals, kind: Kind, taker: Taker): () => void {
  const own = takers.get(signals) ?? new Map<Kind, Taker>()
  takers.set(signals, own.set(kind, taker))
  return () => {
    if (own.get(kind) === taker) own.delete(kind)
  }
}

/** Who takes this much new work of a kind, if anybody does. */
export function takerOf(signals: Signals, kind: Kind, count: number): Taker | null {
  const taker = takers.get(signals)?.get(kind)
  return taker && count <= taker.room ? taker : null
}
