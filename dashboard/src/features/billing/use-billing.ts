/** How the account stands with money and what plans there are, as the parts of the page ask for it. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answer } from '../../api/calls.ts'
import { sessionKey, useApi } from '../../api/hooks.ts'
import { useFilters } from '../../ui/address-filters.ts'

export type Billing = Answer<'billing.get'>
export type Plan = Answer<'plans.list'>['data'][number]

/** While a payment is awaited: so often the server is asked, which asks the provider. */
const awaitedMs = 6_000

/** `order` in the address: somebody comes back from the provider's page. */
export function useBilling() {
  const { values } = useFilters(['order'])
  const isBack = values.order !== undefined
  const asked = useApi('billing.get', isBack ? { fresh: '1' } : undefined)
  const isAwaited = isBack && asked.data !== undefined && asked.data.order !== null
  useApi('billing.get', { fresh: '1' }, { enabled: isAwaited, everyMs: awaitedMs })
  return asked
}

/** Money was moved: what is shown of it on this page, in the frame and among limits is old. */
export function useMoneyMoved(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: sessionKey })
    void client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => /^(billing|limits|notices)\./.test(String(name)),
    })
  }, [client])
}

/** The price of a plan in a currency; null where it is not sold in it. */
export const priceIn = (plan: Plan | undefined, currency: string) =>
  plan?.prices.find(one => one.currency === currency) ?? null
