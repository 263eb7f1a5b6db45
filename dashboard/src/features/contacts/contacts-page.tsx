/** The people of the project: found, added, brought in, taken out. */

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLook } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { IconAddressBook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { useSelection } from '../../ui/selection.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { ImportButton } from '../imports/file-form.tsx'
import { AddForm } from './add-form.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { firstFields, useContactFilters, useMoreFields } from './contact-filters.ts'
import { ColumnChoice, useChosenColumns, useContactColumns } from './contact-table.tsx'
import { contacts as words } from './texts.ts'

/** More scroll in their place. */
const maxNarrowColumns = 5

export function ContactsPage() {
  const say = useSay()
  const { filters, input } = useContactFilters()
  const moreFields = useMoreFields()
  const list = useList('project.contacts.list', input)
  const { chosen, set } = useChosenColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton call="project.contacts.create" label={say(words.add)}>
          {close => <AddForm close={close} />}
        </AddButton>
        <ImportButton />
        <ColumnChoice chosen={chosen} set={set} />
        <ExportButton call="project.contacts.export" input={input} file="contacts.csv" />
      </PageTitle>
      {!filters.isAny && <Total />}
      <FilterBar filters={filters} fields={firstFields} more={moreFields} />
      <People
        key={JSON.stringify(input)}
        list={list}
        chosen={chosen}
        empty={<Nobody isFiltered={filters.isAny} />}
      />
    </>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  const say = useSay()
  if (isFiltered) return <Empty icon={IconAddressBook} title={say(words.noneFit)} />
  return <Empty icon={IconAddressBook} title={say(words.none)} about={say(words.noneAbout)} />
}

interface PeopleProps {
  readonly list: ReturnType<typeof useList<'project.contacts.list'>>
  readonly chosen: readonly string[]
  readonly empty: ReactNode
}

/** What is chosen is chosen of this list: other filters begin anew. */
function People({ list, chosen, empty }: PeopleProps) {
  const say = useSay()
  const columns = useContactColumns(chosen)
  const selection = useSelection()
  return (
    <>
      <ListSection
        empty={empty}
        isWide={chosen.length > maxNarrowColumns}
        label={say(words.title)}
        query={list}
        columns={columns}
        selection={selection}
        nameOf={row => inOwnLetters(row.email)}
      />
      <BulkBar selection={selection} rows={list.data ?? []} />
    </>
  )
}

/** Every contact fits one of the two, and each says how many fit it. */
const everybody = {
  any: [
    { field: 'unsubscribed', op: 'eq', value: false },
    { field: 'unsubscribed', op: 'eq', value: true },
  ],
}

function Total() {
  const say = useSay()
  const { data } = useLook('project.segments.preview', { body: { filter: everybody } })
  if (!data || data.count === 0) return null
  const gone = data.conditions.find(one => one.path === 'any[1]')?.count ?? 0
  return (
    <Text mb="sm" role="status">
      {say(data.exact ? words.total : words.aboutTotal, { n: data.count })}{' '}
      {say(words.totalGone, { n: gone })}
    </Text>
  )
}
