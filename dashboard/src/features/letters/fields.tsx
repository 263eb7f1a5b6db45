/** Inputs of the forms of blocks: texts that may hold values, places to lead to, alignment. */
import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useSay } from '../../ui/words.tsx'
import type { Align } from './design.ts'
import { blockTexts as words } from './texts.ts'
import { useInsertion, ValueButton } from './value-menu.tsx'

interface LineProps {
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
  readonly description?: string
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly maxLength?: number
}

/** One line, into which values can be inserted. */
export function Line({ set, ...props }: LineProps) {
  const { ref, insert } = useInsertion(props.value, set)
  return (
    <TextInput
      {...props}
      ref={ref}
      onChange={event => set(event.currentTarget.value)}
      rightSection={<ValueButton into={props.label} insert={insert} />}
      errorProps={{ role: 'alert' }}
    />
  )
}

/** Where something leads, or where a picture is. */
export function Address(props: LineProps) {
  return <Line placeholder="https://" {...props} />
}

/** Source written by hand. */
export function Source({ set, rows = 6, ...props }: LineProps & { readonly rows?: number }) {
  const { ref, insert } = useInsertion(props.value, set)
  return (
    <Textarea
      {...props}
      ref={ref}
      onChange={event => set(event.currentTarget.value)}
      autosize
      minRows={rows}
      maxRows={30}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={<ValueButton into={props.label} insert={insert} />}
      classNames={{ section: 'section-top' }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      errorProps={{ role: 'alert' }}
    />
  )
}

/** A few choices beside each other, with what they are about above. */
export function Choice<Value extends string>(props: {
  readonly label: string
  readonly value: Value
  readonly set: (value: Value) => void
  readonly data: readonly { readonly value: Value; readonly label: string }[]
}) {
  const { label, value, set, data } = props
  const id = useId()
  return (
    <div>
      <Text size="sm" fw={600} id={id} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={value}
        onChange={next => set(next as Value)}
        data={[...data]}
      />
    </div>
  )
}

export function AlignChoice({
  value = 'left',
  set,
}: {
  value?: Align | undefined
  set: (value: Align) => void
}) {
  const say = useSay()
  return (
    <Choice
      label={say(words.align)}
      value={value}
      set={set}
      data={(['left', 'center', 'right'] as const).map(one => ({
        value: one,
        label: say(words[one]),
      }))}
    />
  )
}
