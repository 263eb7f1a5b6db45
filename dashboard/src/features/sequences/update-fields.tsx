/** What a step writes into a contact: plain fields and properties, one row each. */
import { ActionIcon, Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Property } from '../../api/shapes.ts'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { choicesOf, fieldsIn } from '../contacts/fields.tsx'
import { PropertyInput, textOfValue, useLabel, valueOfText } from '../properties/property-input.tsx'
import type { FieldsProps } from './field-props.ts'
import { stepForm as words } from './step-texts.ts'

interface FieldText {
  readonly id: string
  readonly text: string
}

type Values = Readonly<Record<string, unknown>>

function rowsOf(set: Values): FieldText[] {
  const { properties = {}, ...fields } = set as { properties?: Values }
  return [
    ...Object.entries(fields).map(([id, value]) => ({ id, text: textOfValue(value) })),
    ...Object.entries(properties).map(([key, value]) => ({
      id: `properties.${key}`,
      text: textOfValue(value),
    })),
  ]
}

/** What is sent for what was typed. */
function setOf(rows: readonly FieldText[], properties: readonly Property[]): Values {
  const typed = rows.map(({ id, text }): [string, unknown] => {
    const type = properties.find(one => `properties.${one.key}` === id)?.type ?? 'string'
    return [id, valueOfText(type, text)]
  })
  const own = typed.flatMap(([id, value]) =>
    id.startsWith('properties.') ? [[id.slice('properties.'.length), value]] : [],
  )
  const fields = typed.filter(([id]) => !id.startsWith('properties.'))
  return {
    ...Object.fromEntries(fields),
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
  }
}

function useKeys(properties: readonly Property[]) {
  const say = useSay()
  const labelOf = useLabel()
  return [
    ...choicesOf(fieldsIn('steps'), say),
    ...properties.map(one => ({ value: `properties.${one.key}`, label: labelOf(one) })),
  ]
}

export function UpdateFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { data: properties = [] } = useAll('project.contactProperties.list')
  const [rows, setRows] = useState(() => rowsOf(step.set ?? {}))
  const keys = useKeys(properties)
  const free = keys.filter(({ value }) => !rows.some(one => one.id === value))
  const change = (next: FieldText[]) => {
    setRows(next)
    put({ set: setOf(next, properties) })
  }
  return (
    <Input.Wrapper
      label={say(words.fields)}
      labelElement="div"
      {...at('set')}
      errorProps={{ role: 'alert' }}
    >
      <ol className="conditions">
        {rows.map((row, n) => (
          <li key={row.id}>
            <div className="condition">
              <NativeSelect
                aria-label={say(words.field)}
                value={row.id}
                onChange={event =>
                  change(rows.with(n, { id: event.currentTarget.value, text: '' }))
                }
                data={keys.filter(one => one.value === row.id || free.includes(one))}
              />
              <Value row={row} set={text => change(rows.with(n, { ...row, text }))} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={say(words.removeField, {
                  field: keys.find(one => one.value === row.id)?.label ?? row.id,
                })}
                onClick={() => change(rows.filter((_one, i) => i !== n))}
                ml="auto"
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      {free.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...rows, { id: free[0]!.value, text: '' }])}
        >
          {say(words.addField)}
        </Button>
      )}
    </Input.Wrapper>
  )
}

function Value({ row: { id, text }, set }: { row: FieldText; set: (text: string) => void }) {
  const say = useSay()
  const { data: properties = [] } = useAll('project.contactProperties.list')
  const property = properties.find(one => `properties.${one.key}` === id)
  const field = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  }
  if (property) return <PropertyInput property={property} field={field} />
  return <TextInput {...field} aria-label={say(words.whereValue)} />
}
