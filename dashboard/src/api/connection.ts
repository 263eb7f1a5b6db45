/**
 * Whether the server can be reached. Every call says how it went; while it cannot, it is asked every
 * few seconds by itself, so that the page goes on without anybody pressing anything.
 */
const askEveryMs = 2_000

let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

export const isConnectionLost = (): boolean => isLost

/** Calls `watch` at every change; the answer ends that. */
export function watchConnection(watch: () => void): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export function unreachable(): void {
  if (!isLost) set(true)
  timer ??= setTimeout(lookAgain, askEveryMs)
}

export function reached(): void {
  clearTimeout(timer)
  timer = undefined
  if (isLost) set(false)
}

/** Resolves once the server answers: at once if nothing is known to be wrong. */
export function whenReachable(): Promise<void> {
  if (!isLost) return Promise.resolve()
  return new Promise(resolve => {
    const end = watchConnection(() => {
      if (isLost) return
      end()
      resolve()
    })
  })
}

/** Asks whether the server is there: for those who notice by other means that it may not be. */
export async function lookAgain(): Promise<void> {
  timer = undefined
  // Any answer will do, even a refusal.
  await fetch('/api/session', { cache: 'no-store' }).then(reached, unreachable)
}

function set(next: boolean): void {
  isLost = next
  for (const watch of [...watchers]) watch()
}
