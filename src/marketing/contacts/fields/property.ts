/** What a contact's property may hold, by its type. Values are kept in one spelling each. */

import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import type { PropertyValue } from '../people/contact.ts'

export const propertyTypes = ['string', 'number', 'boolean', 'date', 'list', 'url'] as const
export type PropertyType = (typeof propertyTypes)[number]

/** The properties of a project by key. */
export type PropertyTypes = ReadonlyMap<string, PropertyType>

export const propertyKey = /^[a-z][a-z0-9_]{0,39}$/
const maxChars = 500
const maxUrlChars = 2_000
const maxItems = 50

type PropertyReading = { readonly value: PropertyValue | null } | { readonly why: Text }

const kinds: Readonly<Record<PropertyType, (value: unknown) => PropertyReading>> = {
  string: value =>
    textOf(value, maxChars) ??
    wrong('a text of at most 500 characters', 'um texto de até 500 caracteres'),
  number: value =>
    typeof value === 'number' && Number.isFinite(value)
      ? { value }
      : wrong('a number', 'um número'),
  boolean: value =>
    typeof value === 'boolean' ? { value } : wrong('true or false', 'true ou false'),
  date: value =>
    dateOf(value) ??
    wrong(
      'a day (2026-11-23) or a time with an offset',
      'um dia (2026-11-23) ou um horário com fuso',
    ),
  list: value => listOf(value) ?? wrong('a list of at most 50 texts', 'uma lista de até 50 textos'),
  url: value => urlOf(value) ?? wrong('an http or https URL', 'uma URL http ou https'),
}

/** Checks a value of a property; null takes it away. Throws Refusal that names the property. */
export function checkProperty(
  type: PropertyType,
  key: string,
  value: unknown,
): PropertyValue | null {
  if (value === null) return null
  const checked = kinds[type](value)
  if ('value' in checked) return checked.value
  throw new Refusal('invalid_field', { param: `properties.${key}`, why: checked.why })
}

const wrong = (en: string, pt: string): PropertyReading => ({
  why: { en: `{param} must be ${en}.`, pt: `{param} deve ser ${pt}.` },
})

/** An empty text is absence. */
function textOf(value: unknown, max: number): PropertyReading | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (isLonger(text, max)) return null
  return { value: text === '' ? null : text }
}

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/

function dateOf(value: unknown): PropertyReading | null {
  const checked = textOf(value, 40)
  if (checked === null || 'why' in checked || checked.value === null) return checked
  const text = checked.value as string
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return null
  // Date.parse takes 30 February for 2 March.
  const [year, month, date] = text.slice(0, 10).split('-').map(Number)
  if (date! > new Date(Date.UTC(year!, month!, 0)).getUTCDate()) return null
  // The database knows no year 0.
  if (year === 0) return null
  if (day.test(text)) return { value: text }
  const at = new Date(ms).toISOString()
  return instant.test(text) && /^(?!0000)\d{4}-/.test(at) ? { value: at } : null
}

/** A day that there is, or a time with an offset. */
export function isDate(value: unknown): boolean {
  const checked = dateOf(value)
  return checked !== null && 'value' in checked && checked.value !== null
}

/** A time with an offset; null for a day, and for what is none. */
export function instantOf(text: string): Date | null {
  const checked = dateOf(text)
  const value = checked !== null && 'value' in checked ? checked.value : null
  return typeof value === 'string' && !day.test(value) ? new Date(value) : null
}

function listOf(value: unknown): PropertyReading | null {
  if (!Array.isArray(value) || value.length > maxItems) return null
  const items: string[] = []
  for (const item of value) {
    const checked = textOf(item, maxChars)
    if (checked === null || 'why' in checked) return null
    if (checked.value !== null) items.push(checked.value as string)
  }
  return { value: items.length === 0 ? null : items }
}

function urlOf(value: unknown): PropertyReading | null {
  const checked = textOf(value, maxUrlChars)
  if (checked === null || 'why' in checked || checked.value === null) return checked
  const url = URL.parse(checked.value as string)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? checked : null
}
