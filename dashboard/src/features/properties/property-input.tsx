/** A contact's own values, typed as texts and sent as what they are. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import type { Property } from '../../api/shapes.ts'
import { numberOf, typedAmount } from '../../ui/format.ts'
import { common } from '../../ui/texts.ts'
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
  const say = useSay()
  const label = useLabel()(property)
  if (property.type === 'boolean') {
    const data = [
      { value: '', label: '–' },
      { value: 'true', label: say(common.yes) },
      { value: 'false', label: say(common.no) },
    ]
    return <NativeSelect {...field} label={label} data={data} />
  }
  if (property.type === 'list') {
    return (
      <Textarea {...field} label={label} description={say(words.listAbout)} autosize minRows={2} />
    )
  }
  const hint = property.type === 'date' ? { placeholder: '2026-11-24' } : {}
  const mode = property.type === 'number' ? { inputMode: 'decimal' as const } : {}
  return <TextInput {...field} {...hint} {...mode} label={label} />
}
