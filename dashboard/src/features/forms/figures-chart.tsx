/** Who saw, sent and confirmed a form, day by day. */
import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import type { Answer } from '../../api/calls.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

const colors = {
  shown: 'light-dark(#52606d, #9aa5b1)',
  sent: 'light-dark(#0b8a63, #3fb58c)',
  confirmed: 'light-dark(#7c4bb0, #b48ae0)',
}

export function FiguresChart({ days }: { days: Answer<'project.forms.stats'>['days'] }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  return (
    <figure className="chart chart-inset" aria-label={say(words.figures)}>
      <LineChart
        h={200}
        data={days.map(one => ({ ...one, at: times.day(`${one.day}T12:00:00Z`) }))}
        dataKey="at"
        withLegend
        withDots={false}
        curveType="monotone"
        tickLine="none"
        accessibilityLayer
        valueFormatter={whole}
        yAxisProps={{ allowDecimals: false }}
        series={(['shown', 'sent', 'confirmed'] as const).map(name => ({
          name,
          label: say(words[name]),
          color: colors[name],
        }))}
      />
    </figure>
  )
}
