/** Several things of one kind in a form, each in its row, and the button that adds one more. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPlus } from './icons.ts'

interface ItemListProps<Item> {
  readonly items: readonly Item[]
  readonly set: (items: Item[]) => void
  readonly addLabel: string
  readonly fresh: () => Item
  /** One row; null put in its place takes it away. */
  readonly children: (item: Item, n: number, put: (next: Item | null) => void) => ReactNode
}

export function ItemList<Item>({ items, set, addLabel, fresh, children }: ItemListProps<Item>) {
  const put = (n: number, next: Item | null) =>
    set(items.flatMap((one, i) => (i === n ? (next ?? []) : one) as Item[]))
  return (
    <>
      <ol className="conditions">
        {items.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have only their place
          <li key={n}>{children(one, n, next => put(n, next))}</li>
        ))}
      </ol>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={() => set([...items, fresh()])}
      >
        {addLabel}
      </Button>
    </>
  )
}
