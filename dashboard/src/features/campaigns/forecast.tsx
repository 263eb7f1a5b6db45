/** The days to come: how many letters on each, and what keeps them from being more. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useLook } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { waitTexts, campaigns as words } from './texts.ts'

type Forecast = Answer<'project.campaigns.forecast'>

/** More days than these say no more. */
const maxDays = 14

interface CalendarProps {
  readonly forecast: Forecast
  /** Whether letters leave meanwhile: it is of another moment than the figures beside it. */
  readonly isDated?: boolean
}

export function Calendar({ forecast, isDated = false }: CalendarProps) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const { days, finishes_at: end } = forecast
  if (days.length === 0) return null
  const max = Math.max(...days.map(one => one.letters))
  const ends = end === null ? say(words.noEnd) : say(words.ends, { at: times.short(end) })
  const made = isDated ? ` ${say(words.forecastMade, { at: times.clock(forecast.at) })}` : ''
  return (
    <Section title={say(words.calendar)} about={`${ends}${made}`}>
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
  const { data, isPending } = useLook('project.campaigns.forecast', { id: campaign.id }, tenths)
  if (data) return <Calendar forecast={data} isDated />
  return isPending ? <Room /> : null
}

/** As high as a forecast of one day, so that what stands below stays where it is. */
function Room() {
  const say = useSay()
  return (
    <Section title={say(words.calendar)} about={'\u00a0'}>
      <div className="days" role="status" aria-label={say(common.loading)}>
        <div className="day">
          <b>{'\u00a0'}</b>
        </div>
      </div>
    </Section>
  )
}
