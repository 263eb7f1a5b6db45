/** The operators of the filter language by type, with their values checked. */

import { durationMs } from '#kernel/base/durations.ts'
import type { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import { fold } from '#kernel/mail/fold.ts'
import { checkProperty, type PropertyType } from '../contacts/fields/property.ts'

type Presence = { readonly op: 'exists' } | { readonly op: 'absent' }

/** Texts are folded. */
export type TextTest =
  | Presence
  | {
      readonly op:
        | 'eq'
        | 'ne'
        | 'in'
        | 'not_in'
        | 'contains'
        | 'not_contains'
        | 'starts_with'
        | 'ends_with'
      readonly texts: readonly string[]
    }

export type NumberTest =
  | Presence
  | {
      readonly op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'in'
      readonly numbers: readonly number[]
    }

/** A day (`2026-11-23`, in the contact's zone) or an instant. */
export type DateTest =
  | Presence
  | { readonly op: 'before' | 'after' | 'on' | 'between'; readonly dates: readonly string[] }
  | {
      readonly op: 'within' | 'not_within' | 'ahead' | 'anniversary_within'
      readonly spanMs: number
    }

export type ListTest =
  | Presence
  | { readonly op: 'has' | 'has_any' | 'has_all' | 'has_none'; readonly texts: readonly string[] }

const texts = [
  'eq',
  'ne',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
] as const
const operators = {
  string: [...texts, 'exists', 'absent'],
  url: [...texts, 'exists', 'absent'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'exists', 'absent'],
  boolean: ['eq', 'exists', 'absent'],
  date: [
    'before',
    'after',
    'on',
    'between',
    'within',
    'not_within',
    'ahead',
    'anniversary_within',
    'exists',
    'absent',
  ],
  list: ['has', 'has_any', 'has_all', 'has_none', 'exists', 'absent'],
} as const satisfies Record<PropertyType, readonly string[]>

export const operatorsOf = (type: PropertyType): readonly string[] => operators[type]

/** A value as it was given, and how it is refused. */
interface GivenValue {
  readonly given: unknown
  readonly wrong: (why: Text) => Refusal
  readonly missing: () => Refusal
}

const maxItems = 1_000
const maxChars = 500

const presenceOf = (op: string): Presence | null =>
  op === 'exists' ? { op } : op === 'absent' ? { op } : null

/** `spell`: how the field spells what a text says, if not as it is written. */
export function readTextTest(
  op: string,
  value: GivenValue,
  spell: (text: string) => string = text => text,
): TextTest {
  const presence = presenceOf(op)
  if (presence !== null) return presence
  const isList = op === 'in' || op === 'not_in'
  return { op: op as 'eq', texts: readTexts(value, isList, spell) }
}

export function readListTest(op: string, value: GivenValue): ListTest {
  const presence = presenceOf(op)
  if (presence !== null) return presence
  return { op: op as 'has', texts: readTexts(value, op !== 'has') }
}

function readTexts(
  value: GivenValue,
  isList: boolean,
  spell = (text: string): string => text,
): string[] {
  const items = readItems(value, isList)
  if (items.every(one => typeof one === 'string' && !isLonger(one, maxChars))) {
    return (items as string[]).map(one => fold(spell(one)))
  }
  throw value.wrong(
    isList
      ? { en: '{param} must be a list of texts.', pt: '{param} deve ser uma lista de textos.' }
      : { en: '{param} must be a text.', pt: '{param} deve ser um texto.' },
  )
}

function readItems(value: GivenValue, isList: boolean): unknown[] {
  const { given } = value
  if (given === undefined || given === null) throw value.missing()
  if (!isList) return [given]
  if (Array.isArray(given) && given.length === 0) throw value.missing()
  if (Array.isArray(given) && given.length <= maxItems) return given
  throw value.wrong({
    en: `{param} must be a list of at most ${maxItems}.`,
    pt: `{param} deve ser uma lista de no máximo ${maxItems}.`,
  })
}

export function readNumberTest(op: string, value: GivenValue): NumberTest {
  const presence = presenceOf(op)
  if (presence !== null) return presence
  const numbers = readItems(value, op === 'in' || op === 'between')
  const isRight = numbers.every(one => typeof one === 'number' && Number.isFinite(one))
  if (isRight && (op !== 'between' || numbers.length === 2)) {
    return { op: op as 'eq', numbers: numbers as number[] }
  }
  throw value.wrong(
    op === 'between'
      ? { en: '{param} must be two numbers.', pt: '{param} deve ter dois números.' }
      : { en: '{param} must be a number.', pt: '{param} deve ser um número.' },
  )
}

export function readBooleanTest(op: string, value: GivenValue): boolean | 'exists' | 'absent' {
  if (op === 'exists' || op === 'absent') return op
  const [given] = readItems(value, false)
  if (typeof given === 'boolean') return given
  throw value.wrong({
    en: '{param} must be true or false.',
    pt: '{param} deve ser true ou false.',
  })
}

const spans = ['within', 'not_within', 'ahead', 'anniversary_within'] as const

export function readDateTest(op: string, value: GivenValue): DateTest {
  const presence = presenceOf(op)
  if (presence !== null) return presence
  const span = spans.find(name => name === op)
  const items = readItems(value, op === 'between')
  if (span !== undefined) {
    const spanMs = typeof items[0] === 'string' ? durationMs(items[0]) : null
    if (spanMs !== null) return { op: span, spanMs }
    throw value.wrong({
      en: '{param} must be a duration such as P30D or PT12H.',
      pt: '{param} deve ser uma duração, como P30D ou PT12H.',
    })
  }
  if (op === 'between' && items.length !== 2) throw value.wrong(aDate)
  return { op: op as 'before', dates: items.map(one => readDate(one, value)) }
}

const aDate: Text = {
  en: '{param} must be a day (2026-11-23) or a time with an offset; for between, two of them.',
  pt: '{param} deve ser um dia (2026-11-23) ou um horário com fuso; para between, dois.',
}

function readDate(given: unknown, value: GivenValue): string {
  try {
    const date = checkProperty('date', 'value', given)
    if (typeof date === 'string') return date
  } catch {
    // Said below in the words of filters.
  }
  throw value.wrong(aDate)
}
