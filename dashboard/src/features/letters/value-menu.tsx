/** Inserting what differs from person to person, and what to say to those who have no such value. */
import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconBraces } from '../../ui/icons.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import type { Chip } from './chips.ts'
import { type ValueGroup, written } from './liquid.ts'
import { valueTexts as words } from './texts.ts'

/** What can be inserted in the letter that is being written. */
export const ValuesContext = createContext<readonly ValueGroup[]>([])
export const ValuesProvider = ValuesContext.Provider

interface ValueButtonProps {
  /** The field into which it goes. */
  readonly into: string
  readonly insert: (text: string) => void
}

export function ValueButton({ into, insert }: ValueButtonProps) {
  const say = useSay()
  const [isOpen, { open, close }] = useDisclosure()
  const [putIn, setPutIn] = useState<(() => void) | null>(null)
  const label = say(words.insertInto, { field: into })
  const ask = () => {
    setPutIn(null)
    open()
  }
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={ask}>
        <IconBraces size={16} />
      </ActionIcon>
      <Dialog title={say(words.insert)} isOpen={isOpen} close={close} next={putIn}>
        <ValueForm
          close={close}
          insert={text => {
            setPutIn(() => () => insert(text))
            close()
          }}
        />
      </Dialog>
    </>
  )
}

interface ValueFormProps {
  readonly insert: (text: string) => void
  readonly close: () => void
  /** The value that stands there now. */
  readonly start?: Chip
}

export function ValueForm({ insert, close, start }: ValueFormProps) {
  const say = useSay()
  const groups = useContext(ValuesContext)
  const all = groups.flatMap(({ values }) => values)
  const isKnown = all.some(one => one.name === start?.name)
  const [name, setName] = useState((isKnown ? start?.name : all[0]?.name) ?? '')
  const [fallback, setFallback] = useState(start?.fallback ?? '')
  const isSure = all.find(one => one.name === name)?.isSure ?? false
  return (
    // No form of its own: the dialog stands, for React, inside of the one it is opened from.
    <Stack gap="sm">
      <NativeSelect
        label={say(words.value)}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data={groups.map(({ label, values }) => ({
          group: label,
          items: values.map(one => ({ value: one.name, label: one.label })),
        }))}
        data-autofocus
      />
      {!isSure && (
        <TextInput
          label={say(words.fallback)}
          description={say(words.fallbackAbout)}
          value={fallback}
          onChange={event => setFallback(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && insert(written(name, fallback))}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say(common.cancel)}
        </Button>
        <Button onClick={() => insert(written(name, isSure ? '' : fallback))}>
          {say(start ? words.doChange : words.doInsert)}
        </Button>
      </Group>
    </Stack>
  )
}

/** Puts text where the caret of an input is, or was last. */
export function useInsertion(
  value: string,
  set: (value: string) => void,
): {
  readonly ref: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
  readonly insert: (text: string) => void
} {
  const ref = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null)
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null)
  const insert = (text: string) => {
    const from = ref.current?.selectionStart ?? value.length
    const until = ref.current?.selectionEnd ?? from
    set(value.slice(0, from) + text + value.slice(until))
    setCaret({ at: from + text.length })
  }
  // The new value is shown by then.
  useLayoutEffect(() => {
    if (caret === null) return
    ref.current?.focus()
    ref.current?.setSelectionRange(caret.at, caret.at)
  }, [caret])
  return { ref, insert }
}
