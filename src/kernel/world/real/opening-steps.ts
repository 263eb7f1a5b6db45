/**
 * What opening a database does, told as it begins and every two seconds while it lasts, since somebody
 * may be waiting for it.
 */
export type OpeningStep =
  | { readonly kind: 'making_data' | 'starting_server'; readonly folder: string }
  /** The server recovers, or another process is starting or stopping it. */
  | { readonly kind: 'waiting_for_server'; readonly seconds: number }
  /** Another start has the migrations in hand. */
  | { readonly kind: 'waiting_for_migrations' }
  /** `done` of `count` have run. */
  | { readonly kind: 'migrating'; readonly done: number; readonly count: number }

export type TellStep = (step: OpeningStep) => void

const tellEveryMs = 2_000

/** Whether it is time to tell again, `afterMs` after the last time. */
export function everySoOften(now: () => number, afterMs = tellEveryMs): () => boolean {
  let last = now()
  return () => {
    if (now() - last < afterMs) return false
    last = now()
    return true
  }
}
