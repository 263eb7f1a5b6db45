/** What happened day by day, as lines; its figures stand beside them as a table. */
import { LineChart } from '@mantine/charts'
import { Chart, seriesColours } from './chart.tsx'
import { useNumbers, useTimes } from './time.tsx'
import { type Text, useSay } from './words.tsx'

type Day<Name extends string> = { readonly day: string } & Readonly<Record<Name, number>>

interface DaysChartProps<Name extends string> {
  readonly title: Text
  readonly days: readonly Day<Name>[]
  /** In the order of the legend. */
  readonly names: readonly Name[]
  readonly words: Readonly<Record<Name | 'day', Text>>
  readonly colours: readonly (keyof typeof seriesColours)[]
}

export function DaysChart<Name extends string>(props: DaysChartProps<Name>) {
  const { title, days, names, words, colours } = props
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const dayOf = (day: string) => times.day(day)
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
          cell: (row: Day<Name>) => whole(row[name]),
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
        series={names.map((name, n) => ({
          name,
          label: say(words[name]),
          color: seriesColours[colours[n]!],
        }))}
      />
    </Chart>
  )
}
