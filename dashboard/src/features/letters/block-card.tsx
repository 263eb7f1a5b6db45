/** One block of the canvas: drawn as in the letter, and while it is chosen, edited there. */
import { ActionIcon, Group } from '@mantine/core'
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '../../ui/icons.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { ToolsProvider, useCanvas } from './canvas.ts'
import { type Fault, gistOf, type PlacedBlock } from './design.ts'
import { SaveBlock } from './saved-blocks.tsx'
import { blockNames, blockTexts as words } from './texts.ts'

interface BlockCardProps {
  readonly placed: PlacedBlock
  readonly n: number
  readonly all: number
  readonly isFull: boolean
  readonly fault: Fault | null
  /** The block as it stands in the letter. */
  readonly drawn: ReactNode
  readonly form: ReactNode
  /** What puts a block before this one. */
  readonly plus: ReactNode
  readonly move: (to: number) => void
  readonly copy: () => void
  readonly remove: () => void
  readonly drag: Drag
}

interface Drag {
  readonly begin: () => void
  /** Whether another block of the list is being moved. */
  readonly isOver: boolean
  readonly drop: () => unknown
  readonly end: () => void
}

export function BlockCard(props: BlockCardProps) {
  const { placed, n, all, fault, form, drag, drawn, plus } = props
  const say = useSay()
  const id = useId()
  const { chosen } = useCanvas()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const isOpen = chosen === placed.key
  const type = say(blockNames[placed.block.type])
  const name = say(words.name, { type, n: n + 1, all })
  return (
    <li
      className="block"
      data-open={isOpen}
      data-type={placed.block.type}
      data-fault={fault !== null}
      onDragOver={event => drag.isOver && event.preventDefault()}
      onDrop={event => {
        if (!drag.isOver) return
        event.preventDefault()
        event.stopPropagation()
        drag.drop()
      }}
    >
      {plus}
      <Head {...props} id={id} type={type} isOpen={isOpen} />
      {isOpen && (
        <div className="block-bar">
          <Acts {...props} name={name} />
          <div ref={setTools} className="block-tools" />
        </div>
      )}
      <ToolsProvider value={tools}>
        <div className="block-drawn">{drawn}</div>
      </ToolsProvider>
      {fault && inPlace.includes(fault.member) && (
        <p role="alert" className="field-error block-fault">
          {fault.message}
        </p>
      )}
      {isOpen && <Settings id={id} name={name} form={form} />}
    </li>
  )
}

/** What is written in the letter itself; all else says at its input what is wrong with it. */
const inPlace: readonly string[] = ['', 'text', 'html', 'columns']

/** What cannot be set in the letter itself, beside it where there is room. */
function Settings({ id, name, form }: { id: string; name: string; form: ReactNode }) {
  const { aside } = useCanvas()
  const body = (
    <fieldset id={id} className="block-body">
      <legend className="block-title">{name}</legend>
      {form}
    </fieldset>
  )
  return aside ? createPortal(body, aside) : body
}

interface HeadProps extends BlockCardProps {
  readonly id: string
  readonly type: string
  readonly isOpen: boolean
}

function Head({ placed, n, all, isOpen, move, remove, drag, id, type }: HeadProps) {
  const { choose } = useCanvas()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return remove()
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? n - 1 : n + 1)
  }
  const onClick = ({ detail, clientX: left, clientY: top }: MouseEvent) =>
    choose(isOpen ? null : placed.key, detail === 0 ? null : { left, top })
  return (
    <>
      <span
        className="block-grip"
        draggable
        aria-hidden
        onDragStart={event => {
          event.stopPropagation()
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', '')
          drag.begin()
        }}
        onDragEnd={drag.end}
      >
        <IconGripVertical size={16} />
      </span>
      <button
        type="button"
        className="block-name"
        data-block={placed.key}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <span className="block-type">{type}</span>
        <span className="sr-only">{`, ${n + 1}/${all} ${gistOf(placed.block)}`}</span>
      </button>
    </>
  )
}

function Acts({
  placed,
  n,
  all,
  isFull,
  move,
  copy,
  remove,
  name,
}: BlockCardProps & { name: string }) {
  return (
    <Group gap={2} wrap="nowrap" className="block-acts">
      <Act text={words.up} of={name} icon={IconArrowUp} isOff={n === 0} run={() => move(n - 1)} />
      <Act
        text={words.down}
        of={name}
        icon={IconArrowDown}
        isOff={n === all - 1}
        run={() => move(n + 1)}
      />
      <Act text={words.copy} of={name} icon={IconCopy} isOff={isFull} run={copy} />
      <Act text={words.remove} of={name} icon={IconTrash} isOff={false} run={remove} />
      <SaveBlock placed={placed} name={name} />
    </Group>
  )
}

interface ActProps {
  readonly text: Text
  readonly of: string
  readonly icon: ComponentType<{ size?: number }>
  readonly isOff: boolean
  readonly run: () => void
}

function Act({ text, of, icon: Icon, isOff, run }: ActProps) {
  const say = useSay()
  const act = say(text)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      title={act}
      aria-label={say(words.act, { act, block: of })}
      disabled={isOff}
      onClick={run}
    >
      <Icon size={16} />
    </ActionIcon>
  )
}
