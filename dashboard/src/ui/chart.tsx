/**
 * A chart and what it says: a picture for those who see it, named for those who do not, and its
 * figures as a table, for whoever wants them.
 */
import '@mantine/charts/styles.css'
import { type ReactNode, useState } from 'react'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-model.ts'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

/** What lines and bars are drawn in: what a chart is about first, then what is beside it. */
export const seriesColours = {
  main: 'light-dark(#0b8a63, #3fb58c)',
  other: 'light-dark(#7c4bb0, #b48ae0)',
  bad: 'light-dark(#cf4a3c, #e9776b)',
  calm: 'light-dark(#52606d, #9aa5b1)',
}

interface PictureProps {
  readonly label: string
  readonly isInset?: boolean
  /** Without `accessibilityLayer`: within a picture nothing may take the focus. */
  readonly children: ReactNode
}

/** Where the figures stand in a table beside it. */
export function ChartPicture({ label, isInset = false, children }: PictureProps) {
  return (
    <div className={isInset ? 'chart chart-inset' : 'chart'} role="img" aria-label={label}>
      {children}
    </div>
  )
}

interface ChartProps<Row> extends PictureProps {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
}

export function Chart<Row extends object>({ rows, columns, idOf, ...picture }: ChartProps<Row>) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ChartPicture {...picture} />
      <details className="chart-figures" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>{say(common.asTable)}</summary>
        {isOpen && <DataTable label={picture.label} columns={columns} rows={rows} idOf={idOf} />}
      </details>
    </>
  )
}
