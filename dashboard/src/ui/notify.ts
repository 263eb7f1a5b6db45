/**
 * A short word on what has just been done, at the edge of the window; it can be closed or held. What
 * shows it is fetched with the first word: what is said before it is there waits for it.
 */
import { loadPatiently } from './lazy-page.ts'
import { common } from './texts.ts'
import { spokenLanguage } from './words.tsx'

let fetched: Promise<typeof import('./notices.tsx')> | undefined

/** Brings what shows notices, which keeps what it is told until it stands in the page. */
export function loadNotices(): Promise<typeof import('./notices.tsx')> {
  fetched ??= loadPatiently(() => import('./notices.tsx')).catch(error => {
    fetched = undefined
    throw error
  })
  return fetched
}

let areWanted = false
const watchers = new Set<() => void>()

export const areNoticesWanted = (): boolean => areWanted
export function watchNotices(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** `isPart`: it was done, and something is still missing. */
export function notify(message: string, { isBad = false, isPart = false } = {}): void {
  areWanted = true
  for (const tell of watchers) tell()
  const word = {
    message,
    color: isBad ? 'red.8' : isPart ? 'yellow.8' : 'pouch',
    // A refusal interrupts who listens; what went well waits for a pause.
    role: isBad ? 'alert' : 'status',
    className: 'notice',
    closeButtonProps: { 'aria-label': common.close[spokenLanguage()] },
  }
  // Without its file there is nowhere to say so.
  loadNotices().then(
    ({ showNotice }) => showNotice(word),
    () => {},
  )
}
