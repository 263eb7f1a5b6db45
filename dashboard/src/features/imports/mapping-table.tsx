/** Which column becomes which field, with what stands in it. */
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Property, PropertyType, RecognisedFile } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { fields } from '../contacts/fields.tsx'
import { useLabel } from '../properties/property-input.tsx'
import { properties as typeTexts } from '../properties/texts.ts'
import { imports as words } from './texts.ts'

/** The column says who has agreed: no field of a contact, but of the consent. */
export const agrees = 'agrees'

const plainFields: readonly { readonly value: string; readonly label: Text }[] = [
  { value: 'email', label: common.email },
  ...fields.map(({ name, label }) => ({ value: name, label })),
  { value: 'name', label: words.wholeName },
  { value: 'unsubscribed', label: words.unsubscribedField },
  { value: 'subscribed', label: words.subscribedField },
  { value: agrees, label: words.agreesField },
]

const maxExamples = 3
const maxKeyChars = 40

/** The key that a new property for a column would have: `Cidade natal` becomes `cidade_natal`. */
function propertyKeyOf(column: string): string | null {
  const plain = column.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const key = plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxKeyChars)
    .replace(/_+$/, '')
  return key === '' ? null : key
}

/** The types of new properties: `properties.spent:number` is chosen for a column of numbers. */
export const newTypesOf = (fields: readonly string[]): Record<string, PropertyType> =>
  Object.fromEntries(
    fields.flatMap(field => {
      const [, key, type] = /^properties\.(\w+):(\w+)$/.exec(field) ?? []
      return key && type ? [[key, type as PropertyType]] : []
    }),
  )

/** The property that a column could be, with the type of its cells; a text where nobody looked. */
function freshOf({ proposed = [] }: RecognisedFile, column: string): Line['fresh'] {
  const found = proposed.find(one => one.column === column)
  const key = found?.key ?? propertyKeyOf(column)
  return key === null ? null : { key, type: found?.type ?? 'string' }
}

/** As it is proposed: what is no field yet becomes a property, what says who agreed is obeyed. */
export function proposedField(recognised: RecognisedFile, column: string): string {
  if (recognised.agreeing?.[0] === column) return agrees
  const { proposed = [] } = recognised
  const found = proposed.find(one => one.column === column)
  return found ? choiceOf(found) : ''
}

const choiceOf = ({ key, type }: { key: string; type: PropertyType }): string =>
  `properties.${key}:${type}`

interface MappingTableProps {
  readonly recognised: RecognisedFile
  readonly fields: Readonly<Record<string, string>>
  readonly set: (column: string, field: string) => void
}

interface Line {
  readonly id: string
  readonly examples: string
  /** What the column could be; null: nothing of its own. */
  readonly fresh: { readonly key: string; readonly type: PropertyType } | null
  readonly field: string
}

export function MappingTable({ recognised, fields, set }: MappingTableProps) {
  const say = useSay()
  const { data: properties } = useAll('project.contactProperties.list')
  const rows = recognised.columns.map((id): Line => {
    const values = recognised.sample.map(line => line[id] ?? '').filter(value => value !== '')
    const examples = [...new Set(values)].slice(0, maxExamples).join(' · ')
    return { id, examples, fresh: freshOf(recognised, id), field: fields[id] ?? '' }
  })
  const columns = useMemo(
    (): readonly Column<Line>[] => [
      { id: 'column', head: words.column, cell: row => row.id, onPhone: 'title' },
      { id: 'examples', head: words.examples, cell: row => row.examples || '–', isDim: true },
      {
        id: 'becomes',
        head: words.becomes,
        cell: row => <Becomes row={row} properties={properties ?? []} set={set} />,
      },
    ],
    [properties, set],
  )
  return <DataTable label={say(words.understood)} columns={columns} rows={rows} />
}

interface BecomesProps {
  readonly row: Line
  readonly properties: readonly Property[]
  readonly set: (column: string, field: string) => void
}

function Becomes({ row, properties, set }: BecomesProps) {
  const say = useSay()
  const labelOf = useLabel()
  const known = properties.map(property => ({
    value: `properties.${property.key}`,
    label: labelOf(property),
  }))
  const { fresh } = row
  const isNew = fresh !== null && !properties.some(property => property.key === fresh.key)
  const made = isNew ? typesOf(fresh.type).map(type => offer(row.id, fresh.key, type)) : []
  return (
    <NativeSelect
      aria-label={say(words.becomesWhat, { column: row.id })}
      value={row.field}
      onChange={event => set(row.id, event.currentTarget.value)}
      data={[
        { value: '', label: say(words.leftOut) },
        ...group(say(words.create), made),
        ...group(
          say(words.fields),
          plainFields.map(({ value, label }) => ({ value, label: say(label) })),
        ),
        ...group(say(words.own), known),
      ]}
    />
  )

  function offer(label: string, key: string, type: PropertyType) {
    const typed = say(typeTexts[type]).toLowerCase()
    return { value: choiceOf({ key, type }), label: say(words.newProperty, { label, type: typed }) }
  }
}

const group = (name: string, items: { value: string; label: string }[]) =>
  items.length === 0 ? [] : [{ group: name, items }]

const types = ['string', 'number', 'date', 'boolean', 'list', 'url'] as const

/** The likely one first. */
const typesOf = (likely: PropertyType): PropertyType[] => [
  likely,
  ...types.filter(type => type !== likely),
]
