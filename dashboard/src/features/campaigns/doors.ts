/** Where a number of the report leads: to the people that it counts. */
import { useCallback } from 'react'
import { useWhere } from '../../api/where.ts'

type Narrowing = Readonly<Partial<Record<'state' | 'reason' | 'link' | 'variant', string>>>

export function useDoor(id: string): (to: Narrowing) => string {
  const where = useWhere()
  return useCallback(
    to => where.to(`/campaigns/${id}?${new URLSearchParams({ tab: 'people', ...to }).toString()}`),
    [where, id],
  )
}
