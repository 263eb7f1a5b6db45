/** Who entered, reached the goal and left, and what became of letters, day by day. */
import type { Answer } from '../../api/calls.ts'
import { DaysChart } from '../../ui/days-chart.tsx'
import { dayWords as words } from './step-texts.ts'

type Day = Answer<'project.sequences.stats'>['days'][number]

const colours = ['main', 'other', 'calm'] as const

export function MovesChart({ days }: { days: readonly Day[] }) {
  const common = { days, words, colours }
  return (
    <>
      <DaysChart {...common} title={words.people} names={['entered', 'goal', 'left']} />
      <DaysChart {...common} title={words.letters} names={['sent', 'opened', 'clicked']} />
    </>
  )
}
