/** What became of mail at each provider of mailboxes, as shares that can be compared, with their trend. */
import { useMemo } from 'react'
import type { Deliverability } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { ListLink } from '../overview/list-link.tsx'
import { useProviderColumn } from '../overview/provider-column.ts'
import { overview } from '../overview/texts.ts'
import { deliverability as words } from './texts.ts'

type Row = Deliverability['providers'][number]
type Counts = Row['before']

const parts = ['delivered', 'bounced', 'deferred', 'complained'] as const
type Part = (typeof parts)[number]

/** Recipients with a final result, first time or not. */
const endsOf = (counts: Counts): number => counts.delivered + counts.bounced

const shareOf = (counts: Counts, part: Part): number | null =>
  endsOf(counts) === 0 ? null : counts[part] / endsOf(counts)

/** Of fewer a share says nothing. */
const minEnds = 20
/** Half of a tenth of a percent is shown as nothing. */
const minChange = 0.0005

/** By how much a share went up or down since the days before; null: not at all, or nobody can say. */
export function trendOf(row: Row, part: Part): number | null {
  if (endsOf(row) < minEnds || endsOf(row.before) < minEnds) return null
  const change = row[part] / endsOf(row) - row.before[part] / endsOf(row.before)
  return Math.abs(change) < minChange ? null : change
}

export function Shares({ rows, from }: { rows: readonly Row[]; from: string }) {
  const say = useSay()
  const provider = useProviderColumn<Row>()
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      provider,
      {
        id: 'ends',
        head: words.results,
        cell: row => (
          <ListLink count={endsOf(row)} event="final" provider={row.provider} from={from} />
        ),
        sortBy: endsOf,
        isNumber: true,
      },
      ...parts.map(
        (part): Column<Row> => ({
          id: part,
          head: overview[part],
          cell: row => <Share row={row} part={part} from={from} />,
          sortBy: row => shareOf(row, part),
          isNumber: true,
        }),
      ),
    ],
    [provider, from],
  )
  if (rows.length === 0) return null
  return (
    <Section title={say(overview.byProvider)} about={say(words.sharesAbout)} flush>
      <DataTable
        label={say(overview.byProvider)}
        columns={columns}
        rows={rows}
        idOf={row => row.provider}
        isWide
      />
    </Section>
  )
}

function Share({ row, part, from }: { row: Row; part: Part; from: string }) {
  const say = useSay()
  const { share } = useNumbers()
  const trend = trendOf(row, part)
  return (
    <>
      {share(shareOf(row, part))} ·{' '}
      <ListLink count={row[part]} event={part} provider={row.provider} from={from} />
      {trend !== null && (
        <div className="tone" data-tone={toneOf(trend, part)}>
          {say(trend > 0 ? words.up : words.down, { by: share(Math.abs(trend)) })}
        </div>
      )}
    </>
  )
}

const toneOf = (trend: number, part: Part): string =>
  trend > 0 === (part === 'delivered') ? 'good' : 'bad'
