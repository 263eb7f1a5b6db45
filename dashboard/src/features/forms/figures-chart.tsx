/** Who saw, sent and confirmed a form, day by day. */
import type { Answer } from '../../api/calls.ts'
import { DaysChart } from '../../ui/days-chart.tsx'
import { forms as words } from './texts.ts'

type Day = Answer<'project.forms.stats'>['days'][number]

export const FiguresChart = ({ days }: { days: readonly Day[] }) => (
  <DaysChart
    title={words.figures}
    days={days}
    names={['shown', 'sent', 'confirmed']}
    words={words}
    colours={['calm', 'main', 'other']}
  />
)
