/** What the names in a template stand for. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import { eachField } from '../contacts/fields/contact-fields.ts'
import { isDate } from '../contacts/fields/property.ts'
import type { PersonRow } from '../contacts/people/contact.ts'
import type { GivenVariable, Variable } from './template.ts'

const maxItems = 200
const maxTextChars = 100_000

/** Whether a value is one of a declared type. */
export function isOfType(type: Variable['type'], value: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return isDate(value)
    case 'url':
      return typeof value === 'string' && /^(https?:\/\/|mailto:|tel:)\S+$/i.test(value)
    case 'list':
      return Array.isArray(value) && value.length <= maxItems
    case 'string':
      return typeof value === 'string' && value.length <= maxTextChars
  }
}

/** What is told of a fault: it is thrown, or gathered with others. */
export type Tell = (fault: Refusal) => void

export const raise: Tell = fault => {
  throw fault
}

/** Whose names need no declaration. */
const knownObjects = ['contact', 'event', 'topic']

/**
 * The values of a call for the variables of a template, with fallbacks. Tells Refusals under
 * `path`.
 */
export function readVariables(
  declared: readonly GivenVariable[],
  given: Readonly<Record<string, unknown>>,
  path: string,
  tell: Tell = raise,
): LetterValues {
  const values: Record<string, unknown> = {}
  const byKey = new Map(declared.map(one => [one.key, one]))
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue
    if (knownObjects.includes(key)) {
      if (typeof value !== 'object' || Array.isArray(value)) tell(wrong(`${path}.${key}`, 'object'))
      else values[key] = value
      continue
    }
    const variable = byKey.get(key)
    if (variable === undefined) {
      tell(new Refusal('invalid_field', { param: `${path}.${key}`, why: notDeclared }))
    } else if (!isOfType(variable.type, value)) tell(wrong(`${path}.${key}`, variable.type))
  }
  for (const { key, required, fallback } of declared) {
    const value = (Object.hasOwn(given, key) ? given[key] : null) ?? fallback
    if (value !== undefined && value !== null) values[key] = value
    else if (required === true) {
      tell(new Refusal('missing_field', { param: `${path}.${key}`, why: noValue }))
    }
  }
  return values
}

/** A contact of a call, whose properties get their fallbacks as those of one that is kept do. */
export function withFallbacks(
  values: LetterValues,
  fallbacks: ReadonlyMap<string, unknown>,
): LetterValues {
  const contact = (values.contact ?? {}) as LetterValues
  if (typeof (contact.properties ?? {}) !== 'object') return values
  const properties: Record<string, unknown> = { ...(contact.properties as object | undefined) }
  for (const [key, fallback] of fallbacks) {
    const own = Object.hasOwn(properties, key) ? properties[key] : null
    properties[key] = own ?? fallback ?? undefined
  }
  return { ...values, contact: { ...contact, properties } }
}

const wrong = (param: string, type: string): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: { en: `It must be of type ${type}.`, pt: `Deve ser do tipo ${type}.` },
  })

const notDeclared: Text = {
  en: 'The template declares no such variable.',
  pt: 'O modelo não declara esta variável.',
}

export const noValue: Text = {
  en: 'The template prints {param}, which has no value and no fallback.',
  pt: 'O modelo imprime {param}, que não tem valor nem alternativa.',
}

/** A contact by the names of templates; properties that have none of their own get their fallback. */
export function contactValues(
  contact: PersonRow,
  fallbacks: ReadonlyMap<string, unknown>,
): LetterValues {
  const own: Record<string, unknown> = {}
  for (const [key, fallback] of fallbacks) {
    const kept = Object.hasOwn(contact.properties, key) ? contact.properties[key] : null
    const value = kept ?? fallback
    if (value !== undefined && value !== null) own[key] = value
  }
  return {
    email: contact.email,
    ...eachField(name => contact[name]),
    properties: own,
  }
}

/** Exact tag, base language, the template's own. */
export function chooseLanguage(
  languages: readonly string[],
  wanted: string | null,
  fallback: string,
): string | null {
  const base = (tag: string): string => tag.split('-')[0]!.toLowerCase()
  const byWish =
    wanted === null
      ? undefined
      : (languages.find(one => one.toLowerCase() === wanted.toLowerCase()) ??
        languages.find(one => one.toLowerCase() === base(wanted)))
  return byWish ?? languages.find(one => one === fallback) ?? null
}
