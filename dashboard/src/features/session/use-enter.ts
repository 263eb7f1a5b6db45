/** Going in with a fresh session: to where somebody was sent away from, or to the last place. */
import { useQueryClient } from '@tanstack/react-query'
import { sessionKey } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { lastPlace } from '../../app/place.ts'
import { useNavigate, useSearch } from '../../routing/routing.tsx'

/** By which the account's days begin until somebody chooses another. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

interface EnterOptions {
  readonly isNew?: boolean
  /** Where they were going, unless the address of this page says so. */
  readonly next?: string | undefined
  /** This page is not one to come back to. */
  readonly replace?: boolean
}

export function useEnter(): (me: Session, options?: EnterOptions) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch()
  return (me, { isNew = false, next = search.next, replace = false } = {}) => {
    client.clear()
    client.setQueryData(sessionKey, me)
    // Only a path of ours: `//elsewhere` would be another site.
    const isOurs = next !== undefined && /^\/[^/\\]/.test(next)
    const start = `/projects/${me.projects[0]?.id ?? ''}/test/start`
    // The whole of it, with the filters it had.
    void navigate({ to: isNew ? start : isOurs ? next : lastPlace(me), replace })
  }
}
