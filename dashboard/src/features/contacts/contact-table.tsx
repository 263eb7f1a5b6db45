/** The columns of lists of people. */
import { useMemo } from 'react'
import type { Contact } from '../../api/shapes.ts'
import { RowLink } from '../../ui/links.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { ContactTag, nameOfContact } from './contact-state.tsx'
import { contacts as words } from './texts.ts'

export function useContactColumns(): readonly Column<Contact>[] {
  const { nameOf } = useTopics()
  return useMemo(
    () => [
      {
        id: 'email',
        head: common.email,
        cell: row => <Address row={row} />,
        onPhone: 'title',
      },
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
      {
        id: 'created',
        head: common.created,
        cell: row => <Time at={row.created_at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [nameOf],
  )
}

function topicsOf({ topics }: Contact, nameOf: (id: string) => string): string {
  const joined = topics.filter(one => one.state === 'subscribed')
  return joined.map(one => nameOf(one.id)).join(', ') || '–'
}

function Address({ row }: { row: Contact }) {
  return <RowLink to={`/contacts/${row.id}`}>{row.email}</RowLink>
}
