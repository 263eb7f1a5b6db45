/** What draws the rows of a table is given, whichever does. */
import type { ReactNode } from 'react'

export interface BodyRow {
  readonly id: string
  readonly isSelected: boolean
  readonly cells: ReactNode
}

export interface TableBodyProps {
  readonly rows: readonly BodyRow[]
  readonly columnCount: number
}
