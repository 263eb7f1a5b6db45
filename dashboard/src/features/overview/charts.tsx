/** Volume and rates over time. Each chart's figures are in the tables and tiles beside it, too. */
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { Overview } from '../../api/shapes.ts'
import { Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { overview as words } from './texts.ts'

const colors = {
  delivered: 'light-dark(#0b8a63, #3fb58c)',
  bounced: 'light-dark(#cf4a3c, #e9776b)',
  complained: 'light-dark(#7c4bb0, #b48ae0)',
  threshold: 'var(--mantine-color-dimmed)',
}

/** From 2% on hard bounces are pointed out, from 5% on sending is paused. */
const color = colors.threshold
const thresholds = [
  { y: 0.02, ifOverflow: 'extendDomain', color },
  { y: 0.05, ifOverflow: 'discard', color },
] as const

/** Between the days named below. */
const minTickGapPx = 24

/** Room for `12.5%`; more is taken from the days on a phone. */
const narrowAxisPx = 44

export function Charts({ data }: { data: Overview }) {
  const say = useSay()
  const times = useTimes()
  const { whole, share } = useNumbers()
  const rows = data.volume.map(day => {
    const ended = day.delivered + day.bounced
    return {
      ...day,
      date: times.day(day.date),
      // As the tile has it: what policy refused or nobody answered says nothing about the address.
      bounce: ended === 0 ? null : day.hard / ended,
      complaint: ended === 0 ? null : day.complained / ended,
    }
  })
  // Only what excludes each other may be stacked: who was deferred is delivered or bounced later.
  const series = (['delivered', 'bounced'] as const).map(name => ({
    name,
    label: say(words[name]),
    color: colors[name],
  }))
  const hasRates = data.rates.delivery !== null
  const shared = {
    h: 260,
    data: rows,
    dataKey: 'date',
    withLegend: true,
    tickLine: 'none',
    accessibilityLayer: true,
    xAxisProps: { minTickGap: minTickGapPx },
  } as const
  return (
    <>
      <Section title={say(words.volume)} about={say(words.volumeAbout, { zone: times.zone })}>
        <figure className="chart" aria-label={say(words.volume)}>
          <BarChart
            {...shared}
            type="stacked"
            series={series}
            valueFormatter={whole}
            yAxisProps={{ allowDecimals: false, width: narrowAxisPx }}
            maxBarWidth={26}
          />
        </figure>
      </Section>
      {hasRates && (
        <Section title={say(words.rates)}>
          <figure className="chart" aria-label={say(words.rates)}>
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
          </figure>
        </Section>
      )}
    </>
  )
}
