/**
 * What is written behind: it is noted in memory, and a run some time later writes what has gathered
 * by then. One run at a time, whoever asks for it.
 */
import type { Clock } from './world.ts'

interface LateWriter {
  /** Has a run begin after so long, unless one is to begin already. */
  writeIn(ms: number): void
  /** Resolves when all that was noted before is written, or cannot be. */
  flush(): Promise<void>
}

interface LateWriting {
  readonly isWaiting: () => boolean
  /** Writes what waits; false: it could not, and is to be tried again. Never throws. */
  readonly run: () => Promise<boolean>
}

export function createLateWriter(
  clock: Pick<Clock, 'timer'>,
  { isWaiting, run }: LateWriting,
): LateWriter {
  let isTimed = false
  let writing: Promise<boolean> | null = null

  function write(): Promise<boolean> {
    writing ??= run().finally(() => {
      writing = null
    })
    return writing
  }

  return {
    writeIn(ms) {
      if (isTimed) return
      isTimed = true
      clock.timer(ms, () => {
        isTimed = false
        void write()
      })
    },
    async flush() {
      // What is being written may have begun without the last ones.
      await writing
      while (isWaiting() && (await write()));
    },
  }
}
