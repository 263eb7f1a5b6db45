/**
 * Blocks one below the other: one is open and shows its form, the others a line each. They are moved
 * by buttons, by Alt with the arrow keys, and by their handle; a column is such a list in a block.
 */
import { Button, Menu } from '@mantine/core'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { IconPlus } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { BlockCard } from './block-card.tsx'
import { SimpleForm } from './block-forms.tsx'
import {
  type BlockType,
  blockTypes,
  doubled,
  type Fault,
  faultAt,
  moved,
  type Placed,
  type PlacedColumns,
  placed,
} from './design.ts'
import { newBlock } from './new-block.ts'
import { blockNames, blockTexts as words } from './texts.ts'

interface BlockListProps {
  readonly label: string
  readonly list: readonly Placed[]
  readonly set: (list: readonly Placed[]) => void
  readonly fault: Fault | null
  readonly isFull: boolean
  /** The form of columns; absent in a column, which holds none. */
  readonly columnsForm?: ComponentType<ColumnsFormProps>
}

export interface ColumnsFormProps {
  readonly block: PlacedColumns
  readonly set: (block: PlacedColumns) => void
  readonly fault: Fault | null
  readonly isFull: boolean
}

export function BlockList({ label, list, set, fault, isFull, columnsForm }: BlockListProps) {
  const say = useSay()
  const arranging = useArranging(list, set)
  const { open, setOpen, put, move, add, remove, news, before, dragged, setDragged } = arranging
  useShown(fault, list, setOpen)
  return (
    <div>
      <ol className="blocks" aria-label={label} ref={arranging.element}>
        {list.map((one, n) => (
          <BlockCard
            key={one.key}
            placed={one}
            n={n}
            all={list.length}
            isOpen={open === one.key}
            isFull={isFull}
            fault={faultAt(fault, n)}
            toggle={() => setOpen(open === one.key ? null : one.key)}
            form={
              <Form
                block={one.block}
                set={block => put(list.with(n, { ...one, block }))}
                fault={faultAt(fault, n)}
                isFull={isFull}
                {...(columnsForm ? { columnsForm } : {})}
              />
            }
            move={to => move(n, to)}
            copy={() => put(doubled(list, n))}
            remove={() => remove(n)}
            drag={{
              begin: () => setDragged(n),
              isOver: dragged !== null && dragged !== n,
              drop: () => dragged !== null && move(dragged, n),
              end: () => setDragged(null),
            }}
          />
        ))}
      </ol>
      {list.length === 0 && <p className="dim blocks-none">{say(words.none)}</p>}
      <News text={news} undo={before && (() => put(before))} />
      <AddMenu
        label={columnsForm ? say(words.add) : say(words.addTo, { where: label })}
        isColumn={!columnsForm}
        isFull={isFull}
        add={add}
      />
    </div>
  )
}

/** What can be done with the blocks of a list, and what is said of it. */
function useArranging(list: readonly Placed[], set: (list: readonly Placed[]) => void) {
  const say = useSay()
  const [open, setOpen] = useState<number | null>(null)
  const [news, setNews] = useState('')
  const [before, setBefore] = useState<readonly Placed[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const element = useRef<HTMLOListElement>(null)
  const put = (next: readonly Placed[]) => {
    setBefore(null)
    set(next)
  }
  const move = (from: number, to: number) => {
    setDragged(null)
    const next = moved(list, from, to)
    if (next === list) return
    put(next)
    setNews(say(words.movedTo, { n: to + 1, all: list.length }))
    const { key } = list[from]!
    setTimeout(() => head(element.current, key)?.focus(), 0)
  }
  const add = (type: BlockType) => {
    const [one] = placed([newBlock(type, say)])
    put(list.toSpliced(endOf(list), 0, one!))
    setOpen(one!.key)
  }
  const remove = (n: number) => {
    set(list.toSpliced(n, 1))
    setBefore(list)
    setNews(say(words.removedOne))
  }
  return { open, setOpen, put, move, add, remove, news, before, dragged, setDragged, element }
}

function News({ text, undo }: { text: string; undo: (() => void) | null }) {
  const say = useSay()
  return (
    <p role="status" className={undo ? 'blocks-news' : 'sr-only'}>
      {text}
      {undo && (
        <Button variant="subtle" size="compact-sm" onClick={undo}>
          {say(words.undo)}
        </Button>
      )}
    </p>
  )
}

interface FormProps extends Pick<BlockListProps, 'columnsForm' | 'isFull' | 'fault'> {
  readonly block: Placed['block']
  readonly set: (block: Placed['block']) => void
}

function Form({ block, columnsForm: Columns, isFull, ...rest }: FormProps) {
  if (block.type !== 'columns') return <SimpleForm block={block} {...rest} />
  return Columns ? <Columns block={block} isFull={isFull} {...rest} /> : null
}

/** What is added comes at the end, but before the footer that ends the letter. */
const endOf = (list: readonly Placed[]): number =>
  list.at(-1)?.block.type === 'footer' ? list.length - 1 : list.length

const head = (list: HTMLElement | null, key: number): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-block="${key}"]`)

/** Opens the block that a refusal is about. */
function useShown(
  fault: Fault | null,
  list: readonly Placed[],
  setOpen: (key: number | null) => void,
): void {
  const place = fault?.path[0]
  const key = place === undefined ? undefined : list[place]?.key
  useEffect(() => {
    if (key !== undefined) setOpen(key)
  }, [key, setOpen])
}

interface AddMenuProps {
  readonly label: string
  readonly isColumn: boolean
  readonly isFull: boolean
  readonly add: (type: BlockType) => void
}

function AddMenu({ label, isColumn, isFull, add }: AddMenuProps) {
  const say = useSay()
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size={isColumn ? 'compact-sm' : 'sm'}
          leftSection={<IconPlus size={16} />}
          aria-label={label}
          disabled={isFull}
        >
          {say(words.add)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="block-menu">
        {blockTypes
          .filter(type => !isColumn || type !== 'columns')
          .map(type => (
            <Menu.Item key={type} onClick={() => add(type)}>
              {say(blockNames[type])}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
