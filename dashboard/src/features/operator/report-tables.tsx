/** The tables of an account's page. */

import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Badge, None } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common, statusTexts } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { useProviderColumn } from '../overview/provider-column.ts'
import { countColumn, harmColumn } from './sent-columns.tsx'
import { operator as words } from './texts.ts'

export type Report = Answer<'operator.accounts.report'>
type Day = Report['days'][number]
type Project = Report['projects'][number]
type Destination = Report['destinations'][number]
type Cause = Report['causes'][number]

interface TableProps<Row> {
  readonly rows: readonly Row[]
}

export function DayTable({ rows }: TableProps<Day>) {
  const say = useSay()
  const times = useTimes()
  const numbers = useNumbers()
  const columns = useMemo(
    (): readonly Column<Day>[] => [
      {
        id: 'date',
        head: words.day,
        cell: row => times.day(row.date),
        sortBy: row => row.date,
        onPhone: 'title',
      },
      countColumn<Day>('accepted', words.sent, row => row.accepted, numbers),
      countColumn<Day>('delivered', statusTexts.delivered, row => row.delivered, numbers),
      harmColumn<Day>('hard', row => row, numbers),
      harmColumn<Day>('complained', row => row, numbers),
      countColumn<Day>('deferred', words.deferred, row => row.deferred, numbers),
    ],
    [times, numbers],
  )
  if (rows.length === 0) return <None>{say(words.sentNothing)}</None>
  return (
    <DataTable
      label={say(words.byDay)}
      columns={columns}
      rows={rows}
      idOf={row => row.date}
      isWide
    />
  )
}

export function ProjectTable({ rows }: TableProps<Project>) {
  const say = useSay()
  const numbers = useNumbers()
  const columns = useMemo(
    (): readonly Column<Project>[] => [
      {
        id: 'name',
        head: common.name,
        cell: row => <ProjectName row={row} />,
        sortBy: row => row.name,
        onPhone: 'title',
      },
      countColumn<Project>('accepted', words.sent, row => row.accepted, numbers),
      harmColumn<Project>('hard', row => row, numbers),
      harmColumn<Project>('complained', row => row, numbers),
      countColumn<Project>('deferred', words.deferred, row => row.deferred, numbers),
      countColumn<Project>('waiting', words.waiting, row => row.waiting, numbers),
    ],
    [numbers],
  )
  if (rows.length === 0) return <None>{say(common.none)}</None>
  return <DataTable label={say(words.projects)} columns={columns} rows={rows} isWide />
}

/** With its domains. */
function ProjectName({ row }: { row: Project }) {
  return (
    <div className="wrap">
      {row.name}
      {row.domains.map(({ name, status }) => (
        <div key={name} className="dim">
          {name} {isKnown(status) && status !== 'verified' && <Badge state={status} />}
        </div>
      ))}
    </div>
  )
}

const isKnown = (status: string): status is keyof typeof statusTexts => status in statusTexts

export function DestinationTable({ rows }: TableProps<Destination>) {
  const say = useSay()
  const numbers = useNumbers()
  const columns = useMemo(
    (): readonly Column<Destination>[] => [
      {
        id: 'domain',
        head: words.destination,
        cell: row => inOwnLetters(row.domain),
        sortBy: row => row.domain,
        onPhone: 'title',
      },
      countColumn<Destination>('delivered', statusTexts.delivered, row => row.delivered, numbers),
      countColumn<Destination>('bounced', statusTexts.bounced, row => row.bounced, numbers),
      countColumn<Destination>('deferred', words.deferred, row => row.deferred, numbers),
    ],
    [numbers],
  )
  if (rows.length === 0) return <None>{say(words.sentNothing)}</None>
  return (
    <DataTable
      label={say(words.destinations)}
      columns={columns}
      rows={rows}
      idOf={row => row.domain}
    />
  )
}

/** Whose mail it was, and when: an operator does not read the emails themselves. */
function Parts({ row: { count, parts, text } }: { row: Cause }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const shown = whole(count)
  return (
    <details>
      <summary className="summary" aria-label={say(words.partsOf, { n: shown, cause: text })}>
        {shown}
      </summary>
      <ul className="parts">
        {parts.map(({ date, project, count: some }) => (
          <li key={date + project}>
            {times.day(date)} · <bdi>{project}</bdi>: {whole(some)}
          </li>
        ))}
      </ul>
    </details>
  )
}

export function CauseTable({ rows }: TableProps<Cause>) {
  const say = useSay()
  const provider = useProviderColumn<Cause>()
  const columns = useMemo(
    (): readonly Column<Cause>[] => [
      provider,
      {
        id: 'type',
        head: common.status,
        cell: row => <Badge state={row.type} />,
        isTight: true,
        onPhone: 'corner',
      },
      { id: 'cause', head: common.reason, cell: row => row.text },
      {
        id: 'count',
        head: words.recipients,
        cell: row => <Parts row={row} />,
        sortBy: row => row.count,
        isNumber: true,
      },
    ],
    [provider],
  )
  if (rows.length === 0) return <None>{say(words.nothingBad)}</None>
  return (
    <DataTable
      label={say(words.causes)}
      columns={columns}
      rows={rows}
      idOf={row => `${row.type} ${row.provider} ${row.cause}`}
    />
  )
}
