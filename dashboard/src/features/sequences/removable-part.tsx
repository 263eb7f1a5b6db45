/** One of several parts of a form, with its name and the way to be rid of it. */
import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconTrash } from '../../ui/icons.ts'

interface RemovablePartProps {
  readonly title: string
  readonly removeLabel: string
  readonly remove: () => void
  readonly children: ReactNode
}

export function RemovablePart({ title, removeLabel, remove, children }: RemovablePartProps) {
  return (
    <fieldset>
      <legend className="sr-only">{title}</legend>
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 auto', minWidth: 0 }}>{children}</div>
        <ActionIcon variant="subtle" color="gray" aria-label={removeLabel} onClick={remove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </fieldset>
  )
}
