/** A list in a card: loading, refused, empty, its table, and the pages that follow. */
import type { ReactNode } from 'react'
import type { ApiError } from '../api/client.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { MoreButton } from './more.tsx'
import { Loaded, Section } from './show.tsx'
import { listTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

interface ListQuery<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: ApiError | null
  readonly refetch: () => unknown
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}

export interface ListSectionProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'hasMore'> {
  readonly query: ListQuery<Row>
  /** What stands there instead if nothing is in the list. */
  readonly empty: ReactNode
  readonly title?: string
  readonly about?: string
}

export function ListSection<Row extends object>(props: ListSectionProps<Row>) {
  const say = useSay()
  const { query, empty, title, about, ...table } = props
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query
  return (
    <>
      <Section {...(title ? { title } : {})} {...(about ? { about } : {})} flush>
        {/* Always there, so that what a filter leaves is read out. */}
        <div role="status" className="sr-only">
          {query.data && say(hasNextPage ? words.moreThan : words.count, { n: query.data.length })}
        </div>
        <Loaded query={query} lines={8}>
          {rows =>
            rows.length === 0 ? empty : <DataTable {...table} rows={rows} hasMore={hasNextPage} />
          }
        </Loaded>
      </Section>
      {fetchNextPage && <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />}
    </>
  )
}
