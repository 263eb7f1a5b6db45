/** The accounts of the installation, and what its operator sets for each. */
import { useList } from '../../api/lists.ts'
import { FilterBar, type FilterField, useFilters } from '../../ui/filters.tsx'
import { IconBuilding } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { useAccountColumns } from './account-table.tsx'
import { operator as words } from './texts.ts'

const fields: readonly FilterField<'search'>[] = [
  { name: 'search', kind: 'search', label: words.search },
]

export function AccountsPanel() {
  const say = useSay()
  const filters = useFilters(['search'])
  const list = useList('operator.accounts.list', { search: filters.values.search })
  const columns = useAccountColumns()
  return (
    <>
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.accounts)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconBuilding} title={say(words.noneFit)} />}
      />
    </>
  )
}
