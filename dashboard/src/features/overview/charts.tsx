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

/** More is taken from the days on a phone. */
const narrowAxisPx = 44
/** Room for `12.5%`. */
const shareAxisPx = 52
/** For the whole of the dots of the first day and of the last. */
const dotRoom = { left: 8, right: 8 }

interface DayRow {
  readonly day: string
  /** As people write it. */
  readonly date: string
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
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

/** What stands behind each rate, in the list as in its tile. */
const behind = { bounce: 'bounced', complaint: 'complained' } as const
type Rate = keyof typeof behind

const rates = [
  { name: 'bounce', color: colors.bounced },
  { name: 'complaint', color: colors.complained },
] as const

const rateWords = { bounce: words.bounceRate, complaint: words.complaintRate }

const rateColumns: readonly Column<DayRow>[] = rates.map(({ name }) => ({
  id: name,
  head: rateWords[name],
  cell: row => <DayRate row={row} name={name} />,
  isNumber: true,
}))

function DayRate({ row, name }: { row: DayRow; name: Rate }) {
  const say = useSay()
  const { share } = useNumbers()
  const { day, date } = row
  const rate = row[name]
  if (rate === null) return <>–</>
  const label = `${say(rateWords[name])}, ${date}: ${share(rate)}`
  return (
    <ListLink count={row[behind[name]]} event={behind[name]} from={day} until={day} label={label}>
      {share(rate)}
    </ListLink>
  )
}

interface DotProps {
  readonly cx?: number
  readonly cy?: number
  readonly payload?: Pick<DayRow, 'day' | 'bounced' | 'complained'>
}

/** The dot under the pointer leads to the emails behind its rate. */
export const dotDoors =
  (go: (to: string) => unknown) =>
  ({ name, color }: { readonly name: string; readonly color?: string }) => ({
    activeDot: ({ cx, cy, payload }: DotProps) => {
      const event = behind[name as Rate]
      const isDoor = payload !== undefined && payload[event] > 0
      const day = payload?.day ?? ''
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: the same links stand in the table.
        <circle
          {...{ cx, cy, r: 5, fill: color, stroke: 'var(--ground)' }}
          cursor={isDoor ? 'pointer' : undefined}
          onClick={() => isDoor && go(listOf({ event, from: day, until: day }))}
        />
      )
    },
  })

function useDoors() {
  const navigate = useNavigate()
  const where = useWhere()
  const go = (to: string) => navigate({ to: where.to(to) })
  return { bars: barDoors(go), dots: dotDoors(go) }
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
  const doors = useDoors()
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
            barProps={doors.bars}
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
            columns={[day, ...rateColumns]}
            idOf={row => row.date}
          >
            <LineChart
              {...shared}
              h={200}
              connectNulls
              withDots={rows.length <= 31}
              lineProps={doors.dots}
              xAxisProps={{ minTickGap: minTickGapPx, padding: dotRoom }}
              curveType="monotone"
              valueFormatter={share}
              yAxisProps={{ width: shareAxisPx }}
              referenceLines={thresholds.map(line => ({ ...line, label: share(line.y) }))}
              series={rates.map(one => ({ ...one, label: say(rateWords[one.name]) }))}
            />
          </Chart>
        </Section>
      )}
    </>
  )
}
