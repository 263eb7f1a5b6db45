/** Who opened and clicked when; the chart itself comes after the page, which does not wait for it. */
import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { None, Section } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { type Text, useSay } from '../../ui/words.tsx'
import { hasMoreThanHours, isYoung, minutesOf, pointsOf, type Step } from './points.ts'
import { report as words } from './report-texts.ts'
import type { CampaignReport } from './stats.ts'

const Chart = lazy(async () => ({ default: (await import('./reaction-chart.tsx')).ReactionChart }))

const names: Readonly<Record<Step, Text>> = {
  minute: words.byMinute,
  hour: words.byHour,
  day: words.byDay,
}

export function OverTime({ report }: { readonly report: CampaignReport }) {
  const say = useSay()
  const { zone } = useTimes()
  const [chosen, setChosen] = useState<Step>()
  const { hour: parts, minute } = report
  const steps: Step[] = [
    ...(minute.length > 0 ? ['minute' as const] : []),
    'hour',
    ...(hasMoreThanHours(parts) ? ['day' as const] : []),
  ]
  const asked = chosen ?? (isYoung(report) ? 'minute' : 'hour')
  const step = steps.includes(asked) ? asked : 'hour'
  const points = step === 'minute' ? minutesOf(report) : pointsOf(parts, step, zone)
  return (
    <Section
      title={say(words.overTime)}
      about={say(words.overTimeAbout)}
      aside={
        steps.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={say(words.overTime)}
            value={step}
            onChange={value => setChosen(value as Step)}
            data={steps.map(value => ({ value, label: say(names[value]) }))}
          />
        )
      }
      flush
    >
      {points.some(one => one.opened + one.clicked > 0) ? (
        <Suspense fallback={<div className="reaction-room" />}>
          <Chart points={points} step={step} />
        </Suspense>
      ) : (
        <None>{say(words.noReactions)}</None>
      )}
    </Section>
  )
}
