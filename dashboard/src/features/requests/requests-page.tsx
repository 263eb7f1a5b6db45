/** What keys have asked and were answered. */
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useList } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconListDetails } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { Empty, Link, PageTitle, Tag } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { requests as words } from './texts.ts'

type RequestItem = Answer<'project.requests.list'>['data'][number]

const statuses = ['2xx', '4xx', '5xx'] as const
const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'SMTP'] as const

const fields: readonly FilterField<'q' | 'status' | 'method'>[] = [
  { name: 'q', kind: 'search', label: words.search },
  {
    name: 'status',
    kind: 'choice',
    label: common.status,
    any: words.anyStatus,
    choices: [
      { value: '2xx', label: words.succeeded },
      { value: '4xx', label: words.refused },
      { value: '5xx', label: words.failed },
    ],
  },
  {
    name: 'method',
    kind: 'choice',
    label: words.method,
    any: words.method,
    choices: methods.map(value => ({ value, label: { en: value, pt: value } })),
  },
]

/** Routes are those that are seen: nobody knows them by heart. */
const furtherFields = (
  routes: readonly string[],
): readonly FilterField<'route' | 'code' | 'key_id' | 'email_id'>[] => [
  {
    name: 'route',
    kind: 'text',
    label: words.route,
    placeholder: words.exactRoute,
    suggestions: routes,
  },
  { name: 'code', kind: 'text', label: words.code },
  { name: 'key_id', kind: 'text', label: words.keyId },
  { name: 'email_id', kind: 'text', label: words.emailId },
]

export function RequestsPage() {
  const say = useSay()
  const filters = useFilters(['q', 'status', 'method', 'route', 'code', 'key_id', 'email_id'])
  const { status, method, ...texts } = filters.values
  const list = useList('project.requests.list', {
    ...texts,
    status: oneOf(statuses, status),
    method: oneOf(methods, method),
  })
  const columns = useRequestColumns()
  const routes = [...new Set(list.data?.flatMap(({ route }) => route ?? []))].sort()
  const none = filters.isAny ? words.noneFit : words.none
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <FilterBar filters={filters} fields={fields} more={furtherFields(routes)} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconListDetails} title={say(none)} />}
      />
    </>
  )
}

function useRequestColumns(): readonly Column<RequestItem>[] {
  return useMemo(
    () => [
      { id: 'path', head: words.request, cell: row => <Path row={row} />, onPhone: 'title' },
      {
        id: 'status',
        head: common.status,
        cell: row => <StatusTag status={row.status} />,
        isTight: true,
      },
      { id: 'code', head: words.code, cell: row => row.error_code ?? '–', isTight: true },
      {
        id: 'key',
        head: words.key,
        cell: row => <span className="mono">{row.key_prefix}…</span>,
        isTight: true,
      },
      {
        id: 'at',
        head: common.created,
        cell: row => <Time at={row.at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [],
  )
}

function Path({ row }: { row: RequestItem }) {
  const where = useWhere()
  return (
    <Link to={where.to(`/requests/${row.id}`)} className="row-link mono wrap">
      {row.method} {row.path}
    </Link>
  )
}

export function StatusTag({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good'
  return <Tag tone={tone}>{status}</Tag>
}
