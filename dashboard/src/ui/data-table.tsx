/**
 * The one table: columns as data, sorting, selection, rows drawn only where one looks once there are
 * many, cards instead of rows on a phone (later.css), arrow keys from row to row. Pages of a list
 * and its states are around it (list-section.tsx), filters beside it (filters.tsx).
 */
import { Checkbox } from '@mantine/core'
import { IconChevronDown, IconSelector } from './icons.ts'
import { Scroll } from './show.tsx'
import { TableBody } from './table-body.tsx'
import {
  type Column,
  type TableModel,
  type TableModelOptions,
  useTableModel,
} from './table-model.ts'
import type { BodyRow } from './table-rows.ts'
import { tableTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

export interface DataTableProps<Row> extends TableModelOptions<Row> {
  /** What the table is, for those who do not see it. */
  readonly label: string
  /** What a row is called where it is selected. */
  readonly nameOf?: (row: Row) => string
  /** More columns than fit a narrow window: the table scrolls in its place. */
  readonly isWide?: boolean
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, selection, hasMore = false, isWide = false } = props
  const model = useTableModel(props)
  const isSelectable = selection !== undefined
  const shown = model.getRowModel().rows.map(
    (row): BodyRow => ({
      id: row.id,
      isSelected: isSelectable && row.getIsSelected(),
      cells: <Cells {...props} row={row.original as Row} modelRow={row} />,
    }),
  )
  const table = (
    <table
      className="table cards"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          {isSelectable && <SelectAll model={model} />}
          {columns.map(column => (
            <Head key={column.id} column={column} model={model} />
          ))}
        </tr>
      </thead>
      <TableBody rows={shown} columnCount={columns.length + (isSelectable ? 1 : 0)} />
    </table>
  )
  return isWide ? <Scroll label={label}>{table}</Scroll> : table
}

function SelectAll({ model }: { model: TableModel }) {
  const say = useSay()
  return (
    <th className="tight">
      <Checkbox
        size="xs"
        checked={model.getIsAllRowsSelected()}
        indeterminate={model.getIsSomeRowsSelected()}
        onChange={model.getToggleAllRowsSelectedHandler()}
        aria-label={say(words.selectAll)}
      />
    </th>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function Head<Row>({ column, model }: { column: Column<Row>; model: TableModel }) {
  const say = useSay()
  const { head, isHeadHidden } = column
  const own = model.getColumn(column.id)
  if (!own?.getCanSort()) {
    return (
      <th className={classOf(column)}>
        {isHeadHidden ? <span className="sr-only">{say(head)}</span> : say(head)}
      </th>
    )
  }
  const sorted = own.getIsSorted()
  return (
    <th className={classOf(column)} aria-sort={sorted ? ariaSort[sorted] : 'none'}>
      <button type="button" className="sort" onClick={() => own.toggleSorting()}>
        {say(head)}
        {sorted ? (
          <IconChevronDown size={14} aria-hidden data-order={sorted} />
        ) : (
          <IconSelector size={14} aria-hidden />
        )}
      </button>
    </th>
  )
}

interface CellsProps<Row> extends DataTableProps<Row> {
  readonly row: Row
  readonly modelRow: ReturnType<TableModel['getRowModel']>['rows'][number]
}

function Cells<Row>({ columns, selection, nameOf, row, modelRow }: CellsProps<Row>) {
  const say = useSay()
  return (
    <>
      {selection && (
        <td className="tight above" data-phone="corner">
          <Checkbox
            size="xs"
            checked={modelRow.getIsSelected()}
            onChange={modelRow.getToggleSelectedHandler()}
            aria-label={say(words.select, { name: nameOf?.(row) ?? modelRow.id })}
          />
        </td>
      )}
      {columns.map(column => (
        <td
          key={column.id}
          className={classOf(column)}
          data-phone={column.onPhone ?? 'line'}
          data-head={column.isHeadHidden ? undefined : say(column.head)}
          {...(column.cutTo ? { style: { width: column.cutTo } } : {})}
        >
          {column.cell(row)}
        </td>
      ))}
    </>
  )
}

const classOf = <Row,>(column: Column<Row>): string =>
  [
    column.isTight && 'tight',
    column.isNumber && 'number',
    column.isDim && 'dim',
    column.cutTo && 'cut',
  ]
    .filter(Boolean)
    .join(' ')
