/** Work of which so much is done at a time. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Others wait until one has ended, first come, first served. */
export function createTurns(max: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= max) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on, not given back, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
