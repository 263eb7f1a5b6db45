/**
 * Work of which there is much, and none of it urgent, done one piece after the other in stretches:
 * between two of them everything else that waits for this thread has its turn; while something
 * urgent is under way, between two pieces.
 */
import type { Part } from './runtime.ts'
import type { Clock } from './world.ts'

interface Stretches {
  /** Resolves when the next piece may begin; a piece is what its caller does then, without a wait. */
  turn(): Promise<void>
  /** Something urgent has come. */
  noteUrgent(): void
  /** Resolves when nothing urgent has come lately, and after a while in any case. */
  calm(): Promise<void>
}

/** Longer than that nothing waits for a stretch; the last piece of it may go beyond. */
const maxStretchMs = 2
/** So long after something urgent has come, one piece is done between what else there is. */
const urgentMs = 30
const restMs = 4
/** Where urgent things come all the time, the others still go on. */
const maxCalmMs = 60

function createStretches(clock: Pick<Clock, 'monotonic' | 'sleep'>): Stretches {
  let begun = Number.NEGATIVE_INFINITY
  let urgentUntil = Number.NEGATIVE_INFINITY
  let last: Promise<void> = Promise.resolve()
  const turn = async (): Promise<void> => {
    const now = clock.monotonic()
    if (now >= urgentUntil && now - begun < maxStretchMs) return
    await clock.sleep(0)
    begun = clock.monotonic()
  }
  return {
    turn() {
      last = last.then(turn)
      return last
    },
    noteUrgent() {
      urgentUntil = clock.monotonic() + urgentMs
    },
    async calm() {
      const begin = clock.monotonic()
      for (let now = begin; now < urgentUntil && now - begin < maxCalmMs; ) {
        await clock.sleep(restMs)
        now = clock.monotonic()
      }
    },
  }
}

/** What marketing does on this thread, where mail comes first that somebody waits for. */
export const bulkStretches: Part<Stretches, { readonly clock: Clock }> = {
  name: 'stretches of bulk work',
  make: ({ clock }) => createStretches(clock),
}
