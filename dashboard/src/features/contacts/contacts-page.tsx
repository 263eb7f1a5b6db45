/** The people of the project: found, added, brought in, taken out. */
import { Text } from '@mantine/core'
import { useLook } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar } from '../../ui/filters.tsx'
import { AddButton } from '../../ui/form.tsx'
import { IconAddressBook } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { ImportButton } from '../imports/file-form.tsx'
import { AddForm } from './add-form.tsx'
import { firstFields, useContactFilters, useMoreFields } from './contact-filters.ts'
import { useContactColumns } from './contact-table.tsx'
import { contacts as words } from './texts.ts'

export function ContactsPage() {
  const say = useSay()
  const { filters, input } = useContactFilters()
  const moreFields = useMoreFields()
  const list = useList('project.contacts.list', input)
  const columns = useContactColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton label={say(words.add)}>{close => <AddForm close={close} />}</AddButton>
        <ImportButton />
        <ExportButton call="project.contacts.export" input={input} file="contacts.csv" />
      </PageTitle>
      {!filters.isAny && <Total />}
      <FilterBar filters={filters} fields={firstFields} more={moreFields} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={
          filters.isAny ? (
            <Empty icon={IconAddressBook} title={say(words.noneFit)} />
          ) : (
            <Empty icon={IconAddressBook} title={say(words.none)} about={say(words.noneAbout)} />
          )
        }
      />
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
