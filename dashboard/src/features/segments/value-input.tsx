/** The value of a condition on a field, as its type and its comparison want it. */
import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
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
  /** Of contacts: what stands in it is suggested. */
  readonly field?: string
  readonly type: PropertyType
  readonly op: string
  readonly value: Value
  readonly set: (value: Value) => void
}

export function ValueInput({ field, type, op, value, set }: ValueInputProps) {
  const say = useSay()
  const label = say(words.value)
  const common20 = useCommonValues(field, type)
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
      return <Many value={value} set={set} read={text => text} suggested={common20} />
    case 'numbers':
      return <Many value={value} set={set} read={numberOf} />
    case 'number':
      return <OneNumber label={label} value={value} set={set} />
    default:
      return <OneText label={label} value={value} set={set} suggested={common20} />
  }
}

/** Of texts and lists alone: numbers and days differ from person to person. */
function useCommonValues(field: string | undefined, type: PropertyType): readonly string[] {
  const isAsked = field !== undefined && ['string', 'list'].includes(type) && isShared(field)
  const { data } = useApi('project.contacts.values', { field: field ?? '' }, { enabled: isAsked })
  return isAsked ? (data?.data.map(one => one.value) ?? []) : []
}

const isShared = (field: string): boolean => !['email', 'external_id'].includes(field)

interface OneTextProps extends OneProps {
  readonly suggested: readonly string[]
}

function OneText({ label, value, set, suggested }: OneTextProps) {
  const id = useId()
  return (
    <>
      <TextInput
        aria-label={label}
        required
        flex="1 1 140px"
        value={String(value ?? '')}
        list={id}
        onChange={event => set(event.currentTarget.value)}
      />
      <datalist id={id}>
        {suggested.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {String(value ?? '') === '' && <Suggested values={suggested} choose={set} />}
    </>
  )
}

const maxShown = 8

interface SuggestedProps {
  readonly values: readonly string[]
  readonly choose: (value: string) => void
}

/** The commonest, to be taken by a click. */
function Suggested({ values, choose }: SuggestedProps) {
  const say = useSay()
  if (values.length === 0) return null
  return (
    <fieldset className="suggested" aria-label={say(words.suggested)}>
      {values.slice(0, maxShown).map(one => (
        <button key={one} type="button" className="chip" dir="auto" onClick={() => choose(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  )
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
  readonly suggested?: readonly string[]
  readonly read: (text: string) => string | number
}

function Many({ value, set, read, suggested = [] }: ManyProps) {
  const say = useSay()
  const given = Array.isArray(value) ? value.map(String) : []
  const [text, setText] = useState(given.join(', '))
  const type = (next: string) => {
    setText(next)
    set(next.split(',').flatMap(item => (item.trim() === '' ? [] : [read(item.trim())])))
  }
  const add = (one: string) => type([...given, one].join(', '))
  return (
    <>
      <TextInput
        aria-label={say(words.value)}
        placeholder={say(words.many)}
        flex="1 1 180px"
        required
        value={text}
        onChange={event => type(event.currentTarget.value)}
      />
      <Suggested values={suggested.filter(one => !given.includes(one))} choose={add} />
    </>
  )
}
