/** The bar of a list's filters, drawn from data; what is chosen lives in the address. */
import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  type NativeSelectProps,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useId, useState } from 'react'
import type { Filters } from './address-filters.ts'
import { IconFilter, IconSearch } from './icons.ts'
import { filterTexts as words } from './texts.ts'
import { type Text, useSay } from './words.tsx'

export interface FilterField<Name extends string> {
  readonly name: Name
  readonly kind: 'search' | 'text' | 'choice' | 'day'
  readonly label: Text
  readonly placeholder?: Text
  /** Of a choice: what no choice is called, and the others. */
  readonly any?: Text
  readonly choices?: readonly { readonly value: string; readonly label: Text }[]
  /** Of a text: what may be meant. */
  readonly suggestions?: readonly string[]
}

interface FilterBarProps<Name extends string> {
  readonly filters: Filters<Name>
  readonly fields: readonly FilterField<Name>[]
  /** Those that are shown when asked for, or when one of them is set. */
  readonly more?: readonly FilterField<Name>[]
  /** What is set is said elsewhere: the others are not shown until they are asked for. */
  readonly isSaid?: boolean
}

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters, fields, more, isSaid = false } = props
  const say = useSay()
  const isFurther = !isSaid && more?.some(({ name }) => filters.values[name] !== undefined)
  const [isOpen, { toggle }] = useDisclosure(isFurther === true)
  return (
    <search>
      <Group gap="xs" mb="sm" align="flex-end">
        {fields.map(field => (
          <Field key={field.name} field={field} filters={filters} isLabelHidden />
        ))}
        {more && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            onClick={toggle}
            aria-expanded={isOpen}
          >
            {say(words.filters)}
          </Button>
        )}
        {filters.isAny && (
          <Button variant="subtle" color="gray" className="plain" onClick={filters.clear}>
            {say(words.clear)}
          </Button>
        )}
      </Group>
      {more && (
        <Collapse expanded={isOpen}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="xs" mb="md">
            {more.map(field => (
              <Field key={field.name} field={field} filters={filters} />
            ))}
          </SimpleGrid>
        </Collapse>
      )}
    </search>
  )
}

interface FieldProps<Name extends string> {
  readonly field: FilterField<Name>
  readonly filters: Filters<Name>
  readonly isLabelHidden?: boolean
}

function Field<Name extends string>({ field, filters, isLabelHidden = false }: FieldProps<Name>) {
  const say = useSay()
  const { name, kind, label } = field
  const named = isLabelHidden ? { 'aria-label': say(label) } : { label: say(label) }
  const value = filters.values[name] ?? ''
  if (kind === 'choice') {
    return (
      <Choice {...named} field={field} value={value} set={chosen => filters.set(name, chosen)} />
    )
  }
  if (kind === 'day') {
    return (
      <TextInput
        {...named}
        type="date"
        value={value}
        onChange={event => filters.set(name, event.currentTarget.value)}
      />
    )
  }
  return <Typed field={field} filters={filters} named={named} />
}

interface ChoiceProps extends NativeSelectProps {
  readonly field: Pick<FilterField<string>, 'any' | 'choices'>
  readonly value: string
  readonly set: (value: string) => void
}

/** What may be chosen of a field, or nothing of it. */
export function Choice({ field: { any, choices = [] }, set, ...named }: ChoiceProps) {
  const say = useSay()
  const options = choices.map(({ value, label }) => ({ value, label: say(label) }))
  return (
    <NativeSelect
      {...named}
      onChange={event => set(event.currentTarget.value)}
      data={[{ value: '', label: say(any ?? words.any) }, ...options]}
    />
  )
}

const typingPauseMs = 350

/** A filter that is typed: asked for once the typing pauses. */
function Typed<Name extends string>(
  props: Omit<FieldProps<Name>, 'isLabelHidden'> & { named: object },
) {
  const { field, filters, named } = props
  const say = useSay()
  const listId = useId()
  const kept = filters.values[field.name] ?? ''
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [asked, setAsked] = useState(kept)
  if (seen !== kept) {
    setSeen(kept)
    // What was asked for here comes back late: whoever types on is not taken back to it.
    if (kept !== asked) setTyped(kept)
  }
  const ask = useDebouncedCallback((text: string) => {
    const value = text.trim()
    setAsked(value)
    filters.set(field.name, value)
  }, typingPauseMs)
  const look =
    field.kind === 'search'
      ? { type: 'search', leftSection: <IconSearch size={16} />, flex: '1 1 220px' }
      : {}
  const { suggestions = [] } = field
  return (
    <>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map(value => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      <TextInput
        {...named}
        {...look}
        {...(suggestions.length > 0 ? { list: listId } : {})}
        placeholder={say(field.placeholder ?? field.label)}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          ask(event.currentTarget.value)
        }}
      />
    </>
  )
}
