/** Blocks beside each other; on a phone they come one below the other. */
import { useSay } from '../../ui/words.tsx'
import { BlockList, type ColumnsFormProps } from './block-list.tsx'
import { maxColumns } from './design.ts'
import { Choice } from './fields.tsx'
import { blockTexts as words } from './texts.ts'

export function ColumnsForm({ block, set }: ColumnsFormProps) {
  const say = useSay()
  const { columns } = block
  const resize = (count: number) => {
    const more = Array.from({ length: Math.max(0, count - columns.length) }, () => [])
    // What stood in a column that goes away is not lost: it comes below in the last that stays.
    const kept = columns.slice(0, count)
    const rest = columns.slice(count).flat()
    set({ ...block, columns: [...kept.with(-1, [...kept.at(-1)!, ...rest]), ...more] })
  }
  return (
    <Choice
      label={say(words.columnCount)}
      value={String(columns.length)}
      set={count => resize(Number(count))}
      data={Array.from({ length: maxColumns }, (_, n) => ({
        value: String(n + 1),
        label: String(n + 1),
      }))}
    />
  )
}

/** The columns in the letter, each with its blocks. */
export function DrawnColumns({ block, set, fault, isFull }: ColumnsFormProps) {
  const say = useSay()
  const { columns } = block
  return (
    <div className="drawn-columns" data-count={columns.length}>
      {columns.map((column, n) => (
        <BlockList
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          key={n}
          label={say(words.column, { n: n + 1 })}
          list={column}
          set={list => set({ ...block, columns: columns.with(n, list) })}
          fault={fault?.path[0] === n ? { ...fault, path: fault.path.slice(1) } : null}
          isFull={isFull}
        />
      ))}
    </div>
  )
}
