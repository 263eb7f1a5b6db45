/**
 * Of many rows only those in the window, with as much room before and after them as the others would
 * take; fetched by itself, since most lists are short (table-body.tsx).
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { moveBetweenRows } from './row-keys.ts'
import type { TableBodyProps } from './table-rows.ts'

const usualRowPx = 45
const overscanRows = 12

export function VirtualBody({ rows, columnCount }: TableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // What stands above the table may come and go: the place is looked up whenever it is drawn.
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + window.scrollY))
  })
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualRowPx,
    getItemKey: n => rows[n]!.id,
    overscan: overscanRows,
    // A row that is not laid out (its tab is hidden) is as high as others are.
    measureElement: row => row.getBoundingClientRect().height || usualRowPx,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <tbody ref={body} onKeyDown={moveBetweenRows}>
      <Gap px={before} columnCount={columnCount} />
      {items.map(({ index, key }) => (
        <tr
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-rowindex={index + 2}
          data-selected={rows[index]!.isSelected}
        >
          {rows[index]!.cells}
        </tr>
      ))}
      <Gap px={after} columnCount={columnCount} />
    </tbody>
  )
}

function Gap({ px, columnCount }: { px: number; columnCount: number }) {
  if (px <= 0) return null
  return (
    <tr aria-hidden className="gap">
      <td colSpan={columnCount} style={{ height: px }} />
    </tr>
  )
}
