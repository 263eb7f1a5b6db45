/**
 * Blocks one below the other, as they stand in the letter. They are moved by buttons, by Alt with the
 * arrow keys, and by their handle; a column is such a list in a block.
 */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import type { Block } from '../../api/shapes.ts'
import { IconPlus } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { BlockCard } from './block-card.tsx'
import { SimpleForm } from './block-forms.tsx'
import { blockIcons } from './block-icons.ts'
import { useCanvas } from './canvas.ts'
import {
  blockTypes,
  doubled,
  type Fault,
  faultAt,
  moved,
  type PlacedBlock,
  type PlacedColumns,
  placed,
} from './design.ts'
import { DrawnBlock } from './drawn-block.tsx'
import { newBlock } from './new-block.ts'
import { SavedItems } from './saved-blocks.tsx'
import { blockNames, blockTexts as words } from './texts.ts'

interface BlockListProps {
  readonly label: string
  readonly list: readonly PlacedBlock[]
  readonly set: (list: readonly PlacedBlock[]) => void
  readonly fault: Fault | null
  readonly isFull: boolean
  /** How columns are drawn and set; absent in a column, which holds none. */
  readonly columns?: ColumnsParts
}

interface ColumnsParts {
  readonly Drawn: ComponentType<ColumnsFormProps>
  readonly Form: ComponentType<ColumnsFormProps>
}

export interface ColumnsFormProps {
  readonly block: PlacedColumns
  readonly set: (block: PlacedColumns) => void
  readonly fault: Fault | null
  readonly isFull: boolean
}

export function BlockList({ label, list, set, fault, isFull, columns }: BlockListProps) {
  const say = useSay()
  const { chosen } = useCanvas()
  const arranging = useArranging(list, set)
  const { put, move, add, remove, news, before, dragged, setDragged } = arranging
  const isColumn = columns === undefined
  return (
    <div className="block-room" data-column={isColumn}>
      <ol className="blocks" aria-label={label} ref={arranging.element}>
        {list.map((one, n) => (
          <BlockCard
            key={one.key}
            placed={one}
            n={n}
            all={list.length}
            isFull={isFull}
            fault={faultAt(fault, n)}
            plus={<Plus n={n} where={isColumn ? label : ''} isOff={isFull} add={add} />}
            move={to => move(n, to)}
            copy={() => put(doubled(list, n))}
            remove={() => remove(n)}
            drag={{
              begin: () => setDragged(n),
              isOver: dragged !== null && dragged !== n,
              drop: () => dragged !== null && move(dragged, n),
              end: () => setDragged(null),
            }}
            {...partsOf({
              block: one.block,
              set: block => put(list.with(n, { ...one, block })),
              fault: faultAt(fault, n),
              isOpen: chosen === one.key,
              isFull,
              columns,
            })}
          />
        ))}
      </ol>
      {list.length === 0 && !isColumn && <p className="dim blocks-none">{say(words.none)}</p>}
      <News text={news} undo={before && (() => put(before))} />
      <AddMenu
        label={isColumn ? say(words.addTo, { where: label }) : say(words.add)}
        isColumn={isColumn}
        isFull={isFull}
        add={blocks => add(blocks, endOf(list))}
      />
    </div>
  )
}

interface PartsProps {
  readonly block: PlacedBlock['block']
  readonly set: (block: PlacedBlock['block']) => void
  readonly fault: Fault | null
  readonly isOpen: boolean
  readonly isFull: boolean
  readonly columns: ColumnsParts | undefined
}

/** A block in the letter, and its form. */
function partsOf({ block, set, fault, isOpen, isFull, columns }: PartsProps) {
  if (block.type !== 'columns') {
    return {
      drawn: <DrawnBlock block={block} set={set} isOpen={isOpen} />,
      form: <SimpleForm block={block} set={set} fault={fault} />,
    }
  }
  if (columns === undefined) return { drawn: null, form: null }
  const props = { block, set, fault, isFull }
  return { drawn: <columns.Drawn {...props} />, form: <columns.Form {...props} /> }
}

