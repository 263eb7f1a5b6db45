/** Who entered, reached the goal and left, and what became of letters, day by day. */
import { LineChart } from '@mantine/charts'
import type { Answer } from '../../api/calls.ts'
import { Chart, seriesColours } from '../../ui/chart.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { dayWords as words } from './step-texts.ts'

type Day = Answer<'project.sequences.stats'>['days'][number]
type Name = Exclude<keyof Day, 'day'>

const groups = [
  { title: words.people, names: ['entered', 'goal', 'left'] },
  { title: words.letters, names: ['sent', 'opened', 'clicked'] },
] as const satisfies readonly { title: object; names: readonly Name[] }[]

const colours = [seriesColours.main, seriesColours.other, seriesColours.calm]

export function DaysChart({ days }: { days: readonly Day[] }) {
  return groups.map(({ title, names }) => (
    <Lines key={names[0]} days={days} title={title} names={names} />
  ))
}

interface LinesProps {
  readonly days: readonly Day[]
  readonly title: (typeof groups)[number]['title']
  readonly names: readonly Name[]
}

function Lines({ days, title, names }: LinesProps) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const dayOf = (day: string) => times.day(`${day}T12:00:00Z`)
  return (
    <Chart
      isInset
      label={say(title)}
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
        h={180}
        data={days.map(one => ({ ...one, at: dayOf(one.day) }))}
        dataKey="at"
        withLegend
        withDots={false}
        curveType="monotone"
        tickLine="none"
        valueFormatter={whole}
        yAxisProps={{ allowDecimals: false }}
        series={names.map((name, n) => ({ name, label: say(words[name]), color: colours[n]! }))}
      />
    </Chart>
  )
}
