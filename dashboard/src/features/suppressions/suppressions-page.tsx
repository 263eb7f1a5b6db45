/** Whom Malote does not write to, why, and the way out. */

import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { suppressionReasons } from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { AddButton, DialogButton } from '../../ui/dialog.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconBan, IconUpload } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { SelectionBar, useSelection } from '../../ui/selection.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { AddForm } from './add-form.tsx'
import { useEntryColumns } from './entry-table.tsx'
import { ImportForm } from './import-form.tsx'
import { sought } from './sought.ts'
import { suppressions as words } from './texts.ts'

const fields: readonly FilterField<'q' | 'reason'>[] = [
  { name: 'q', kind: 'search', label: words.search },
  {
    name: 'reason',
    kind: 'choice',
    label: common.reason,
    any: words.anyReason,
    choices: suppressionReasons.map(value => ({ value, label: words[value] })),
  },
]

export function SuppressionsPage() {
  const say = useSay()
  const filters = useFilters(['q', 'reason'])
  const { q, reason } = filters.values
  const list = useList('project.suppressions.list', {
    ...(q === undefined ? {} : sought(q)),
    reason: oneOf(suppressionReasons, reason),
  })
  const selection = useSelection()
  const remove = useChange('project.suppressions.delete', 'project.suppressions')
  const columns = useEntryColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <AddButton call="project.suppressions.create" label={say(words.add)}>
          {close => <AddForm close={close} />}
        </AddButton>
        <DialogButton
          call="project.suppressions.import"
          label={say(words.import)}
          icon={<IconUpload size={16} />}
        >
          {() => <ImportForm />}
        </DialogButton>
        <ExportButton call="project.suppressions.export" file="suppressions.csv" />
      </PageTitle>
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        selection={selection}
        nameOf={row => inOwnLetters(row.email)}
        empty={
          filters.isAny ? (
            <Empty icon={IconBan} title={say(words.noneFit)} />
          ) : (
            <Empty icon={IconBan} title={say(words.none)} about={say(words.noneAbout)} />
          )
        }
      />
      <SelectionBar
        call="project.suppressions.delete"
        selection={selection}
        about={n => say(words.removeManyAbout, { n })}
        remove={id => remove.mutateAsync({ id })}
      />
    </>
  )
}
