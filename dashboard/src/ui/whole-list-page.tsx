/** The page of a list that is short enough to be here whole: found by name, put in order by column. */
import type { ReactNode } from 'react'
import type { ApiError } from '../api/client.ts'
import { useFilters } from './address-filters.ts'
import { FilterBar } from './filters.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'
import { None } from './show.tsx'
import { listTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

interface NamedItem {
  readonly id: string
  readonly name: string
}

interface WholeListPageProps<Row> extends Omit<ListPageProps<Row>, 'query' | 'above' | 'none'> {
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly error: ApiError | null
    readonly refetch: () => unknown
  }
  readonly children?: ReactNode
}

/** Without marks and case, as people type. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function WholeListPage<Row extends NamedItem>({ query, ...rest }: WholeListPageProps<Row>) {
  const say = useSay()
  const filters = useFilters(['q'])
  const { q } = filters.values
  const data = q ? query.data?.filter(row => plain(row.name).includes(plain(q))) : query.data
  return (
    <ListPage
      {...rest}
      query={{ ...query, data }}
      above={
        <FilterBar
          filters={filters}
          fields={[{ name: 'q', kind: 'search', label: words.byName }]}
        />
      }
      {...(q ? { none: <None>{say(words.noneFit)}</None> } : {})}
    />
  )
}
