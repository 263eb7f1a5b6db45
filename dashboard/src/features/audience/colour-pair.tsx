/** The two colours of what people see: of buttons, and of what lies behind. */
import { type Text, useSay } from '../../ui/words.tsx'
import { ColourInput } from './colour-input.tsx'

type Name = 'color' | 'background'

interface ColourPairProps {
  readonly form: {
    readonly values: Readonly<Record<Name, string>>
    readonly set: (name: Name, value: string) => void
    readonly field: (name: Name) => object
  }
  readonly words: Readonly<Record<Name | 'pickColor' | 'pickBackground', Text>>
}

/** What is there where nothing is chosen, by how the server draws pages. */
const colours = [
  { name: 'color', pick: 'pickColor', beginning: '#0b6b54' },
  { name: 'background', pick: 'pickBackground', beginning: '#f3f5f4' },
] as const

export function ColourPair({ form, words }: ColourPairProps) {
  const say = useSay()
  return colours.map(({ name, pick, beginning }) => (
    <ColourInput
      key={name}
      field={form.field(name)}
      value={form.values[name]}
      set={value => form.set(name, value)}
      label={say(words[name])}
      pick={say(words[pick])}
      beginning={beginning}
    />
  ))
}
