/** Volume and rates over time, each as a chart and as a table. */
import { BarChart, LineChart } from '@mantine/charts'
import { noticedShare, regularShare } from '../../api/generated.ts'
import type { Overview } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { Chart, seriesColours } from '../../ui/chart.tsx'
import { Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { ListLink, listOf } from './list-link.tsx'
import { overview as words } from './texts.ts'

const colors = {
  delivered: seriesColours.main,
  bounced: seriesColours.bad,
  complained: seriesColours.other,
  threshold: 'var(--mantine-color-dimmed)',
}

/** From the first on hard bounces are pointed out, from the second on sending is paused. */
const color = colors.threshold
const thresholds = [
  { y: noticedShare.bounces, ifOverflow: 'extendDomain', color },
  { y: regularShare.bounces, ifOverflow: 'discard', color },
] as const

/** Between the days named below. */
const minTickGapPx = 24

/** Room for `12.5%`; more is taken from the days on a phone. */
const narrowAxisPx = 44

interface DayRow {
  readonly day: string
  /** As people write it. */
  readonly date: string
  readonly delivered: number
  readonly bounced: number
  readonly bounce: number | null
  readonly complaint: number | null
}

function rowOf(counts: Overview['volume'][number], date: string): DayRow {
  const ended = counts.delivered + counts.bounced
  return {
    ...counts,
    day: counts.date,
    date,
    // As the tile has it: what policy refused or nobody answered says nothing about the address.
    bounce: ended === 0 ? null : counts.hard / ended,
    complaint: ended === 0 ? null : counts.complained / ended,
  }
}

const day: Column<DayRow> = {
  id: 'day',
  head: words.day,
  cell: row => row.date,
  onPhone: 'title',
}

const bars = ['delivered', 'bounced'] as const
type Bar = (typeof bars)[number]

/** To the same as the bars, for whoever does not point at them. */
const volumeColumns: readonly Column<DayRow>[] = bars.map(name => ({
  id: name,
  head: words[name],
  cell: row => <DayCount row={row} name={name} />,
  isNumber: true,
}))

function DayCount({ row, name }: { row: DayRow; name: Bar }) {
  const say = useSay()
  const { whole } = useNumbers()
  const { day, date } = row
  const label = `${say(words[name])}, ${date}: ${whole(row[name])}`
  return <ListLink count={row[name]} event={name} from={day} until={day} label={label} />
}

/** A bar leads to the emails of its day that it counts; `go` to a page below the project. */
export const barDoors =
  (go: (to: string) => unknown) =>
  ({ name }: { readonly name: string }) => ({
    cursor: 'pointer',
    onClick: ({ payload }: { readonly payload?: Pick<DayRow, 'day'> }) => {
      if (payload === undefined) return
      const { day } = payload
      go(listOf({ event: name as Bar, from: day, until: day }))
    },
  })

const rateColumns = (share: (n: number) => string): readonly Column<DayRow>[] => {
  const shown = (rate: number | null) => (rate === null ? '–' : share(rate))
  return [
    { id: 'bounce', head: words.bounceRate, cell: row => shown(row.bounce), isNumber: true },
    {
      id: 'complaint',
      head: words.complaintRate,
      cell: row => shown(row.complaint),
      isNumber: true,
    },
  ]
}

function useBarDoors() {
  const navigate = useNavigate()
  const where = useWhere()
  return barDoors(to => navigate({ to: where.to(to) }))
}

export function Charts({ data }: { data: Overview }) {
  const say = useSay()
  const times = useTimes()
  const { whole, share } = useNumbers()
  const rows = data.volume.map(one => rowOf(one, times.day(one.date)))
  const withResults = rows.filter(one => one.delivered + one.bounced > 0)
  // Only what excludes each other may be stacked: who was deferred is delivered or bounced later.
  const series = bars.map(name => ({
    name,
    label: say(words[name]),
    color: colors[name],
  }))
  const doors = useBarDoors()
  const hasRates = data.rates.delivery !== null
  const shared = {
    h: 260,
    data: rows,
    dataKey: 'date',
    withLegend: true,
    tickLine: 'none',
    xAxisProps: { minTickGap: minTickGapPx },
  } as const
  return (
    <>
      <Section title={say(words.volume)} about={say(words.volumeAbout, { zone: times.zone })}>
        <Chart
          label={say(words.volume)}
          rows={withResults}
          columns={[day, ...volumeColumns]}
          idOf={row => row.date}
        >
          <BarChart
            {...shared}
            type="stacked"
            series={series}
            barProps={doors}
            valueFormatter={whole}
            yAxisProps={{ allowDecimals: false, width: narrowAxisPx }}
            maxBarWidth={26}
          />
        </Chart>
      </Section>
      {hasRates && (
        <Section title={say(words.rates)}>
          <Chart
            label={say(words.rates)}
            rows={withResults}
            columns={[day, ...rateColumns(share)]}
            idOf={row => row.date}
          >
            <LineChart
              {...shared}
              h={200}
              connectNulls
              withDots={rows.length <= 31}
              curveType="monotone"
              valueFormatter={share}
              yAxisProps={{ width: narrowAxisPx }}
              referenceLines={thresholds.map(line => ({ ...line, label: share(line.y) }))}
              series={[
                { name: 'bounce', label: say(words.bounceRate), color: colors.bounced },
                { name: 'complaint', label: say(words.complaintRate), color: colors.complained },
              ]}
            />
          </Chart>
        </Section>
      )}
    </>
  )
}
