/** Choosing rows of a table, and what can be done with all of them at once. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { ConfirmButton } from './confirm.tsx'
import type { Selection } from './table-model.ts'
import { common, tableTexts as words } from './texts.ts'
import { useSay } from './words.tsx'

const none: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, set] = useState(none)
  return { ids, set }
}

interface SelectionBarProps {
  readonly selection: Selection
  readonly call: ChangeName
  /** What deleting so many means. */
  readonly about: (n: number) => string
  readonly remove: (id: string) => Promise<unknown>
}

/** Below a list in which something is chosen. */
export function SelectionBar({ selection, call, about, remove }: SelectionBarProps) {
  const say = useSay()
  const n = selection.ids.size
  const removeAll = async () => {
    const left = new Set(selection.ids)
    try {
      // One after the other: a refusal says which are left.
      for (const id of selection.ids) {
        await remove(id)
        left.delete(id)
      }
    } finally {
      selection.set(left)
    }
  }
  if (n === 0) return null
  return (
    <section className="selected" aria-label={say(words.selected, { n })}>
      <Text size="sm" fw={550} role="status">
        {say(words.selected, { n })}
      </Text>
      <ConfirmButton
        call={call}
        look="row"
        label={say(common.remove)}
        ariaLabel={say(words.removeSelected)}
        title={say(words.removeSelected)}
        about={about(n)}
        action={say(common.remove)}
        done={say(common.removed)}
        tone="danger"
        run={removeAll}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="plain"
        onClick={() => selection.set(none)}
      >
        {say(words.selectNone)}
      </Button>
    </section>
  )
}
