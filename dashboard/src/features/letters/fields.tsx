/** Inputs of the forms of blocks: texts that may hold values, places to lead to, alignment. */
import { InputBase, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { Suspense, useId, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-page.ts'
import { useSay } from '../../ui/words.tsx'
import type { ChipLineProps } from './chip-line.tsx'
import { chipOf, cutAtValues } from './chips.ts'
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

const ChipLine = lazyPart(() => import('./chip-line.tsx'), 'ChipLine')

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

/** The same, its values shown as chips once nobody types at them. */
export function WordsLine({ set, ...props }: LineProps) {
  const { label, value } = props
  const { ref, insert } = useInsertion(value, set)
  const inserter = useRef<((liquid: string) => void) | null>(null)
  const [focus, setFocus] = useState<'plain' | 'chips' | null>(null)
  const [isAsked, setAsked] = useState(false)
  const hasChips = useMemo(() => cutAtValues(value).some(part => chipOf(part) !== null), [value])
  const isChips = focus === 'chips' || (focus === null && hasChips)
  const put = (liquid: string) => {
    setAsked(true)
    setFocus(null)
    if (inserter.current) inserter.current(liquid)
    else insert(liquid)
  }
  // One frame for both, so that the window of values stays open while they are exchanged.
  const frame = {
    ...props,
    onFocus: () => {
      setFocus(isChips ? 'chips' : 'plain')
      if (isChips) setAsked(false)
    },
    onBlur: () => setFocus(null),
    rightSection: <ValueButton into={label} insert={put} />,
    errorProps: { role: 'alert' },
  }
  return isChips ? (
    <InputBase
      {...frame}
      component={Chips}
      called={label}
      set={set}
      inserter={inserter}
      takesFocus={isAsked}
    />
  ) : (
    <InputBase {...frame} ref={ref} onChange={event => set(event.currentTarget.value)} />
  )
}

/** Until the editor is there, what it will show stands as it is written. */
function Chips(props: ChipLineProps) {
  const {
    called: _called,
    set: _set,
    inserter: _inserter,
    takesFocus: _takesFocus,
    ...rest
  } = props
  return (
    <Suspense fallback={<input {...rest} readOnly />}>
      <ChipLine {...props} />
    </Suspense>
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
