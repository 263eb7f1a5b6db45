/**
 * What a table's columns are, and the order and selection of its rows, kept by TanStack Table.
 * Numbers are put in order by size, words as the language does; what is absent comes last.
 */
import {
  type ColumnDef,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { type Language, localeOf, type Text, useSpeech } from './words.tsx'

type SortValue = string | number | null | undefined

export interface Column<Row> {
  readonly id: string
  readonly head: Text
  readonly cell: (row: Row) => ReactNode
  /** Makes the column one to sort by, where the whole list is here. */
  readonly sortBy?: (row: Row) => SortValue
  /** As wide as its content; the others share the rest. */
  readonly isTight?: boolean
  readonly isNumber?: boolean
  readonly isDim?: boolean
  /** Cut with an ellipsis rather than wrapped; says which share of the table is its own. */
  readonly cutTo?: string
  /** Heard, not seen: what is in the column speaks for itself. */
  readonly isHeadHidden?: boolean
  /** In a phone's card: its first line, its upper right corner, a line with its head, or nowhere. */
  readonly onPhone?: 'title' | 'corner' | 'line' | 'none'
}

/** The rows somebody has chosen, by their ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly set: (ids: ReadonlySet<string>) => void
}

export interface TableModelOptions<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf?: (row: Row) => string
  /** More rows follow that are not here: nothing can be sorted then. */
  readonly hasMore?: boolean
  readonly selection?: Selection
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features
type Data = Record<string, unknown>

const idOfRow = (row: unknown): string => (row as { id: string }).id

export function useTableModel<Row extends object>(options: TableModelOptions<Row>) {
  const { columns, rows, idOf = idOfRow, hasMore = false, selection } = options
  const { language } = useSpeech()
  const definitions = useMemo(
    () => columns.map(column => definitionOf(column, language)),
    [columns, language],
  )
  const rowSelection = Object.fromEntries(
    [...(selection?.ids ?? [])].map(id => [id, true as const]),
  )
  return useTable<Features, Data>({
    features,
    columns: definitions,
    data: rows as readonly Data[],
    getRowId: row => idOf(row as Row),
    enableSorting: !hasMore && rows.length > 1,
    state: { rowSelection },
    onRowSelectionChange: change => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      selection?.set(new Set(Object.keys(next)))
    },
  })
}
export type TableModel = ReturnType<typeof useTableModel>

function definitionOf<Row>(column: Column<Row>, language: Language): ColumnDef<Features, Data> {
  const { id, sortBy } = column
  if (!sortBy) return { id, enableSorting: false }
  const byValue: SortFn<Features, Data> = (a, b) =>
    compareValues(a.getValue(id) as SortValue, b.getValue(id) as SortValue, language)
  return {
    id,
    accessorFn: row => sortBy(row as Row) ?? undefined,
    sortFn: byValue,
    sortUndefined: 'last',
  }
}

/** Below zero if `a` comes first. */
function compareValues(a: SortValue, b: SortValue, language: Language): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collatorOf(language).compare(String(a ?? ''), String(b ?? ''))
}

const collators = new Map<Language, Intl.Collator>()

/** Making one takes longer than sorting by it. */
function collatorOf(language: Language): Intl.Collator {
  const known = collators.get(language)
  if (known) return known
  const made = new Intl.Collator(localeOf(language), { numeric: true, sensitivity: 'base' })
  collators.set(language, made)
  return made
}
