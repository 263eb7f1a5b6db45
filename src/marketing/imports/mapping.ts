/** What a mapping may say: of columns that there are, fields that there are, each field once. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type PropertyTypes, propertyKey } from '../contacts/fields/property.ts'
import { plainFields } from './columns.ts'
import { fieldIn, keyOf, type Mapping, mustBeClear } from './habits.ts'
import type { RecognisedFile } from './recognised.ts'
import type { ImportOptions } from './store.ts'

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

export const noAddress = (): Refusal =>
  refuse('mapping', {
    en: 'No column is the address: map one to email.',
    pt: 'Nenhuma coluna é o endereço: mapeie uma para email.',
  })

/** The fields that a mapping names exist, or are to be made; no two columns are one field. */
export function mustNameFields(
  given: Mapping,
  creates: ImportOptions['create_properties'],
  properties: PropertyTypes,
): void {
  const taken = new Set<string>()
  for (const [column, field] of Object.entries(given)) {
    if (field === null) continue
    const key = keyOf(field)
    const isNew = key !== null && propertyKey.test(key) && creates !== false
    const isKnown =
      key === null ? (plainFields as readonly string[]).includes(field) : properties.has(key)
    if (!isKnown && !isNew) {
      throw refuse(`mapping.${column}`, {
        en: 'There is no such field. A contact property is made by the import only with create_properties.',
        pt: 'Não existe este campo. Uma propriedade só é criada pela importação com create_properties.',
      })
    }
    if (taken.has(field)) {
      throw refuse(`mapping.${column}`, {
        en: `Another column is ${field} already.`,
        pt: `Outra coluna já é ${field}.`,
      })
    }
    taken.add(field)
  }
}

/** Throws Refusal for a column that the file has not. Lines of NDJSON may have others further down. */
function mustNameColumns(given: Mapping, { delimiter, columns }: RecognisedFile): void {
  const known = new Set(columns)
  const unknown = Object.keys(given).find(column => given[column] !== null && !known.has(column))
  if (delimiter === null || unknown === undefined) return
  throw refuse(`mapping.${unknown}`, {
    en: 'The file has no such column.',
    pt: 'O arquivo não tem esta coluna.',
  })
}

/**
 * Columns that a mapping does not name are left out. A line of NDJSON may have members that the first
 * lines had not: what is said of them stays.
 */
export function fullMapping(
  { columns, delimiter }: Pick<RecognisedFile, 'columns' | 'delimiter'>,
  given: Mapping,
): Mapping {
  const named = delimiter === null ? [...columns, ...Object.keys(given)] : columns
  return Object.fromEntries(named.map(column => [column, fieldIn(given, column)]))
}

interface MappingInput {
  readonly recognised: RecognisedFile
  /** As somebody gave it, or as it was proposed. */
  readonly given: Mapping
  readonly options: ImportOptions
  readonly properties: PropertyTypes
}

/** Throws Refusal for the first thing that is to be decided before the file can be run. */
export function mustBeDecided({ recognised, given, options, properties }: MappingInput): void {
  const mapping = fullMapping(recognised, given)
  const fields = Object.values(mapping)
  if (!fields.includes('email')) throw noAddress()
  mustNameColumns(given, recognised)
  mustNameFields(given, options.create_properties, properties)
  mustSayWhoLeft(recognised, given)
  mustHaveColumn(recognised, options.consent?.column ?? null)
  const types = new Map(properties)
  const { create_properties: creates } = options
  for (const key of fields.map(keyOf)) {
    if (key === null || types.has(key)) continue
    const type = typeof creates === 'object' && Object.hasOwn(creates, key) ? creates[key]! : null
    types.set(key, type ?? 'string')
  }
  mustBeClear({ recognised, mapping, types, told: options.file ?? {} })
}

/** Nobody who has left elsewhere comes in by a column of which nobody said anything. */
function mustSayWhoLeft({ leaving = [] }: RecognisedFile, given: Mapping): void {
  const isSaid = Object.values(given).some(field => /^(un)?subscribed$/.test(field ?? ''))
  const open = isSaid ? undefined : leaving.find(column => !Object.hasOwn(given, column))
  if (open === undefined) return
  throw refuse(`mapping.${open}`, {
    en: 'The column seems to say that people have left. Map it to unsubscribed (to subscribed, where yes means that they stay), or to null to leave it out.',
    pt: 'A coluna parece dizer que pessoas saíram. Mapeie-a para unsubscribed (para subscribed, se sim quer dizer que ficaram), ou para null para deixá-la de fora.',
  })
}

function mustHaveColumn({ columns, delimiter }: RecognisedFile, column: string | null): void {
  if (column === null || delimiter === null || columns.includes(column)) return
  throw refuse('consent.column', {
    en: 'The file has no such column.',
    pt: 'O arquivo não tem esta coluna.',
  })
}
