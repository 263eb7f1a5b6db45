/** Where the clock of test mode stands; read often while it is being advanced. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'

const hourMs = 3_600_000

/** How far it is ahead, in ms. Advancing takes a while, which nobody asked for: days say whole hours. */
export function aheadOf({ ahead_s: seconds }: { readonly ahead_s: number }): number {
  const ms = seconds * 1000
  return ms < 24 * hourMs ? ms : Math.round(ms / hourMs) * hourMs
}

const advancingMs = 700
const readyMs = 30_000

/** `isForced`: on pages that show test mode whatever mode they are in. */
export function useTestClock({ isForced = false } = {}) {
  const { project, mode } = useWhere()
  const isThere = project !== '' && (isForced || mode === 'test')
  const clock = useApi('project.testClock.get', { mode: 'test' }, { enabled: isThere })
  const isAdvancing = clock.data?.status === 'advancing'
  // The same call again only for its pace, which depends on what it answered.
  useApi(
    'project.testClock.get',
    { mode: 'test' },
    { enabled: isThere, everyMs: isAdvancing ? advancingMs : readyMs },
  )
  useFreshAfter(isAdvancing)
  const { data, dataUpdatedAt } = clock
  /** The time in this mode, in ms. */
  const now = useCallback(
    () => (data && isThere ? Date.parse(data.now) + (Date.now() - dataUpdatedAt) : Date.now()),
    [data, dataUpdatedAt, isThere],
  )
  return { clock: isThere ? data : undefined, isAdvancing, now }
}

/** What happened on the way is everywhere: all that is shown is read again when it arrives. */
function useFreshAfter(isAdvancing: boolean): void {
  const client = useQueryClient()
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isAdvancing) void client.invalidateQueries()
    was.current = isAdvancing
  }, [isAdvancing, client])
}
