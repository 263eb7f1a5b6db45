/** Who changed what: for owners, and for operators what operators did. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useList } from '../../api/lists.ts'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar, type FilterField, useFilters } from '../../ui/filters.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { audit as words } from './texts.ts'

type Recorded = Answer<'audit.list'>['data'][number]

const fields: readonly FilterField<'action' | 'actor' | 'target'>[] = [
  { name: 'action', kind: 'search', label: words.action },
  { name: 'actor', kind: 'text', label: words.actorId },
  { name: 'target', kind: 'text', label: words.targetId },
]

export function AuditPage() {
  const say = useSay()
  const filters = useFilters(['action', 'actor', 'target'])
  const list = useList('audit.list', filters.values)
  const columns = useAuditColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <ExportButton call="audit.export" input={filters.values} file="audit.csv" />
      </PageTitle>
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconHistory} title={say(filters.isAny ? words.noneFit : words.none)} />}
      />
    </>
  )
}

function useAuditColumns(): readonly Column<Recorded>[] {
  const say = useSay()
  return useMemo(
    () => [
      { id: 'action', head: words.action, cell: row => row.action, onPhone: 'title' },
      {
        id: 'actor',
        head: words.actor,
        cell: ({ actor }) => actor.name ?? actor.id ?? say(words.malote),
      },
      {
        id: 'target',
        head: words.target,
        cell: ({ target }) => target.name ?? target.id ?? target.type,
      },
      { id: 'changed', head: words.changed, cell: row => <Changed row={row} /> },
      {
        id: 'at',
        head: common.created,
        cell: row => <Time at={row.at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [say],
  )
}

const maxShown = 120

/** Of what was made or deleted, all fields are new or gone. */
function Changed({ row: { before, after } }: { row: Recorded }) {
  if (before === null || after === null) return '–'
  const changes = Object.keys(after).map(
    name => `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`,
  )
  const text = changes.join(', ')
  return (
    <span className="mono wrap" title={text}>
      {text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}
    </span>
  )
}
