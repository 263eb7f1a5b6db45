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

export function ColourPair({ form, words }: ColourPairProps) {
  const say = useSay()
  return (
    <>
      <ColourInput
        field={form.field('color')}
        value={form.values.color}
        set={value => form.set('color', value)}
        label={say(words.color)}
        pick={say(words.pickColor)}
        beginning="#0b6b54"
      />
      <ColourInput
        field={form.field('background')}
        value={form.values.background}
        set={value => form.set('background', value)}
        label={say(words.background)}
        pick={say(words.pickBackground)}
        beginning="#f3f5f4"
      />
    </>
  )
}
