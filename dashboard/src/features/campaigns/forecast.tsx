/** The days to come: how many letters on each, and what keeps them from being more. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useLook } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { waitTexts, campaigns as words } from './texts.ts'

type Forecast = Answer<'project.campaigns.forecast'>

/** More days than these say no more. */
const maxDays = 14

export function Calendar({ forecast }: { forecast: Forecast }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const { days, finishes_at: end } = forecast
  if (days.length === 0) return null
  const max = Math.max(...days.map(one => one.letters))
  return (
    <Section
      title={say(words.calendar)}
      about={end === null ? say(words.noEnd) : say(words.ends, { at: times.short(end) })}
    >
      <ol className="days">
        {days.slice(0, maxDays).map(({ date, letters, limit }) => (
          <li key={date} className="day">
            <span>{times.day(date)}</span>
            <span className="days-bar" style={{ inlineSize: `${(letters / max) * 100}%` }} />
            <b>{whole(letters)}</b>
            <span className="dim">{limit === 'none' ? '' : sayOf(say, waitTexts, limit)}</span>
          </li>
        ))}
      </ol>
      {days.length > maxDays && (
        <Text size="sm" c="dimmed">
          {say(words.moreDays, { n: days.length - maxDays })}
        </Text>
      )}
    </Section>
  )
}

/** For a campaign that is on its way, looked at again after each tenth of it. */
export function ForecastSection({ campaign }: { campaign: Campaign }) {
  const { audience, pending } = campaign.counts
  const tenths = audience === 0 ? 0 : Math.ceil((pending / audience) * 10)
  const { data } = useLook('project.campaigns.forecast', { id: campaign.id }, tenths)
  return data ? <Calendar forecast={data} /> : null
}
