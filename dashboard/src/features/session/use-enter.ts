/** Going in with a fresh session: to where somebody was sent away from, or to the last place. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { sessionKey } from '../../api/hooks.ts'
import type { Session } from '../../api/shapes.ts'
import { lastPlace } from '../../app/place.ts'

export function useEnter(): (me: Session, options?: { isNew: boolean }) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  return (me, { isNew } = { isNew: false }) => {
    client.clear()
    client.setQueryData(sessionKey, me)
    // Only a path of ours: `//elsewhere` would be another site.
    const isOurs = next !== undefined && /^\/[^/\\]/.test(next)
    const start = `/projects/${me.projects[0]?.id ?? ''}/test/start`
    // The whole of it, with the filters it had.
    void navigate({ href: isNew ? start : isOurs ? next : lastPlace(me) })
  }
}
