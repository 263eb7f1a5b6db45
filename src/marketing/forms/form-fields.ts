/**
 * The fields of a form by what they ask for: how each is shown, on our page and in html for the pages
 * of others, and how what was typed is read. Browsers send a date as `1990-12-31` and a number with a
 * point (HTML §4.10.5.1); whoever types one into an older copy of a form writes as people do there.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import { hasUnseen, holdsLink } from '#tenants/accounts/names.ts'
import { contactFieldRows, isContactField } from '../contacts/fields/contact-fields.ts'
import { checkFields } from '../contacts/fields/fields.ts'
import type { PropertyType, PropertyTypes } from '../contacts/fields/property.ts'
import { dateOf } from '../imports/dates.ts'
import { numberOf } from '../imports/numbers.ts'
import { booleanOf } from '../imports/status.ts'
import { cellValue } from '../imports/values.ts'
import type { FormDefinition } from './store.ts'

export type AskedField = FormDefinition['fields'][number]

/** The key of the property that a field asks for; null: it is one of the contact's own. */
export const propertyOf = (key: string): string | null =>
  key.startsWith('properties.') ? key.slice('properties.'.length) : null

export function typeOf(key: string, properties: PropertyTypes): PropertyType {
  const property = propertyOf(key)
  return (property === null ? undefined : properties.get(property)) ?? 'string'
}

/** What stands in a field already. */
export interface FilledIn {
  readonly value: string
  readonly isWrong: boolean
}

/** The address goes before what a form asks. */
type InputType = PropertyType | 'email'

/** A field with its label as html. */
export function inputOf(
  { key, required }: AskedField,
  type: InputType,
  label: string,
  { value, isWrong }: FilledIn = { value: '', isWrong: false },
): string {
  const wrong = isWrong ? ' aria-invalid="true" aria-describedby="wrong" autofocus' : ''
  const rest = `name="${escaped(key)}"${required ? ' required' : ''}${wrong}`
  const text = escaped(label)
  if (type === 'boolean') {
    const checked = value === '' ? '' : ' checked'
    return `<label><input type="checkbox" value="true" ${rest}${checked}> ${text}</label>`
  }
  const kept = value === '' ? '' : ` value="${escaped(value.slice(0, maxKeptChars))}"`
  return `<label>${text} <input ${kinds[type]} ${rest}${kept}></label>`
}

/** Of what is shown again. */
const maxKeptChars = 2_000

const kinds: Readonly<Record<Exclude<InputType, 'boolean'>, string>> = {
  email: 'type="email" autocomplete="email" maxlength="254"',
  date: 'type="date"',
  number: 'type="number" step="any"',
  url: 'type="url" placeholder="https://"',
  list: 'type="text"',
  string: 'type="text"',
}

/** The word of the pages that says what is wrong. */
type WrongField =
  | 'form_wrong_boolean'
  | 'form_wrong_date'
  | 'form_wrong_language'
  | 'form_wrong_name'
  | 'form_wrong_number'
  | 'form_wrong_text'
  | 'form_wrong_url'

const wrongOf: Readonly<Record<PropertyType, WrongField>> = {
  boolean: 'form_wrong_boolean',
  date: 'form_wrong_date',
  list: 'form_wrong_text',
  number: 'form_wrong_number',
  string: 'form_wrong_text',
  url: 'form_wrong_url',
}

/** `text`: trimmed and not empty. */
export function readField(
  key: string,
  text: string,
  { language, properties }: { readonly language: Language; readonly properties: PropertyTypes },
): { readonly value: unknown } | { readonly wrong: WrongField } {
  const isName = isContactField(key) && contactFieldRows[key].kind === 'name'
  if (isName && (holdsLink(text) || hasUnseen(text))) return { wrong: 'form_wrong_name' }
  const property = propertyOf(key)
  // A property that was deleted since is asked for in vain.
  if (property !== null && !properties.has(property)) return { value: undefined }
  const type = typeOf(key, properties)
  const value = property === null ? text : typed(type, text, language)
  try {
    checkFields(
      property === null ? { [key]: value } : { properties: { [property]: value } },
      properties,
    )
    return { value }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { wrong: key === 'language' ? 'form_wrong_language' : wrongOf[type] }
  }
}

/** What cannot be read stays as it is, and is refused. */
function typed(type: PropertyType, text: string, language: Language): unknown {
  switch (type) {
    case 'boolean':
      return booleanOf(text) ?? text
    case 'date':
      return dateOf(text, null) ?? dateOf(text, language === 'pt' ? 'dmy' : 'mdy') ?? text
    case 'number':
      return numberIn(text, language) ?? text
    case 'url':
      return /^[^\s/:@?#]+\.[^\s@]+$/.test(text) ? `https://${text}` : text
    case 'list':
    case 'string':
      return cellValue(type, text, { mark: null, order: null })
  }
}

/** A single point parts decimals in both languages, since browsers send it so. */
function numberIn(text: string, language: Language): number | null {
  if (/^[+-]?\d*\.?\d+(e[+-]?\d{1,3})?$/i.test(text)) return Number(text)
  return numberOf(text, null) ?? numberOf(text, language === 'pt' ? ',' : '.')
}
