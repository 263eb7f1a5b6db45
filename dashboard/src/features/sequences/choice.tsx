/** Choices in forms of sequences. */
import { NativeSelect } from '@mantine/core'
import { type Text, useSay } from '../../ui/words.tsx'
import { stepForm as words } from './step-texts.ts'

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly set: (id: string | undefined) => void
  readonly rows: readonly { readonly id: string; readonly name: string }[]
  readonly description?: string
  readonly maw?: number
  readonly error?: string
}

/** One of the things that a project has, by its name. */
export function Choice({ value, set, rows, ...rest }: ChoiceProps) {
  const say = useSay()
  return (
    <NativeSelect
      {...rest}
      value={value ?? ''}
      onChange={event => set(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: say(words.choose1) },
        ...rows.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      required
    />
  )
}

interface EitherProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly set: (value: Value) => void
  readonly choices: Readonly<Partial<Record<Value, Text>>>
  readonly error?: string
}

/** One of a few words of the API. */
export function Either<Value extends string>({ set, choices, ...rest }: EitherProps<Value>) {
  const say = useSay()
  return (
    <NativeSelect
      {...rest}
      onChange={event => set(event.currentTarget.value as Value)}
      data={Object.entries<Text>(choices as Readonly<Record<string, Text>>).map(
        ([value, text]) => ({ value, label: say(text) }),
      )}
    />
  )
}
