/** Saving a draft by itself a moment after it was changed, one call at a time. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'

const quietMs = 700

type Saving = 'saved' | 'waiting' | 'saving' | 'refused'

export interface Autosave {
  readonly state: Saving
  /** Why what is shown is not what is kept. */
  readonly error: ApiError | null
  /** Saves at once what waits. Answers whether all is kept. */
  readonly flush: () => Promise<boolean>
}

/** `save` is called with the newest value; what changes meanwhile is saved after it. */
export function useAutosave<Value>(
  value: Value,
  save: (value: Value) => Promise<unknown>,
): Autosave {
  const saved = useRef(value)
  const latest = useRef({ value, save })
  latest.current = { value, save }
  const running = useRef<Promise<boolean> | null>(null)
  const [state, setState] = useState<Saving>('saved')
  const [error, setError] = useState<ApiError | null>(null)
  const flush = useCallback((): Promise<boolean> => {
    const saveAll = async (): Promise<boolean> => {
      while (saved.current !== latest.current.value) {
        const { value: given, save: keep } = latest.current
        setState('saving')
        try {
          await keep(given)
        } catch (thrown) {
          setError(thrown instanceof ApiError ? thrown : new ApiError(0, null))
          setState('refused')
          return false
        }
        saved.current = given
        setError(null)
      }
      setState('saved')
      return true
    }
    running.current ??= saveAll().finally(() => {
      running.current = null
    })
    return running.current
  }, [])
  useEffect(() => {
    if (value === saved.current) {
      // It was taken back to what is kept; what is under way is told of by itself.
      if (running.current === null) {
        setError(null)
        setState('saved')
      }
      return
    }
    setState(before => (before === 'saving' ? before : 'waiting'))
    const timer = setTimeout(() => void flush(), quietMs)
    return () => clearTimeout(timer)
  }, [value, flush])
  // Whoever leaves the page in between has it kept, too.
  useEffect(() => () => void flush(), [flush])
  return { state, error, flush }
}
