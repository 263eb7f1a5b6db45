/**
 * The page of a list that is short enough to be here whole: found by name and folder, put in order
 * by column.
 */
import { type ReactNode, useMemo } from 'react'
import type { ApiError } from '../api/client.ts'
import { useFilters } from './address-filters.ts'
import { FilterBar, type FilterField } from './filters.tsx'
import {
  byFolder,
  type FilingCall,
  type FolderRow,
  folderColumn,
  foldersOf,
  nowhere,
} from './folder.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'
import { None } from './show.tsx'
import type { Column } from './table-model.ts'
import { listTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

interface WholeListPageProps<Row> extends Omit<ListPageProps<Row>, 'query' | 'above' | 'none'> {
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly error: ApiError | null
    readonly refetch: () => unknown
  }
  readonly children?: ReactNode
  /** Where rows lie in folders: what puts one there. */
  readonly filing?: FilingCall
}

/** Without marks and case, as people type. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const byName: FilterField<'q' | 'folder'> = { name: 'q', kind: 'search', label: words.byName }

export function WholeListPage<Row extends FolderRow>({
  query,
  columns,
  filing,
  ...rest
}: WholeListPageProps<Row>) {
  const say = useSay()
  const filters = useFilters(['q', 'folder'])
  const { q, folder } = filters.values
  const folders = useMemo(() => foldersOf(query.data), [query.data])
  const data = query.data?.filter(
    row =>
      (!q || plain(row.name).includes(plain(q))) && (!folder || (row.folder ?? nowhere) === folder),
  )
  return (
    <ListPage
      {...rest}
      columns={useFiledColumns(columns, folders, filing)}
      query={{ ...query, data }}
      above={
        <FilterBar
          filters={filters}
          fields={folders.length > 0 || folder ? [byName, byFolder(folders)] : [byName]}
        />
      }
      {...(q || folder ? { none: <None>{say(words.noneFit)}</None> } : {})}
    />
  )
}

/** With the folder behind the name. */
function useFiledColumns<Row extends FolderRow>(
  columns: readonly Column<Row>[],
  folders: readonly string[],
  filing: FilingCall | undefined,
): readonly Column<Row>[] {
  return useMemo(() => {
    if (filing === undefined) return columns
    const [name, ...others] = columns
    const folder: Column<Row> = {
      ...folderColumn<Row>(filing, folders, row => row),
      sortBy: row => row.folder ?? '',
    }
    return [name!, folder, ...others]
  }, [columns, folders, filing])
}
