/** What people spent after a click in campaigns, as a text for each: currencies beside each other. */
import { useCallback } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useNumbers } from '../../ui/time.tsx'

/** As many as the server takes in a call. */
const maxAsked = 100

interface Revenue {
  /** Whether the project says what revenue is. */
  readonly isKnown: boolean
  readonly event: string
  readonly within: string
  /** Empty where nothing was spent. */
  readonly of: (id: string) => string
}

export function useRevenue(ids: readonly string[], everyMs?: number): Revenue {
  const { money } = useNumbers()
  const asked = ids.slice(0, maxAsked)
  const { data } = useApi(
    'project.campaigns.revenue',
    { ids: asked.join(',') },
    { enabled: asked.length > 0, keepsPrevious: true, ...(everyMs ? { everyMs } : {}) },
  )
  const of = useCallback(
    (id: string) =>
      (data?.data ?? [])
        .filter(row => row.campaign_id === id)
        .map(({ amount, currency }) => money(amount, currency))
        .join(' + '),
    [data, money],
  )
  const event = data?.event ?? ''
  return { isKnown: event !== '', event, within: data?.within ?? '', of }
}
