/** A contact's own values, typed as texts and sent as what they are. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Property } from '../../api/shapes.ts'
import { numberOf, typedAmount } from '../../ui/format.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { spokenLanguage, useSay } from '../../ui/words.tsx'
import { wholeText } from '../topics/topic-names.ts'
import { properties as words } from './texts.ts'

/** A list is typed with one item a line, a number as it is written in the language. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return typedAmount(String(value), spokenLanguage())
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** What is sent for what was typed; null takes a value away. */
export function valueOfText(type: Property['type'], text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'boolean') return trimmed === 'true'
  if (type === 'list') return trimmed.split('\n').flatMap(line => line.trim() || [])
  if (type !== 'number') return trimmed
  // Very large ones are written with an exponent.
  const number =
    numberOf(trimmed, spokenLanguage()) ?? (/e/i.test(trimmed) ? Number(trimmed) : Number.NaN)
  // What is no number is refused by the server, with its own words.
  return Number.isNaN(number) ? trimmed : number
}

export function useLabel(): (property: Property) => string {
  const say = useSay()
  return useCallback(
    ({ key, label }) => {
      if (label === null) return key
      return typeof label === 'string' ? label : say(wholeText(label))
    },
    [say],
  )
}

interface PropertyInputProps {
  readonly property: Property
  /** What an input of Mantine's takes. */
  readonly field: object
}

export function PropertyInput({ property, field }: PropertyInputProps) {
  const label = useLabel()(property)
  return <InputOfType type={property.type} {...field} label={label} />
}

/** What an input of Mantine's takes, whichever it is. */
interface InputProps {
  readonly label?: string
  readonly description?: string
  readonly flex?: string
  readonly 'aria-label'?: string
  readonly value?: string
  readonly onChange?: (event: { currentTarget: { value: string } }) => void
}

const day = /^\d{4}-\d\d-\d\d$/

/** The input that suits values of a type, which are texts in it. */
export function InputOfType({ type, ...props }: InputProps & { readonly type: Property['type'] }) {
  const say = useSay()
  if (type === 'boolean') {
    const data = [
      { value: '', label: '–' },
      { value: 'true', label: say(common.yes) },
      { value: 'false', label: say(common.no) },
    ]
    return <NativeSelect {...props} data={data} />
  }
  if (type === 'list') {
    const about = [props.description, say(words.listAbout)].filter(Boolean).join(' ')
    return <Textarea {...props} description={about} autosize minRows={2} />
  }
  // A date may be a moment, which browsers ask for without its zone.
  const isDay = type === 'date' && (!props.value || day.test(props.value))
  const mode = type === 'number' ? { inputMode: 'decimal' as const } : {}
  return <TextInput {...props} {...mode} {...(isDay ? { type: 'date' } : {})} />
}

interface ValueOfTypeProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly type: Property['type']
  readonly value: unknown
  readonly set: (value: unknown) => void
}

/** A value that is told at every key: what is typed stays as it is while it means the value. */
export function ValueOfType({ value, set, ...props }: ValueOfTypeProps) {
  const { type } = props
  const [typed, setTyped] = useState('')
  const isMeant = isSame(valueOfText(type, typed), value)
  return (
    <InputOfType
      {...props}
      value={isMeant ? typed : textOfValue(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        set(valueOfText(type, text))
      }}
    />
  )
}

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** A value as people read it: dates and numbers as the language writes them. */
export function useValueText(): (value: unknown, type?: Property['type']) => string {
  const say = useSay()
  const { date, full } = useTimes()
  const { number } = useNumbers()
  return useCallback(
    (value, type) => {
      if (typeof value === 'boolean') return say(value ? common.yes : common.no)
      if (typeof value === 'number') return number(value)
      if (type !== 'date' || typeof value !== 'string') {
        return textOfValue(value).replaceAll('\n', ', ')
      }
      if (Number.isNaN(Date.parse(value))) return value
      return day.test(value) ? date(value) : full(value)
    },
    [say, date, full, number],
  )
}
