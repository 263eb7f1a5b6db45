/** One block in its list: a line that says what it is, and below it, when open, its form. */
import { ActionIcon, Group, Stack } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, type ReactNode, useId } from 'react'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '../../ui/icons.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { type Fault, gistOf, type Placed } from './design.ts'
import { blockNames, blockTexts as words } from './texts.ts'

interface BlockCardProps {
  readonly placed: Placed
  readonly n: number
  readonly all: number
  readonly isOpen: boolean
  readonly isFull: boolean
  readonly fault: Fault | null
  readonly toggle: () => void
  readonly form: ReactNode
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
  const { placed, n, all, isOpen, fault, form, drag } = props
  const say = useSay()
  const id = useId()
  const { block } = placed
  const type = say(blockNames[block.type])
  return (
    <li
      className="block"
      data-open={isOpen}
      data-fault={fault !== null}
      onDragOver={event => drag.isOver && event.preventDefault()}
      onDrop={event => {
        if (!drag.isOver) return
        event.preventDefault()
        event.stopPropagation()
        drag.drop()
      }}
    >
      <Head {...props} id={id} type={type} />
      {isOpen && (
        <div id={id} className="block-body">
          <Acts {...props} name={say(words.name, { type, n: n + 1, all })} />
          <Stack gap="sm">
            {form}
            {fault && !fault.member && (
              <p role="alert" className="field-error">
                {fault.message}
              </p>
            )}
          </Stack>
        </div>
      )}
    </li>
  )
}

interface HeadProps extends BlockCardProps {
  readonly id: string
  readonly type: string
}

function Head({ placed, n, all, isOpen, toggle, move, drag, id, type }: HeadProps) {
  const gist = gistOf(placed.block)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? n - 1 : n + 1)
  }
  return (
    <div className="block-head">
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
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <span className="block-type">{type}</span>
        <span className="sr-only">{`, ${n + 1}/${all}`}</span>
        <span className="block-gist dim" dir="auto">
          {gist}
        </span>
        <IconChevronDown size={16} className="block-chevron" />
      </button>
    </div>
  )
}

function Acts({ n, all, isFull, move, copy, remove, name }: BlockCardProps & { name: string }) {
  return (
    <Group gap={2} mb="sm" className="block-acts">
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
