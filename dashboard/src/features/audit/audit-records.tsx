/** Records of the audit log, newest first, with filters that live in the address. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useList } from '../../api/lists.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { wordsOfAction } from './action-words.ts'
import { audit as words } from './texts.ts'

type AuditItem = Answer<'audit.list'>['data'][number]

const fields: readonly FilterField<'action'>[] = [
  { name: 'action', kind: 'search', label: words.action, placeholder: words.actionPlace },
]
const more: readonly FilterField<'actor' | 'target' | 'since' | 'until'>[] = [
  { name: 'actor', kind: 'text', label: words.actorId },
  { name: 'target', kind: 'text', label: words.targetId },
  { name: 'since', kind: 'day', label: words.since },
  { name: 'until', kind: 'day', label: words.until },
]

export function useAuditFilters() {
  const filters = useFilters(['action', 'actor', 'target', 'since', 'until'])
  const { zone } = useTimes()
  const { since, until, ...rest } = filters.values
  const input = {
    ...rest,
    // Days are those of the account's zone, both of them included.
    after: since && startOfDay(since, zone),
    before: until && startOfDay(until, zone, 1),
  }
  return { filters, input }
}

type AuditFilters = ReturnType<typeof useAuditFilters>

export function AuditRecords({
  call,
  asked: { filters, input },
}: {
  readonly call: 'audit.list' | 'operator.audit'
  readonly asked: AuditFilters
}) {
  const say = useSay()
  const list = useList(call, input)
  const columns = useAuditColumns()
  return (
    <>
      <FilterBar filters={filters} fields={fields} more={more} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconHistory} title={say(filters.isAny ? words.noneFit : words.none)} />}
      />
    </>
  )
}

function useAuditColumns(): readonly Column<AuditItem>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'action',
        head: words.action,
        cell: ({ action }) => {
          const done = wordsOfAction(action)
          return <span title={action}>{done === null ? action : say(done)}</span>
        },
        onPhone: 'title',
      },
      {
        id: 'actor',
        head: words.actor,
        cell: ({ actor }) => actor.name ?? actor.id ?? say(words.malote),
      },
      {
        id: 'target',
        head: words.target,
        cell: ({ target }) => target.name ?? target.id ?? '–',
      },
      { id: 'changed', head: words.changed, cell: row => <Changed row={row} /> },
      {
        id: 'at',
        head: words.when,
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
function Changed({ row: { before, after } }: { row: AuditItem }) {
  const changes = before === null || after === null ? [] : Object.keys(after)
  if (before === null || after === null || changes.length === 0) return '–'
  const text = changes
    .map(name => {
      const was = name in before ? `${JSON.stringify(before[name])} → ` : ''
      return `${name}: ${was}${JSON.stringify(after[name])}`
    })
    .join(', ')
  return (
    <span className="mono wrap" title={text}>
      {text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}
    </span>
  )
}