/** What can be done with the blocks of a list, and what is said of it. */
function useArranging(list: readonly PlacedBlock[], set: (list: readonly PlacedBlock[]) => void) {
  const say = useSay()
  const { choose } = useCanvas()
  const [news, setNews] = useState('')
  const [before, setBefore] = useState<readonly PlacedBlock[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const element = useRef<HTMLOListElement>(null)
  const put = (next: readonly PlacedBlock[]) => {
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
  const add = (blocks: readonly Block[], at: number) => {
    const added = placed(blocks)
    put(list.toSpliced(at, 0, ...added))
    if (added.length === 1) choose(added[0]!.key)
  }
  const remove = (n: number) => {
    const rest = list.toSpliced(n, 1)
    set(rest)
    setBefore(list)
    setNews(say(words.removedOne))
    choose(null)
    const next = rest[Math.min(n, rest.length - 1)]
    if (next) setTimeout(() => head(element.current, next.key)?.focus(), 0)
  }
  return { put, move, add, remove, news, before, dragged, setDragged, element }
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

/** What is added comes at the end, but before the footer that ends the letter. */
const endOf = (list: readonly PlacedBlock[]): number =>
  list.at(-1)?.block.type === 'footer' ? list.length - 1 : list.length

const head = (list: HTMLElement | null, key: number): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-block="${key}"]`)

interface AddMenuProps {
  readonly label: string
  readonly isColumn: boolean
  readonly isFull: boolean
  readonly add: (blocks: readonly Block[]) => void
}

/**
 * A menu is never longer than the room beside its button: an entry below the window would scroll the
 * button away on its way into sight, and a menu hides with its button.
 */
const menu = {
  withInitialFocusPlaceholder: false,
  returnFocus: false,
  middlewares: { size: { padding: 8, apply: takeRoom } },
}

interface Room {
  readonly availableHeight: number
  readonly elements: { readonly floating: HTMLElement }
}

function takeRoom({ availableHeight, elements }: Room): void {
  elements.floating.style.setProperty('--room', `${Math.floor(availableHeight)}px`)
}

function AddMenu({ label, isColumn, isFull, add }: AddMenuProps) {
  const say = useSay()
  return (
    <div className="blocks-add">
      <Menu {...menu} position="bottom-start">
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
        <Types isColumn={isColumn} add={add} />
      </Menu>
    </div>
  )
}

interface PlusProps {
  readonly n: number
  /** The column; empty: the letter. */
  readonly where: string
  readonly isOff: boolean
  readonly add: (blocks: readonly Block[], at: number) => void
}

/** Puts a block before another. */
function Plus({ n, where, isOff, add }: PlusProps) {
  const say = useSay()
  const label = say(where === '' ? words.plus : words.plusIn, { n: n + 1, where })
  return (
    <div className="block-plus">
      <Menu {...menu} position="bottom">
        <Menu.Target>
          <ActionIcon
            variant="filled"
            radius="xl"
            size={22}
            aria-label={label}
            title={label}
            disabled={isOff}
          >
            <IconPlus size={14} />
          </ActionIcon>
        </Menu.Target>
        <Types isColumn={where !== ''} add={blocks => add(blocks, n)} />
      </Menu>
    </div>
  )
}

function Types({ isColumn, add }: Pick<AddMenuProps, 'isColumn' | 'add'>) {
  const say = useSay()
  return (
    <Menu.Dropdown className="block-menu">
      {blockTypes
        .filter(type => !isColumn || type !== 'columns')
        .map(type => {
          const Icon = blockIcons[type]
          return (
            <Menu.Item
              key={type}
              leftSection={<Icon size={16} />}
              onClick={() => add([newBlock(type, say)])}
            >
              {say(blockNames[type])}
            </Menu.Item>
          )
        })}
      <SavedItems isColumn={isColumn} add={add} />
    </Menu.Dropdown>
  )
}
