/**
 * The fields that every contact has beside its address and its properties, a row each. Types, schemas,
 * statements, filters of both engines, templates, imports and exports are made from these rows.
 */
import { type TOptional, type TString, Type } from 'typebox'

interface FieldRow {
  /** Its name in a row that is read or written, as imports keep it: never changed. */
  readonly stored: string
  /** How a value is judged, and how it is compared: texts without case and marks. */
  readonly kind: 'text' | 'language' | 'zone'
  readonly maxChars: number
  readonly about: string
  /** Titles of columns that mean it, without case, marks and punctuation. */
  readonly titles: readonly string[]
}

const maxNameChars = 200
const maxExternalIdChars = 255
// A schema would count what is trimmed away.
const aText = (maxChars: number) => `At most ${maxChars} characters, without spaces around.`

export const contactFieldRows = {
  external_id: {
    stored: 'externalId',
    kind: 'text',
    maxChars: maxExternalIdChars,
    about: `Your own key, of at most ${maxExternalIdChars} characters; its case counts.`,
    titles: ['externalid', 'extid', 'codigo'],
  },
  first_name: {
    stored: 'firstName',
    kind: 'text',
    maxChars: maxNameChars,
    about: aText(maxNameChars),
    titles: [
      ...['firstname', 'fname', 'primeironome', 'prenom', 'givenname', 'nombredepila'],
      'subscriberfirstname',
    ],
  },
  last_name: {
    stored: 'lastName',
    kind: 'text',
    maxChars: maxNameChars,
    about: aText(maxNameChars),
    titles: [
      ...['lastname', 'lname', 'sobrenome', 'ultimonome', 'nom', 'surname', 'familyname'],
      ...['apellido', 'apellidos', 'nomdefamille'],
    ],
  },
  language: {
    stored: 'language',
    kind: 'language',
    maxChars: 100,
    about: 'A BCP 47 tag, as pt-BR.',
    titles: ['language', 'idioma', 'locale', 'lingua', 'preferredlanguage'],
  },
  time_zone: {
    stored: 'timeZone',
    kind: 'zone',
    maxChars: 100,
    about: 'An IANA name.',
    titles: ['timezone', 'fusohorario', 'zonahoraria'],
  },
} as const satisfies Readonly<Record<string, FieldRow>>

type Rows = typeof contactFieldRows
export type ContactFieldName = keyof Rows
type StoredName = Rows[ContactFieldName]['stored']

/** The fields as their columns and the API name them. */
export type ContactColumns = { readonly [Name in ContactFieldName]: string | null }
/** The fields as code names them. */
export type StoredColumns = { readonly [Name in StoredName]: string | null }

export const contactFieldNames = Object.keys(contactFieldRows) as readonly ContactFieldName[]
export const storedNames = contactFieldNames.map(name => contactFieldRows[name].stored)

export const isContactField = (name: string): name is ContactFieldName =>
  Object.hasOwn(contactFieldRows, name)

/** Those whose texts are kept as filters compare them. */
export const foldedFields = contactFieldNames.filter(name => contactFieldRows[name].kind === 'text')

/** A value for each field, by its name. */
export const eachField = <Value>(valueIn: (name: ContactFieldName) => Value) =>
  Object.fromEntries(contactFieldNames.map(name => [name, valueIn(name)])) as {
    [Name in ContactFieldName]: Value
  }

/** A value for each field, by its name in code. */
export const eachStored = <Value>(valueIn: (stored: StoredName, name: ContactFieldName) => Value) =>
  Object.fromEntries(
    contactFieldNames.map(name => {
      const { stored } = contactFieldRows[name]
      return [stored, valueIn(stored, name)]
    }),
  ) as { [Name in StoredName]: Value }

/** What a write may hold of them; `checkFields` judges the values. */
export const fieldSchemas = eachField((name): TOptional<TString> => {
  const { kind, maxChars, about } = contactFieldRows[name]
  const limit = kind === 'text' ? {} : { maxLength: maxChars }
  return Type.Optional(Type.String({ ...limit, description: about }))
})
