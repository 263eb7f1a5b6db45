/**
 * Undo and redo over a whole draft: each state that it had, and how it stood minute by minute; what a
 * reload finds again is kept by the tab (kept-history.ts).
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import {
  firstState,
  type Minutes,
  maxStates,
  noted,
  redone,
  type States,
  ticked,
  undone,
} from './draft-states.ts'
import { keepHistory, keptHistory } from './kept-history.ts'

export interface History {
  /** How it stood, newest first. */
  readonly minutes: readonly { readonly at: number; readonly goBack: () => void }[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
}

/** Notes each value that it is given; `letter` names what a reload of the page finds it by. */
export function useHistory<Value>(
  value: Value,
  set: (value: Value) => void,
  letter?: string,
): History {
  const { states, minutes } = useKept(value, letter)
  const latest = useRef(set)
  latest.current = set
  const [, turn] = useReducer((n: number) => n + 1, 0)
  const keep = useCallback(
    (next: States<Value>) => {
      states.current = next
      minutes.current = ticked(minutes.current, { at: Date.now(), value: next.now })
    },
    [states, minutes],
  )
  if (!Object.is(states.current.now, value)) keep(noted(states.current, value, Date.now()))
  const go = useCallback(
    (move: (states: States<Value>) => States<Value>) => {
      const next = move(states.current)
      if (next === states.current) return
      keep(next)
      latest.current(next.now)
      turn()
    },
    [keep, states],
  )
  const goTo = (back: Value) =>
    go(({ past, now }) => ({
      ...firstState(back),
      past: [...past, now].slice(-maxStates),
    }))
  return {
    minutes: minutes.current.past.toReversed().map(({ at, value: back }) => ({
      at,
      goBack: () => goTo(back),
    })),
    canUndo: states.current.past.length > 0,
    canRedo: states.current.future.length > 0,
    undo: useCallback(() => go(undone), [go]),
    redo: useCallback(() => go(redone), [go]),
  }
}

/** What this tab has kept of it to begin with, and keeping it again as the page is left. */
function useKept<Value>(value: Value, letter: string | undefined) {
  const [first] = useState(() => {
    const kept = letter === undefined ? null : keptHistory(letter, value)
    return (
      kept ?? { states: firstState(value), minutes: { past: [], now: { at: Date.now(), value } } }
    )
  })
  const states = useRef<States<Value>>(first.states)
  const minutes = useRef<Minutes<Value>>(first.minutes)
  useEffect(() => {
    if (letter === undefined) return
    const keep = () => keepHistory(letter, { states: states.current, minutes: minutes.current })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [letter])
  return { states, minutes }
}

/** The history of more than the letter, where there is one. */
const HistoryContext = createContext<History | null>(null)
export const HistoryProvider = HistoryContext.Provider
export const useGivenHistory = (): History | null => useContext(HistoryContext)

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, but for windows above the page and inputs beside the letter. */
export function useHistoryKeys({ undo, redo }: History): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && isOurs(event.target)
      const key = event.key.toLowerCase()
      if (!isMeant || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}

function isOurs(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('[role="dialog"]')) return false
  const isTyped = target.matches('input, textarea, select, [contenteditable="true"]')
  return !isTyped || target.closest('.letter-editor') !== null
}
