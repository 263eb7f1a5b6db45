/** Colours, typeface and width of a whole letter; what is not chosen is up to the server. */
import { Button, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DesignStyle } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { blockTexts as words } from './texts.ts'

interface StyleFormProps {
  readonly style: DesignStyle
  readonly set: (style: DesignStyle | undefined) => void
  /** Takes what the project has for all its letters; absent: it has nothing. */
  readonly takeBrand?: (() => void) | undefined
}

const colours = ['background', 'body', 'ink', 'accent'] as const
type Colour = (typeof colours)[number]
/** What the server calls them. */
const memberOf = { background: 'background', body: 'body', ink: 'text', accent: 'accent' } as const
/** As the server draws what is not chosen. */
const examples: Readonly<Record<Colour, string>> = {
  background: '#f4f4f5',
  body: '#ffffff',
  ink: '#27272a',
  accent: '#1d4ed8',
}

export function StyleForm({ style, set, takeBrand }: StyleFormProps) {
  const say = useSay()
  const put = (name: keyof DesignStyle, value: string | number | undefined) => {
    const { [name]: _before, ...rest } = style
    const next = { ...rest, ...(value === undefined || value === '' ? {} : { [name]: value }) }
    set(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <details className="letter-style">
      <summary>{say(words.style)}</summary>
      {takeBrand && (
        <Group gap="xs" mt="sm">
          <Button variant="default" size="compact-sm" onClick={takeBrand}>
            {say(words.brand)}
          </Button>
          <span className="dim">{say(words.brandAbout)}</span>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        {colours.map(name => (
          <ColourInput
            key={name}
            label={say(words[name])}
            example={examples[name]}
            value={style[memberOf[name]] ?? ''}
            set={value => put(memberOf[name], value)}
          />
        ))}
        <NativeSelect
          label={say(words.font)}
          value={style.font ?? 'sans'}
          onChange={event => put('font', event.currentTarget.value)}
          data={(['sans', 'serif', 'mono'] as const).map(value => ({
            value,
            label: say(words[value]),
          }))}
        />
        <NativeSelect
          label={say(words.letterWidth)}
          value={style.width ?? 600}
          onChange={event => put('width', Number(event.currentTarget.value))}
          data={widthsWith(style.width).map(String)}
        />
      </SimpleGrid>
    </details>
  )
}

const widths = [480, 540, 600, 640, 680, 720]
const widthsWith = (width = 600): readonly number[] =>
  widths.includes(width) ? widths : [...widths, width].sort((a, b) => a - b)

interface ColourInputProps {
  readonly label: string
  readonly example: string
  readonly value: string
  readonly set: (value: string) => void
}

const colour = /^#[0-9a-f]{6}$/i

/** Typed or picked; nothing is told until it is a whole colour, and until then it stays as typed. */
function ColourInput({ label, example, value, set }: ColourInputProps) {
  const [typed, setTyped] = useState(value)
  const isWhole = typed.trim() === '' || colour.test(typed.trim())
  const shown = isWhole ? value : typed
  const take = (text: string) => {
    setTyped(text)
    if (text.trim() === '' || colour.test(text.trim())) set(text.trim())
  }
  return (
    <TextInput
      label={label}
      value={shown}
      placeholder={example}
      onChange={event => take(event.currentTarget.value)}
      maxLength={7}
      autoCapitalize="none"
      leftSection={
        <input
          type="color"
          className="colour"
          aria-label={label}
          tabIndex={-1}
          value={colour.test(shown) ? shown : example}
          onChange={event => take(event.currentTarget.value)}
        />
      }
    />
  )
}
