/** A short word on what has just been done, at the edge of the window, gone after a while. */
import { useSyncExternalStore } from 'react'

interface Told {
  readonly id: number
  readonly message: string
  readonly isBad: boolean
}

const goneAfterMs = 5_000
const most = 3

let told: readonly Told[] = []
let count = 0
const watchers = new Set<() => void>()

export function tell(message: string, { isBad = false } = {}): void {
  const id = ++count
  set([...told, { id, message, isBad }].slice(-most))
  setTimeout(() => set(told.filter(one => one.id !== id)), goneAfterMs)
}

function set(next: readonly Told[]): void {
  told = next
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

export function ToldHere() {
  const list = useSyncExternalStore(subscribe, () => told)
  return (
    <div className="told" role="status" aria-live="polite">
      {list.map(({ id, message, isBad }) => (
        <div key={id} className="told-one" data-tone={isBad ? 'bad' : 'good'}>
          {message}
        </div>
      ))}
    </div>
  )
}
