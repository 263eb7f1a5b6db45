/**
 * What a start or a busy hour leaves (pages of the young generation above all, that V8 keeps for more of
 * the same) goes back to the machine in a moment in which nothing is done. An idle process collects too
 * seldom to come to it by itself: 110 MB stay instead of 185. It takes some 0.1 to 0.4 s, in which
 * nobody is answered; that is why it waits for such a moment, and for something to give back.
 */
import { performance } from 'node:perf_hooks'
import type { Clock } from '../world.ts'

interface Memory {
  /** Of the time since the last question, the share in which the main thread did something. */
  busyShare(): number
  /** What the process holds of the machine's memory. */
  residentBytes(): number
  collect(): Promise<void>
}

const everyMs = 15_000
const idleBelow = 0.1
const worthBytes = 32 * 1024 * 1024

/** Until the returned function is called. */
export function giveBackIdleMemory(
  clock: Pick<Clock, 'sleep'>,
  memory: Memory = memoryOfProcess(),
): () => void {
  const over = new AbortController()
  // Without an inspector in this Node it stays as it is.
  watch(clock, memory, over.signal).catch(() => undefined)
  return () => over.abort()
}

async function watch(
  clock: Pick<Clock, 'sleep'>,
  memory: Memory,
  signal: AbortSignal,
): Promise<void> {
  memory.busyShare()
  let leftBytes = 0
  let hasCollected = false
  for (;;) {
    await clock.sleep(everyMs, signal).catch(() => undefined)
    if (signal.aborted) return
    const isIdle = memory.busyShare() < idleBelow
    const bytes = memory.residentBytes()
    // The system takes pages back some time after they are given.
    if (hasCollected) leftBytes = bytes
    hasCollected = isIdle && bytes >= leftBytes + worthBytes
    if (hasCollected) await memory.collect()
  }
}

export function memoryOfProcess(): Memory {
  let since = performance.eventLoopUtilization()
  return {
    busyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, since)
      since = now
      return utilization
    },
    residentBytes: () => process.memoryUsage.rss(),
    async collect() {
      const { Session } = await import('node:inspector/promises')
      const session = new Session()
      session.connect()
      try {
        await session.post('HeapProfiler.collectGarbage')
      } finally {
        session.disconnect()
      }
    },
  }
}
