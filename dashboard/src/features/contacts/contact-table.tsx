/** The columns of lists of people, and the choice of those that are shown. */

import { Checkbox, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Contact, Property } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconColumns } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { useLabel, useValueText } from '../properties/property-input.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { ContactTag, nameOfContact } from './contact-state.tsx'
import { fields, useFieldText } from './fields.tsx'
import { person, sourceTexts, contacts as words } from './texts.ts'

const usual = ['name', 'state', 'topics', 'created'] as const

/** As everywhere, or as somebody has chosen them. */
export function useContactColumns(chosen: readonly string[] = usual): readonly Column<Contact>[] {
  const all = useAllColumns()
  return useMemo(() => all.filter(({ id }) => id === 'email' || chosen.includes(id)), [all, chosen])
}

function useAllColumns(): readonly Column<Contact>[] {
  const { nameOf } = useTopics()
  const say = useSay()
  const fieldText = useFieldText()
  const labelOf = useLabel()
  const textOf = useValueText()
  const { data: properties } = useAll('project.contactProperties.list')
  return useMemo((): readonly Column<Contact>[] => {
    const ofFields = fields
      .filter(({ kind }) => kind !== 'name')
      .map(
        (field): Column<Contact> => ({
          id: field.name,
          head: field.label,
          cell: row => <span dir="auto">{fieldText(field, row)}</span>,
        }),
      )
    const ofProperties = (properties ?? []).map((property: Property): Column<Contact> => {
      const label = labelOf(property)
      return {
        id: `properties.${property.key}`,
        head: { en: label, pt: label },
        cell: row => (
          <span dir="auto">{textOf(row.properties[property.key], property.type) || '–'}</span>
        ),
      }
    })
    return [
      { id: 'email', head: common.email, cell: row => <Address row={row} />, onPhone: 'title' },
      {
        id: 'name',
        head: words.name,
        cell: row => <span dir="auto">{nameOfContact(row) || '–'}</span>,
      },
      {
        id: 'state',
        head: words.receives,
        cell: row => <ContactTag contact={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      { id: 'topics', head: words.topics, cell: row => topicsOf(row, nameOf) },
      ...ofFields,
      ...ofProperties,
      {
        id: 'source',
        head: person.source,
        cell: row => sayOf(say, sourceTexts, row.source),
        isTight: true,
      },
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
    ]
  }, [nameOf, say, fieldText, labelOf, textOf, properties])
}

/** Which columns of a project somebody wants to see, kept by the browser. */
export function useChosenColumns() {
  const { project } = useWhere()
  const [chosen, set] = useLocalStorage<readonly string[]>({
    key: `malote-contact-columns-${project}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  return { chosen: Array.isArray(chosen) ? chosen : usual, set }
}

interface ColumnChoiceProps {
  readonly chosen: readonly string[]
  readonly set: (chosen: readonly string[]) => void
}

export function ColumnChoice({ chosen, set }: ColumnChoiceProps) {
  const say = useSay()
  const all = useAllColumns()
  return (
    <DialogButton label={say(words.columns)} icon={<IconColumns size={16} />}>
      {() => (
        <Checkbox.Group value={[...chosen]} onChange={set} label={say(words.columnsShown)}>
          <Stack gap={8} mt="xs">
            {all
              .filter(({ id }) => id !== 'email')
              .map(({ id, head }) => (
                <Checkbox key={id} value={id} label={say(head)} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </DialogButton>
  )
}

function topicsOf({ topics }: Contact, nameOf: (id: string) => string): string {
  const joined = topics.filter(one => one.state === 'subscribed')
  return joined.map(one => nameOf(one.id)).join(', ') || '–'
}

function Address({ row }: { row: Contact }) {
  return <RowLink to={`/contacts/${row.id}`}>{inOwnLetters(row.email)}</RowLink>
}
