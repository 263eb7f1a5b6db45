/** The column of tables that tell the providers of mailboxes apart. */
import { useMemo } from 'react'
import { useProviderName } from '../../ui/provider.ts'
import type { Column } from '../../ui/table-model.ts'
import { overview } from './texts.ts'

export function useProviderColumn<Row extends { readonly provider: string }>(): Column<Row> {
  const providerName = useProviderName()
  return useMemo(
    () => ({
      id: 'provider',
      head: overview.provider,
      cell: row => providerName(row.provider),
      sortBy: row => providerName(row.provider),
      isTight: true,
      onPhone: 'title',
    }),
    [providerName],
  )
}
