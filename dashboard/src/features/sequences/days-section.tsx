/** What happened in a sequence day by day; the chart itself comes after the page. */
import { Suspense } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import { Loaded, None, Section, Waiting } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { dayWords as words } from './step-texts.ts'

const Chart = lazyPart(() => import('./moves-chart.tsx'), 'MovesChart')

export function DaysSection({ sequence: { id } }: { sequence: Sequence }) {
  const say = useSay()
  const query = useApi('project.sequences.stats', { id })
  return (
    <Section title={say(words.title)} about={say(words.about)}>
      <Loaded query={query} lines={4}>
        {({ days }) =>
          days.every(({ day: _, ...counts }) => Object.values(counts).every(n => n === 0)) ? (
            <None>{say(words.nothing)}</None>
          ) : (
            <Suspense fallback={<Waiting lines={4} />}>
              <Chart days={days} />
            </Suspense>
          )
        }
      </Loaded>
    </Section>
  )
}
