/** Who saw, sent and confirmed a form, day by day. */
import { LineChart } from '@mantine/charts'
import type { Answer } from '../../api/calls.ts'
import { Chart, seriesColours } from '../../ui/chart.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

const colors = {
  shown: seriesColours.calm,
  sent: seriesColours.main,
  confirmed: seriesColours.other,
}

type Day = Answer<'project.forms.stats'>['days'][number]

export function FiguresChart({ days }: { days: readonly Day[] }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const names = ['shown', 'sent', 'confirmed'] as const
  const dayOf = (day: string) => times.day(`${day}T12:00:00Z`)
  return (
    <Chart
      isInset
      label={say(words.figures)}
      rows={days}
      columns={[
        { id: 'day', head: words.day, cell: row => dayOf(row.day), onPhone: 'title' },
        ...names.map(name => ({
          id: name,
          head: words[name],
          cell: (row: Day) => whole(row[name]),
          isNumber: true,
        })),
      ]}
      idOf={row => row.day}
    >
      <LineChart
        h={200}
        data={days.map(one => ({ ...one, at: dayOf(one.day) }))}
        dataKey="at"
        withLegend
        withDots={false}
        curveType="monotone"
        tickLine="none"
        valueFormatter={whole}
        yAxisProps={{ allowDecimals: false }}
        series={names.map(name => ({ name, label: say(words[name]), color: colors[name] }))}
      />
    </Chart>
  )
}
