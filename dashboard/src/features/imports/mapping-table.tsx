/** Which column becomes which field, with what stands in it. */
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Property, PropertyType, Recognised } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { fields } from '../contacts/fields.tsx'
import { useLabel } from '../properties/property-input.tsx'
import { properties as typeTexts } from '../properties/texts.ts'
import { imports as words } from './texts.ts'

const plainFields: readonly { readonly value: string; readonly label: Text }[] = [
  { value: 'email', label: common.email },
  ...fields.map(({ name, label }) => ({ value: name, label })),
  { value: 'name', label: words.wholeName },
  { value: 'unsubscribed', label: words.unsubscribedField },
  { value: 'subscribed', label: words.subscribedField },
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

const yesOrNo = /^(sim|s|n[ãa]o|n|yes|y|no|true|false|verdadeiro|falso)$/i
const day = /^(\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2})$/
/** Not what begins with a zero: that is a code. */
const figure = /^(R?\$\s*)?[+-]?(?!0\d)\d[\d.,]*$/

/** What the values that one sees are, each of them. */
function typeOf(values: readonly string[]): PropertyType {
  const areAll = (kind: RegExp) => values.length > 0 && values.every(value => kind.test(value))
  if (areAll(yesOrNo)) return 'boolean'
  if (areAll(day)) return 'date'
  return areAll(figure) ? 'number' : 'string'
}

/** The types of new properties: `properties.spent:number` is chosen for a column of numbers. */
export const newTypesOf = (fields: readonly string[]): Record<string, PropertyType> =>
  Object.fromEntries(
    fields.flatMap(field => {
      const [, key, type] = /^properties\.(\w+):(\w+)$/.exec(field) ?? []
      return key && type ? [[key, type as PropertyType]] : []
    }),
  )

interface MappingTableProps {
  readonly recognised: Recognised
  readonly fields: Readonly<Record<string, string>>
  readonly set: (column: string, field: string) => void
}

interface Line {
  readonly id: string
  readonly examples: string
  readonly type: PropertyType
  readonly field: string
}

export function MappingTable({ recognised, fields, set }: MappingTableProps) {
  const say = useSay()
  const { data: properties } = useAll('project.contactProperties.list')
  const rows = recognised.columns.map((id): Line => {
    const values = recognised.sample.map(line => line[id] ?? '').filter(value => value !== '')
    const examples = [...new Set(values)].slice(0, maxExamples).join(' · ')
    return { id, examples, type: typeOf(values), field: fields[id] ?? '' }
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
  const key = propertyKeyOf(row.id)
  const isNew = key !== null && !properties.some(property => property.key === key)
  const offer = (type: PropertyType) => ({
    value: type === 'string' ? `properties.${key}` : `properties.${key}:${type}`,
    label: say(words.newProperty, { key: key ?? '', type: say(typeTexts[type]).toLowerCase() }),
  })
  const fresh = isNew ? [...new Set([row.type, 'string' as const])].map(offer) : []
  return (
    <NativeSelect
      aria-label={say(words.becomesWhat, { column: row.id })}
      value={row.field}
      onChange={event => set(row.id, event.currentTarget.value)}
      data={[
        { value: '', label: say(words.leftOut) },
        ...plainFields.map(({ value, label }) => ({ value, label: say(label) })),
        ...known,
        ...fresh,
      ]}
    />
  )
}
