/** The accounts of the installation, and what its operator sets for each. */
import { useList } from '../../api/lists.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconBuilding } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { useAccountColumns } from './account-table.tsx'
import { operator as words } from './texts.ts'

const fields: readonly FilterField<'search' | 'order'>[] = [
  { name: 'search', kind: 'search', label: words.search },
  {
    name: 'order',
    kind: 'choice',
    label: words.order,
    any: words.byHarm,
    choices: [{ value: 'newest', label: words.newest }],
  },
]

export function AccountsPanel() {
  const say = useSay()
  const filters = useFilters(['search', 'order'])
  const list = useList('operator.accounts.list', {
    search: filters.values.search,
    // What somebody looks for is looked for among all.
    order: filters.values.order === 'newest' || filters.values.search ? 'newest' : 'harm',
  })
  const columns = useAccountColumns()
  return (
    <>
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.accounts)}
        query={list}
        columns={columns}
        isWide
        empty={<Empty icon={IconBuilding} title={say(words.noneFit)} />}
      />
    </>
  )
}
