/** Openings and clicks over time as lines. */
import { LineChart } from '@mantine/charts'
import { useMemo } from 'react'
import { Chart, seriesColours } from '../../ui/chart.tsx'
import type { Column } from '../../ui/table-model.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Point, Step } from './points.ts'
import { report as words } from './report-texts.ts'

const colors = { opened: seriesColours.main, clicked: seriesColours.other }

export function ReactionChart({ points, step }: { points: readonly Point[]; step: Step }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const nameOf = step === 'day' ? times.day : times.short
  const columns = useMemo(
    (): Column<Point>[] => [
      { id: 'at', head: words.when, cell: row => nameOf(row.at), onPhone: 'title' },
      ...(['opened', 'clicked'] as const).map(name => ({
        id: name,
        head: words[name],
        cell: (row: Point) => whole(row[name]),
        isNumber: true,
      })),
    ],
    [nameOf, whole],
  )
  return (
    <Chart isInset label={say(words.overTime)} rows={points} columns={columns} idOf={row => row.at}>
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
    </Chart>
  )
}
