/**
 * The history of a letter in the storage of this tab, so that a reload loses none of it. There is one
 * of one letter at a time; what is kept of another letter, or of the same one as it stands no longer,
 * is thrown away.
 */
import { type Minutes, placeOfChange, type States } from './draft-states.ts'

const storageKey = 'malote-letter-history'

/** In characters, of each list; browsers give a tab some five millions for all that it keeps. */
export const maxKept = 500_000

interface LetterHistory<Value> {
  readonly states: States<Value>
  readonly minutes: Minutes<Value>
}

export function keepHistory<Value>(
  letter: string,
  { states, minutes }: LetterHistory<Value>,
): void {
  const past = nearest(states.past.toReversed()).reverse()
  const future = nearest(states.future)
  const kept = { letter, past, now: states.now, future, minutes: minutesOf(minutes) }
  try {
    if (past.length + future.length === 0) forgetHistory(letter)
    else sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // No room, or no storage: a reload begins anew.
    forgetHistory(letter)
  }
}

const minutesOf = <Value>({ past, now }: Minutes<Value>) => ({
  past: nearest(past.toReversed()).reverse(),
  at: now.at,
})

/** As many as there is room for, from the first on. */
function nearest<Value>(list: readonly Value[]): Value[] {
  let room = maxKept
  const isIn = (one: Value): boolean => {
    room -= JSON.stringify(one).length
    return room >= 0
  }
  const out = list.findIndex(one => !isIn(one))
  return list.slice(0, out === -1 ? list.length : out)
}

/** What is kept of this letter; null, and nothing kept any more, if it stands otherwise now. */
export function keptHistory<Value>(letter: string, now: Value): LetterHistory<Value> | null {
  const kept = stored<Value>()
  if (kept?.letter !== letter) return null
  const { past, future, minutes } = kept
  if (placeOfChange(kept.now, now) !== null) {
    forgetHistory(letter)
    return null
  }
  return {
    states: { past, now, future, at: 0, place: '' },
    minutes: { past: minutes.past, now: { at: minutes.at, value: now } },
  }
}

/** Of that letter, or of whichever there is. */
export function forgetHistory(letter?: string): void {
  try {
    if (letter === undefined || stored()?.letter === letter) sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing is kept where there is no storage.
  }
}

interface TabRecord<Value> {
  readonly letter: string
  readonly past: readonly Value[]
  readonly now: Value
  readonly future: readonly Value[]
  readonly minutes: { readonly past: Minutes<Value>['past']; readonly at: number }
}

function stored<Value>(): TabRecord<Value> | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as TabRecord<Value> | null
  } catch {
    return null
  }
}
