/**
 * The states that a draft had, which is one value: step by step, and minute by minute for going back
 * further than anybody would by single steps.
 */

/** A draft is a few kilobytes; so many steps back are more than anybody remembers. */
export const maxStates = 50
/** What is typed without a longer pause at one place is taken back at once. */
const togetherMs = 1_000

export interface States<Value> {
  readonly past: readonly Value[]
  readonly now: Value
  readonly future: readonly Value[]
  /** When and where it was changed last. */
  readonly at: number
  readonly place: string
}

export const firstState = <Value>(now: Value): States<Value> => ({
  past: [],
  now,
  future: [],
  at: 0,
  place: '',
})

/** A further state; what was taken back before is gone. */
export function noted<Value>(states: States<Value>, now: Value, at: number): States<Value> {
  const place = placeOfChange(states.now, now)
  if (place === null) return { ...states, now }
  const isSame = place !== '' && place === states.place && at - states.at < togetherMs
  const past = isSame ? states.past : [...states.past, states.now].slice(-maxStates)
  return { past, now, future: [], at, place }
}

export function undone<Value>(states: States<Value>): States<Value> {
  const { past, now, future } = states
  if (past.length === 0) return states
  return { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], at: 0, place: '' }
}

export function redone<Value>(states: States<Value>): States<Value> {
  const { past, now, future } = states
  if (future.length === 0) return states
  return { past: [...past, now], now: future[0]!, future: future.slice(1), at: 0, place: '' }
}

/** The path of the one text in which two values differ; empty: in more; null: in nothing. */
export function placeOfChange(before: unknown, after: unknown): string | null {
  if (Object.is(before, after)) return null
  if (typeof before === 'string' && typeof after === 'string') return '.'
  if (!isHolder(before) || !isHolder(after) || Array.isArray(before) !== Array.isArray(after)) {
    return ''
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const places = [...names].flatMap(name => {
    const place = placeOfChange(before[name], after[name])
    return place === null ? [] : [place === '' ? '' : `${name}/${place}`]
  })
  return places.length === 0 ? null : places.length === 1 ? places[0]! : ''
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const minuteMs = 60_000
/** An hour of work, or more of one with pauses. */
export const maxMinutes = 60

interface Minute<Value> {
  /** When it came to be so. */
  readonly at: number
  readonly value: Value
}

export interface Minutes<Value> {
  /** Oldest first. */
  readonly past: readonly Minute<Value>[]
  readonly now: Minute<Value>
}

/** A further state: the one before is kept if it was the last of its minute. */
export function ticked<Value>({ past, now }: Minutes<Value>, next: Minute<Value>): Minutes<Value> {
  const isSame = Math.floor(now.at / minuteMs) === Math.floor(next.at / minuteMs)
  return { past: isSame ? past : [...past, now].slice(-maxMinutes), now: next }
}
