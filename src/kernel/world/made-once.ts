/**
 * What strangers may read and what costs much to make: made once for all who read it, and kept for
 * a while within a bound of memory. Who asks while it is made waits for the same.
 */
import type { Clock } from './world.ts'

interface CacheEntry<Made> {
  readonly made: Promise<Made>
  readonly until: number
  /** UTF-16 units; 0 while it is made. */
  weight: number
}

interface Bounds<Made> {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly keptMs: number
  readonly maxKept: number
  /** Of all together. What alone is heavier is not kept. */
  readonly maxWeight: number
  readonly weigh: (made: Made) => number
}

export interface MadeOnce<Made> {
  /** What is kept under a key, or what is made now; what fails is not kept. */
  get(key: string, make: () => Promise<Made>): Promise<Made>
}

export function createMadeOnce<Made>(bounds: Bounds<Made>): MadeOnce<Made> {
  const { clock, keptMs, maxKept, maxWeight, weigh } = bounds
  const all = new Map<string, CacheEntry<Made>>()
  let weight = 0

  function drop(key: string, one: CacheEntry<Made>): void {
    if (all.get(key) !== one) return
    all.delete(key)
    weight -= one.weight
  }

  /** The longest unused first. */
  function makeRoom(): void {
    for (const [key, one] of all) {
      if (all.size <= maxKept && weight <= maxWeight) return
      drop(key, one)
    }
  }

  return {
    get(key, make) {
      const known = all.get(key)
      if (known !== undefined && known.until > clock.monotonic()) {
        all.delete(key)
        all.set(key, known)
        return known.made
      }
      if (known !== undefined) drop(key, known)
      const one: CacheEntry<Made> = { made: make(), until: clock.monotonic() + keptMs, weight: 0 }
      all.set(key, one)
      one.made.then(
        made => {
          if (all.get(key) !== one) return
          one.weight = weigh(made)
          weight += one.weight
          makeRoom()
        },
        () => drop(key, one),
      )
      return one.made
    },
  }
}
