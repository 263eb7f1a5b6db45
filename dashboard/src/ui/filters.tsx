/**
 * Filters of a list. They live in the address, so that a view survives a reload and a log-in, and can
 * be kept and sent to a colleague. Which there are is data; the bar is drawn from it.
 */
import { Button, Collapse, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { IconFilter, IconSearch } from './icons.ts'
import { filterTexts as words } from './texts.ts'
import { type Text, useSay } from './words.tsx'

type FilterValues<Name extends string> = Readonly<Partial<Record<Name, string>>>

interface Filters<Name extends string> {
  readonly values: FilterValues<Name>
  /** An empty value takes the filter away. */
  readonly set: (name: Name, value: string) => void
  readonly clear: () => void
  readonly isAny: boolean
}

export function useFilters<const Names extends readonly string[]>(
  names: Names,
): Filters<Names[number]> {
  type Name = Names[number]
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const navigate = useNavigate()
  const kept = names.flatMap((name: Name) => (search[name] ? [[name, search[name]] as const] : []))
  const values = Object.fromEntries(kept) as FilterValues<Name>
  const put = (next: Readonly<Record<string, string>>) => {
    const others = Object.entries(search).filter(([name]) => !names.includes(name))
    const all = { ...Object.fromEntries(others), ...next }
    void navigate({ to: '.', search: all as never, replace: true })
  }
  return {
    values,
    set: (name, value) => {
      const rest = Object.fromEntries(kept.filter(([other]) => other !== name))
      put(value === '' ? rest : { ...rest, [name]: value })
    },
    clear: () => put({}),
    isAny: kept.length > 0,
  }
}

/** The value if it is one of these: what stands in an address may be anything. */
export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  value: string | undefined,
): Words[number] | undefined => words.find(word => word === value)

export interface FilterField<Name extends string> {
  readonly name: Name
  readonly kind: 'search' | 'text' | 'choice' | 'day'
  readonly label: Text
  readonly placeholder?: Text
  /** Of a choice: what no choice is called, and the others. */
  readonly any?: Text
  readonly choices?: readonly { readonly value: string; readonly label: Text }[]
}

interface FilterBarProps<Name extends string> {
  readonly filters: Filters<Name>
  readonly fields: readonly FilterField<Name>[]
  /** Those that are shown when asked for, or when one of them is set. */
  readonly more?: readonly FilterField<Name>[]
}

export function FilterBar<Name extends string>({ filters, fields, more }: FilterBarProps<Name>) {
  const say = useSay()
  const isFurther = more?.some(({ name }) => filters.values[name] !== undefined) ?? false
  const [isOpen, { toggle }] = useDisclosure(isFurther)
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
  const { name, kind, label, any, choices = [] } = field
  const named = isLabelHidden ? { 'aria-label': say(label) } : { label: say(label) }
  const value = filters.values[name] ?? ''
  if (kind === 'choice') {
    const options = choices.map(choice => ({ value: choice.value, label: say(choice.label) }))
    return (
      <NativeSelect
        {...named}
        value={value}
        onChange={event => filters.set(name, event.currentTarget.value)}
        data={[{ value: '', label: say(any ?? words.any) }, ...options]}
      />
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

const typingPauseMs = 350

/** A filter that is typed: asked for once the typing pauses. */
function Typed<Name extends string>(
  props: Omit<FieldProps<Name>, 'isLabelHidden'> & { named: object },
) {
  const { field, filters, named } = props
  const say = useSay()
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
  return (
    <TextInput
      {...named}
      {...look}
      placeholder={say(field.placeholder ?? field.label)}
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value)
      }}
    />
  )
}
