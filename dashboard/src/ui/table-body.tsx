/**
 * The rows of a table. A few are drawn as they are; of many only those in the window
 * (virtual-body.tsx).
 */
import { laterPart, useLaterPart } from './later-part.ts'
import { moveBetweenRows } from './row-keys.ts'
import type { TableBodyProps } from './table-rows.ts'

/** As many rows a browser draws without anybody noticing. */
const maxPlainRows = 60

/** Exported for tests, which have no files to fetch it from. */
export const virtualPart = laterPart(() => import('./virtual-body.tsx'), 'VirtualBody')

export function TableBody(props: TableBodyProps) {
  const isLong = props.rows.length > maxPlainRows
  const VirtualBody = useLaterPart(virtualPart, isLong)
  if (VirtualBody !== null) return <VirtualBody {...props} />
  return (
    <tbody onKeyDown={moveBetweenRows}>
      {/* Of many the first, until what draws them has come. */}
      {props.rows.slice(0, maxPlainRows).map((row, n) => (
        <tr key={row.id} aria-rowindex={n + 2} data-selected={row.isSelected}>
          {row.cells}
        </tr>
      ))}
    </tbody>
  )
}
