/** Openings and clicks over time as lines; the same figures are in the table of hours. */
import { LineChart } from '@mantine/charts'
import { ChartPicture, seriesColours } from '../../ui/chart.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Point, Step } from './points.ts'
import { report as words } from './report-texts.ts'

const colors = { opened: seriesColours.main, clicked: seriesColours.other }

export function ReactionChart({ points, step }: { points: readonly Point[]; step: Step }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const nameOf = step === 'hour' ? times.short : times.day
  return (
    <ChartPicture isInset label={say(words.overTime)}>
      <LineChart
        h={240}
        data={points.map(one => ({ ...one, at: nameOf(one.at) }))}
        dataKey="at"
        withLegend
        withDots={points.length <= 12}
        curveType="monotone"
        tickLine="none"
        valueFormatter={whole}
        yAxisProps={{ allowDecimals: false }}
        series={(['opened', 'clicked'] as const).map(name => ({
          name,
          label: say(words[name]),
          color: colors[name],
        }))}
      />
    </ChartPicture>
  )
}
