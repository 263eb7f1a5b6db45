/** The value of a condition on a field, as its type and its comparison want it. */
import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { FieldCondition, PropertyType } from '../../api/shapes.ts'
import { numberOf as readNumber, typedAmount } from '../../ui/format.ts'
import { common } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { daysOf, spanOfDays } from './filter.ts'
import { segments as words } from './texts.ts'

type Form = 'nothing' | 'text' | 'texts' | 'number' | 'numbers' | 'choice' | 'day' | 'days' | 'span'

const spans = ['within', 'not_within', 'ahead', 'anniversary_within']

function formOf(type: PropertyType, op: string): Form {
  if (op === 'exists' || op === 'absent') return 'nothing'
  const isMany = ['in', 'not_in', 'between', 'has_any', 'has_all', 'has_none'].includes(op)
  switch (type) {
    case 'boolean':
      return 'choice'
    case 'number':
      return isMany ? 'numbers' : 'number'
    case 'date':
      return spans.includes(op) ? 'span' : isMany ? 'days' : 'day'
    default:
      return isMany ? 'texts' : 'text'
  }
}

/** What stands there when a comparison is chosen. */
export function firstValue(type: PropertyType, op: string): Value {
  const form = formOf(type, op)
  if (form === 'nothing') return undefined
  if (form === 'choice') return true
  if (form === 'span') return 'P30D'
  return form === 'texts' || form === 'numbers' || form === 'days' ? [] : ''
}

export type Value = FieldCondition['value']

interface ValueInputProps {
  readonly type: PropertyType
  readonly op: string
  readonly value: Value
  readonly set: (value: Value) => void
}

export function ValueInput({ type, op, value, set }: ValueInputProps) {
  const say = useSay()
  const label = say(words.value)
  switch (formOf(type, op)) {
    case 'nothing':
      return null
    case 'choice':
      return (
        <NativeSelect
          aria-label={label}
          value={String(value)}
          onChange={event => set(event.currentTarget.value === 'true')}
          data={[
            { value: 'true', label: say(common.yes) },
            { value: 'false', label: say(common.no) },
          ]}
        />
      )
    case 'day':
      return <Day label={label} value={value} set={set} />
    case 'days':
      return <TwoDays value={value} set={set} />
    case 'span':
      return (
        <TextInput
          aria-label={label}
          required
          inputMode="numeric"
          w={90}
          value={daysOf(String(value ?? ''))}
          onChange={event => set(spanOfDays(event.currentTarget.value))}
        />
      )
    case 'texts':
      return <Many value={value} set={set} read={text => text} />
    case 'numbers':
      return <Many value={value} set={set} read={numberOf} />
    case 'number':
      return <OneNumber label={label} value={value} set={set} />
    default:
      return (
        <TextInput
          aria-label={label}
          required
          flex="1 1 140px"
          value={String(value ?? '')}
          onChange={event => set(event.currentTarget.value)}
        />
      )
  }
}

/** What is no number goes as it is, for the server to say so. */
const numberOf = (text: string): string | number => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

interface OneProps {
  readonly label: string
  readonly value: Value
  readonly set: (value: Value) => void
}

interface TypedProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly first: string
  readonly onTyped: (text: string) => void
}

/** Keeps what is typed as it is typed, whatever is read from it. */
function Typed({ first, onTyped, ...props }: TypedProps) {
  const [text, setText] = useState(first)
  return (
    <TextInput
      {...props}
      required
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        onTyped(event.currentTarget.value)
      }}
    />
  )
}

function OneNumber({ label, value, set }: OneProps) {
  const { language } = useSpeech()
  return (
    <Typed
      aria-label={label}
      inputMode="decimal"
      w={120}
      first={typedAmount(String(value ?? ''), language)}
      onTyped={text => set(readNumber(text, language) ?? text)}
    />
  )
}

function Day({ label, value, set }: OneProps) {
  return (
    <TextInput
      aria-label={label}
      required
      type="date"
      value={String(value ?? '').slice(0, 10)}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}

function TwoDays({ value, set }: Omit<OneProps, 'label'>) {
  const say = useSay()
  const [from = '', until = ''] = Array.isArray(value) ? (value as string[]) : []
  return (
    <>
      <Day label={say(words.from)} value={from} set={next => set([String(next), until])} />
      <Day label={say(words.until)} value={until} set={next => set([from, String(next)])} />
    </>
  )
}

interface ManyProps extends Omit<OneProps, 'label'> {
  readonly read: (text: string) => string | number
}

function Many({ value, set, read }: ManyProps) {
  const say = useSay()
  return (
    <Typed
      aria-label={say(words.value)}
      placeholder={say(words.many)}
      flex="1 1 180px"
      first={Array.isArray(value) ? value.join(', ') : ''}
      onTyped={text =>
        set(text.split(',').flatMap(item => (item.trim() === '' ? [] : [read(item.trim())])))
      }
    />
  )
}
