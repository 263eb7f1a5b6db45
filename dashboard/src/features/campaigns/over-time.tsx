/** Who opened and clicked when; the chart itself comes after the page, which does not wait for it. */
import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { Loaded, None, Section, Waiting } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { hasMoreThanHours, pointsOf, type Step } from './points.ts'
import { report as words } from './report-texts.ts'
import type { Part } from './stats.ts'

const Chart = lazy(async () => ({ default: (await import('./reaction-chart.tsx')).ReactionChart }))

interface OverTimeProps {
  readonly campaign: Campaign
  readonly everyMs: number | undefined
}

export function OverTime({ campaign: { id }, everyMs }: OverTimeProps) {
  const say = useSay()
  const { zone } = useTimes()
  const [step, setStep] = useState<Step>('hour')
  const query = useApi(
    'project.campaigns.stats',
    { id, by: 'hour' },
    everyMs === undefined ? {} : { everyMs },
  )
  const parts = query.data && 'data' in query.data ? query.data.data : []
  return (
    <Section
      title={say(words.overTime)}
      about={say(words.overTimeAbout)}
      aside={
        hasMoreThanHours(parts) && (
          <SegmentedControl
            size="xs"
            aria-label={say(words.overTime)}
            value={step}
            onChange={value => setStep(value as Step)}
            data={[
              { value: 'hour', label: say(words.byHour) },
              { value: 'day', label: say(words.byDay) },
            ]}
          />
        )
      }
      flush
    >
      <Loaded query={query} lines={4}>
        {() => <Drawn parts={parts} step={step} zone={zone} />}
      </Loaded>
    </Section>
  )
}

function Drawn({ parts, step, zone }: { parts: readonly Part[]; step: Step; zone: string }) {
  const say = useSay()
  const points = pointsOf(parts, step, zone)
  if (!points.some(one => one.opened + one.clicked > 0))
    return <None>{say(words.noReactions)}</None>
  return (
    <Suspense fallback={<Waiting lines={4} />}>
      <Chart points={points} step={step} />
    </Suspense>
  )
}
