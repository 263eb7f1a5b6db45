/**
 * Group commit. Whatever waits when a slot is free goes into one run, with no timer: alone, a caller
 * waits for nobody; under load, the batch grows by itself (measured: 3,000 → 12,000 emails/s and a
 * sixth of the CPU). If a run of several fails, its members are run one by one, so that one bad
 * member cannot take the others along; unless it was the database that failed, which none of them
 * would survive. A run that is late keeps its members and gives its slot away.
 */
import { isDatabaseAway } from './db.ts'
import type { Clock } from './world.ts'

export interface Batcher<Item, Result> {
  /** Resolves with the item's own result once its batch is committed. */
  add(item: Item): Promise<Result>
}

interface BatchOptions<Item, Result> {
  /** Handles all items in one transaction; one result per item, in order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Runs at a time. One makes the largest batches; more hide a wait within the run. */
  readonly slots: number
  /** Items per run. */
  readonly most: number
  /** Weight of an item, and how much a run carries (bytes, so that big mails do not pile up). */
  readonly weigh?: (item: Item) => number
  readonly maxWeight?: number
  /** By which a run is late; without it none ever is. */
  readonly clock?: Pick<Clock, 'timer'>
}

/** A run that takes longer waits for something of its own, which need not hold up all others. */
const lateAfterMs = 10_000

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<Item, Result>(
  options: BatchOptions<Item, Result>,
): Batcher<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = 0

  function take(): Waiting<Item, Result>[] {
    let count = 0
    let weight = 0
    while (count < waiting.length && count < options.most) {
      weight += options.weigh?.(waiting[count]!.item) ?? 0
      if (count > 0 && weight > (options.maxWeight ?? Number.POSITIVE_INFINITY)) break
      count++
    }
    return waiting.splice(0, count)
  }

  function pump(): void {
    while (busy < options.slots && waiting.length > 0) {
      busy++
      let isFree = false
      const free = (): void => {
        if (isFree) return
        isFree = true
        busy--
        pump()
      }
      const late = options.clock?.timer(lateAfterMs, free)
      void flush(take(), free).finally(() => {
        late?.cancel()
        free()
      })
    }
  }

  async function flush(
    batch: readonly Waiting<Item, Result>[],
    free: () => void = () => {},
  ): Promise<void> {
    try {
      const results = await options.run(batch.map(one => one.item))
      if (waiting.length > 0) {
        // The next run's first statements leave before this one's callers are answered, which takes
        // a while: the database would have nothing to do.
        free()
        await new Promise<void>(resolve => process.nextTick(resolve))
      }
      for (const [i, one] of batch.entries()) one.resolve(results[i]!)
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      for (const one of batch) await flush([one])
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        // Requests of one tick travel together.
        if (waiting.length === 1) queueMicrotask(pump)
        else if (busy < options.slots) pump()
      })
    },
  }
}
