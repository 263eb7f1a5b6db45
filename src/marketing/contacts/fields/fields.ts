/**
 * The fields of a contact as anybody writes them (a call, a line of a batch or of an import), judged
 * one by one: the first that is wrong is named. Shapes are judged here too, since a line that is
 * wrong must not refuse the others.
 */

import { Refusal } from '#kernel/base/errors.ts'
import { inspect } from '#kernel/base/inspect.ts'
import { languageTag } from '#kernel/base/language-tags.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import { zoneName } from '#kernel/base/time-zones.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { ContactFields } from '../people/contact.ts'
import { contactFieldRows, eachField } from './contact-fields.ts'
import { checkProperty, type PropertyTypes } from './property.ts'

type FieldInput = Readonly<Record<string, unknown>>
type Fields = { -readonly [Name in keyof ContactFields]: ContactFields[Name] }

const takers: Readonly<
  Record<string, (given: unknown, fields: Fields, properties: PropertyTypes) => void>
> = {
  email(given, fields) {
    if (given !== '') fields.email = readEmail(given, 'email')
  },
  ...eachField(name => (given: unknown, fields: Fields) => {
    const { stored, kind, maxChars } = contactFieldRows[name]
    fields[stored] = readers[kind](given, name, maxChars)
  }),
  properties(given, fields, properties) {
    fields.properties = readProperties(given, properties)
  },
}

/** Throws Refusal for the first that is wrong, or unknown. `also`: fields that the caller reads. */
export function checkFields(
  given: unknown,
  properties: PropertyTypes,
  also: readonly string[] = [],
): ContactFields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refusal('invalid_field', {
      why: { en: 'A contact must be an object.', pt: 'Um contato deve ser um objeto.' },
    })
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(takers, name) || also.includes(name)) continue
    throw refuse(name, {
      en: 'There is no field {param}.',
      pt: 'Não existe o campo {param}.',
    })
  }
  const fields: Fields = {}
  for (const [name, take] of Object.entries(takers)) {
    const value = (given as FieldInput)[name]
    if (value === undefined || value === null) continue
    inspect(value, [name])
    take(value, fields, properties)
  }
  return fields
}

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

/** The bare address; a display name is dropped. */
export function readEmail(given: unknown, param: string): string {
  const parsed = typeof given === 'string' ? parseAddress(given) : null
  if (parsed?.ok) return parsed.address.email
  throw refuse(param, parsed?.why)
}

/** Trimmed; empty is cleared. */
function readText(given: unknown, param: string, max: number): string | null {
  if (typeof given !== 'string') throw refuse(param)
  const text = given.trim()
  if (isLonger(text, max)) {
    throw refuse(param, {
      en: `{param} must be a text of at most ${max} characters.`,
      pt: `{param} deve ser um texto de até ${max} caracteres.`,
    })
  }
  return text === '' ? null : text
}

/** In its canonical form. */
function readLanguage(given: unknown, param: string, max: number): string | null {
  const text = readText(given, param, max)
  const tag = text === null ? null : languageTag(text)
  if (text === null || tag !== null) return tag
  throw refuse(param, {
    en: '{param} must be a BCP 47 language tag, such as pt-BR.',
    pt: '{param} deve ser uma etiqueta de idioma BCP 47, como pt-BR.',
  })
}

function readZone(given: unknown, param: string, max: number): string | null {
  const text = readText(given, param, max)
  const zone = text === null ? null : zoneName(text)
  if (text === null || zone !== null) return zone
  throw refuse(param, {
    en: '{param} must be an IANA time zone, such as America/Recife.',
    pt: '{param} deve ser um fuso horário IANA, como America/Recife.',
  })
}

const readers = { name: readText, text: readText, language: readLanguage, zone: readZone }

function readProperties(
  given: unknown,
  known: PropertyTypes,
): NonNullable<ContactFields['properties']> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuse('properties')
  const read: [string, ReturnType<typeof checkProperty>][] = []
  for (const [key, value] of Object.entries(given)) {
    const type = known.get(key)
    if (type === undefined) {
      throw refuse(`properties.${key}`, {
        en: 'There is no contact property with the key of {param}. Create it first.',
        pt: 'Não há propriedade de contato com a chave de {param}. Crie-a antes.',
      })
    }
    read.push([key, checkProperty(type, key, value)])
  }
  return Object.fromEntries(read)
}
