/** The columns of a contact as inserting and updating write them, made from the table of fields. */
import { suppressionKey } from '#kernel/mail/address.ts'
import { fold } from '#kernel/mail/fold.ts'
import type { StoredContact } from '../people/contact.ts'
import { contactFieldNames, contactFieldRows, foldedFields } from './contact-fields.ts'

/** They are the columns that both statements write, with their types and values. */
const writtenColumns: readonly (readonly [
  name: string,
  type: 'uuid' | 'text' | 'jsonb',
  valueIn: (contact: StoredContact) => unknown,
])[] = [
  ['id', 'uuid', one => one.id],
  ['email', 'text', one => one.email],
  ['email_key', 'text', one => suppressionKey(one.email)],
  ...contactFieldNames.map(
    name => [name, 'text', (one: StoredContact) => one[contactFieldRows[name].stored]] as const,
  ),
  ['properties', 'jsonb', one => JSON.stringify(one.properties)],
  ['folded', 'jsonb', one => JSON.stringify(foldedOf(one))],
]
export const writtenNames = writtenColumns.map(([name]) => name).join(', ')
export const writtenChanges = writtenColumns
  .slice(1)
  .map(([name]) => `${name} = t.${name}`)
  .join(', ')
export const arraysFrom = (first: number): string =>
  writtenColumns.map(([, type], at) => `$${first + at}::${type}[]`).join(', ')
export const valuesOf = (contacts: readonly StoredContact[]): unknown[] =>
  writtenColumns.map(([, , valueIn]) => contacts.map(valueIn))

/** The texts of a contact as filters compare them. */
function foldedOf(contact: StoredContact): Record<string, string | string[]> {
  const folded: Record<string, string | string[]> = { email: fold(contact.email) }
  for (const name of foldedFields) {
    const text = contact[contactFieldRows[name].stored]
    if (text !== null) folded[name] = fold(text)
  }
  for (const [key, value] of Object.entries(contact.properties)) {
    if (typeof value === 'string') folded[`properties.${key}`] = fold(value)
    if (typeof value === 'object') folded[`properties.${key}`] = value.map(fold)
  }
  return folded
}
