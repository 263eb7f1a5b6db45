/** Which column becomes which field, with what stands in it. */
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Property, Recognised } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { type Text, useSay } from '../../ui/words.tsx'
import { contacts } from '../contacts/texts.ts'
import { useLabel } from '../properties/property-input.tsx'
import { imports as words } from './texts.ts'

const plainFields: readonly { readonly value: string; readonly label: Text }[] = [
  { value: 'email', label: common.email },
  { value: 'first_name', label: contacts.firstName },
  { value: 'last_name', label: contacts.lastName },
  { value: 'external_id', label: contacts.externalId },
  { value: 'language', label: contacts.language },
  { value: 'time_zone', label: contacts.timeZone },
  { value: 'unsubscribed', label: words.unsubscribedField },
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

interface MappingTableProps {
  readonly recognised: Recognised
  readonly fields: Readonly<Record<string, string>>
  readonly set: (column: string, field: string) => void
}

interface Line {
  readonly id: string
  readonly examples: string
  readonly field: string
}

export function MappingTable({ recognised, fields, set }: MappingTableProps) {
  const say = useSay()
  const { data: properties } = useAll('project.contactProperties.list')
  const rows = recognised.columns.map((id): Line => {
    const values = recognised.sample.map(line => line[id] ?? '').filter(value => value !== '')
    const examples = [...new Set(values)].slice(0, maxExamples).join(' · ')
    return { id, examples, field: fields[id] ?? '' }
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
  const fresh = isNew
    ? [{ value: `properties.${key}`, label: say(words.newProperty, { key }) }]
    : []
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
