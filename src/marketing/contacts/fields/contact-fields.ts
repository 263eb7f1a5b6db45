/**
 * The fields that every contact has beside its address and its properties, a row each. Types, schemas,
 * statements, filters of both engines, templates, imports and exports are made from these rows.
 */
import { type TOptional, type TString, Type } from 'typebox'
import type { Text } from '#kernel/base/languages.ts'

/** Where people are offered a field, beside the page of a person and what takes all of them. */
type FieldPlace = 'adding' | 'forms' | 'letters' | 'steps'

interface FieldRow {
  /** Its name in a row that is read or written, as imports keep it: never changed. */
  readonly stored: string
  /** What people call it. */
  readonly label: Text
  /** How a value is judged, and how it is compared: names and texts without case and marks. */
  readonly kind: 'name' | 'text' | 'language' | 'zone'
  readonly maxChars: number
  readonly about: string
  /** Titles of columns that mean it, without case, marks and punctuation. */
  readonly titles: readonly string[]
  /** A property of the project that has one of the titles as its key is meant by them: it was first. */
  readonly yields?: true
  readonly offeredIn: readonly FieldPlace[]
}

const maxNameChars = 200
const maxExternalIdChars = 255
// A schema would count what is trimmed away.
const aText = (maxChars: number) => `At most ${maxChars} characters, without spaces around.`

export const contactFieldRows = {
  external_id: {
    stored: 'externalId',
    label: { en: 'Your own ID', pt: 'ID no seu sistema' },
    kind: 'text',
    maxChars: maxExternalIdChars,
    about: `Your own key, of at most ${maxExternalIdChars} characters; its case counts.`,
    titles: ['externalid', 'extid', 'codigo'],
    offeredIn: [],
  },
  first_name: {
    stored: 'firstName',
    label: { en: 'First name', pt: 'Nome' },
    kind: 'name',
    maxChars: maxNameChars,
    about: aText(maxNameChars),
    titles: [
      ...['firstname', 'fname', 'primeironome', 'prenom', 'givenname', 'nombredepila'],
      'subscriberfirstname',
    ],
    offeredIn: ['adding', 'forms', 'letters', 'steps'],
  },
  last_name: {
    stored: 'lastName',
    label: { en: 'Last name', pt: 'Sobrenome' },
    kind: 'name',
    maxChars: maxNameChars,
    about: aText(maxNameChars),
    titles: [
      ...['lastname', 'lname', 'sobrenome', 'ultimonome', 'nom', 'surname', 'familyname'],
      ...['apellido', 'apellidos', 'nomdefamille'],
    ],
    offeredIn: ['adding', 'forms', 'letters', 'steps'],
  },
  company: {
    stored: 'company',
    label: { en: 'Company', pt: 'Empresa' },
    kind: 'text',
    maxChars: maxNameChars,
    about: aText(maxNameChars),
    titles: [
      ...['company', 'companyname', 'organization', 'organisation', 'organizationname'],
      ...['organization1name', 'empresa', 'nomedaempresa', 'razaosocial', 'nomefantasia'],
      ...['organizacao', 'organizacion', 'compania', 'entreprise', 'societe'],
    ],
    yields: true,
    offeredIn: ['adding', 'forms', 'letters', 'steps'],
  },
  language: {
    stored: 'language',
    label: { en: 'Language', pt: 'Idioma' },
    kind: 'language',
    maxChars: 100,
    about: 'A BCP 47 tag, as pt-BR.',
    titles: ['language', 'idioma', 'locale', 'lingua', 'preferredlanguage'],
    offeredIn: ['forms', 'steps'],
  },
  time_zone: {
    stored: 'timeZone',
    label: { en: 'Time zone', pt: 'Fuso horário' },
    kind: 'zone',
    maxChars: 100,
    about: 'An IANA name.',
    titles: ['timezone', 'fusohorario', 'zonahoraria'],
    offeredIn: ['steps'],
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
export const foldedFields = contactFieldNames.filter(name => isText(contactFieldRows[name]))

function isText({ kind }: FieldRow): boolean {
  return kind === 'text' || kind === 'name'
}

/** The fields that a place offers. */
export type NamesIn<Place extends FieldPlace> = {
  [Name in ContactFieldName]: Place extends Rows[Name]['offeredIn'][number] ? Name : never
}[ContactFieldName]

export function namesIn<Place extends FieldPlace>(place: Place): readonly NamesIn<Place>[] {
  const isThere = ({ offeredIn }: FieldRow) => offeredIn.includes(place)
  return contactFieldNames.filter((name): name is NamesIn<Place> => isThere(contactFieldRows[name]))
}

/** Titles that mean a property of the project before they mean the field. */
export const yieldingTitles = (name: string): readonly string[] => {
  const row: FieldRow | null = isContactField(name) ? contactFieldRows[name] : null
  return row?.yields ? row.titles : []
}

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
  const { maxChars, about } = contactFieldRows[name]
  const limit = isText(contactFieldRows[name]) ? {} : { maxLength: maxChars }
  return Type.Optional(Type.String({ ...limit, description: about }))
})
