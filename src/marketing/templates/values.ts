/** What the names in a template stand for. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { LetterValues } from '#sending/content/liquid/evaluate.ts'
import type { PersonRow } from '../contacts/contact.ts'
import type { Variable } from './template.ts'

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
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    case 'url':
      return typeof value === 'string' && /^(https?:\/\/|mailto:|tel:)\S+$/i.test(value)
    case 'list':
      return Array.isArray(value) && value.length <= maxItems
    case 'string':
      return typeof value === 'string' && value.length <= maxTextChars
  }
}

/**
 * The values of a call for the variables of a template, with fallbacks. `contact` needs no
 * declaration. Throws Refusal under `path`.
 */
export function readVariables(
  declared: readonly Variable[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): LetterValues {
  const byKey = new Map(declared.map(one => [one.key, one]))
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue
    if (key === 'contact') {
      if (typeof value !== 'object' || Array.isArray(value))
        throw wrong(`${path}.contact`, 'object')
      continue
    }
    const variable = byKey.get(key)
    if (variable === undefined) {
      throw new Refusal('invalid_field', { param: `${path}.${key}`, why: notDeclared })
    }
    if (!isOfType(variable.type, value)) throw wrong(`${path}.${key}`, variable.type)
  }
  const values: Record<string, unknown> = {}
  for (const { key, required, fallback } of declared) {
    const value = (Object.hasOwn(given, key) ? given[key] : null) ?? fallback
    if (value !== undefined && value !== null) values[key] = value
    else if (required === true) {
      throw new Refusal('missing_field', { param: `${path}.${key}`, why: noValue })
    }
  }
  return given.contact == null ? values : { ...values, contact: given.contact }
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
    const value = contact.properties[key] ?? fallback
    if (value !== undefined && value !== null) own[key] = value
  }
  return {
    email: contact.email,
    external_id: contact.external_id,
    first_name: contact.first_name,
    last_name: contact.last_name,
    language: contact.language,
    time_zone: contact.time_zone,
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
