/** Blocks that the project keeps: kept from a letter, put into another, deleted. */
import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useMay } from '../../api/may.ts'
import type { Block } from '../../api/shapes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconBookmark } from '../../ui/icons.ts'
import { notify } from '../../ui/notify.ts'
import { DeleteOne } from '../../ui/row-actions.tsx'
import { Refused } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { type PlacedBlock, plain } from './design.ts'
import { blockTexts as words } from './texts.ts'

interface SaveBlockProps {
  readonly placed: PlacedBlock
  /** What the block is called beside the others. */
  readonly name: string
}

export function SaveBlock({ placed, name }: SaveBlockProps) {
  const say = useSay()
  const [isOpen, { open, close }] = useDisclosure()
  if (!useMay('project.savedBlocks.create')) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        title={say(words.save)}
        aria-label={say(words.act, { act: say(words.save), block: name })}
        onClick={open}
      >
        <IconBookmark size={16} />
      </ActionIcon>
      <Dialog title={say(words.save)} isOpen={isOpen} close={close}>
        <SaveForm placed={placed} close={close} />
      </Dialog>
    </>
  )
}

// No form of its own: the dialog stands, for React, inside of the one it is opened from.
function SaveForm({ placed, close }: { placed: PlacedBlock; close: () => void }) {
  const say = useSay()
  const [name, setName] = useState('')
  const keep = useChange('project.savedBlocks.create', 'project.savedBlocks')
  const go = () =>
    keep.mutate(
      { body: { name, blocks: plain([placed]) } },
      {
        onSuccess: () => {
          close()
          notify(say(words.savedOne))
        },
      },
    )
  return (
    <Stack gap="sm">
      <TextInput
        label={say(common.name)}
        description={say(words.saveAbout)}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && go()}
        maxLength={200}
        data-autofocus
      />
      <Refused error={keep.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say(common.cancel)}
        </Button>
        <Button onClick={go} loading={keep.isPending}>
          {say(common.save)}
        </Button>
      </Group>
    </Stack>
  )
}

interface SavedItemsProps {
  readonly isColumn: boolean
  readonly add: (blocks: readonly Block[]) => void
}

/** In the menu of what can be added; it asks for them once it is open. */
export function SavedItems({ isColumn, add }: SavedItemsProps) {
  const say = useSay()
  const { data = [] } = useAll('project.savedBlocks.list')
  // Columns stand in no column.
  const fitting = data.filter(
    ({ blocks }) => !isColumn || blocks.every(({ type }) => type !== 'columns'),
  )
  if (fitting.length === 0) return null
  return (
    <>
      <Menu.Label>{say(words.saved)}</Menu.Label>
      {fitting.map(({ id, name, blocks }) => (
        <Menu.Item key={id} leftSection={<IconBookmark size={16} />} onClick={() => add(blocks)}>
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

/** All of them, to be deleted. */
export function SavedList() {
  const say = useSay()
  const { data = [] } = useAll('project.savedBlocks.list')
  if (data.length === 0) return null
  return (
    <details className="letter-style">
      <summary>{say(words.saved)}</summary>
      <ul className="checklist">
        {data.map(({ id, name }) => (
          <li key={id}>
            <span className="wrap finding-text">{name}</span>
            <DeleteOne
              call="project.savedBlocks.delete"
              id={id}
              what={name}
              about={say(words.savedRemove)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
