/** A colour, picked or typed as `#rrggbb`; empty is none. */
import { TextInput } from '@mantine/core'

interface ColourInputProps {
  /** What an input of Mantine's takes. */
  readonly field: object
  readonly value: string
  readonly set: (value: string) => void
  readonly label: string
  /** What the picker beside it is called. */
  readonly pick: string
  /** What the picker begins with where nothing is chosen. */
  readonly beginning: string
}

export function ColourInput(props: ColourInputProps) {
  const { field, value, set, label, pick, beginning } = props
  const isColour = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <TextInput
      {...field}
      label={label}
      placeholder={beginning}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={
        <input
          type="color"
          className="colour-picker"
          aria-label={pick}
          value={isColour ? value : beginning}
          onChange={event => set(event.currentTarget.value)}
        />
      }
    />
  )
}
