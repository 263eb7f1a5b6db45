/** When people clicked most in the last campaigns, with what that is known from, and a button to take it. */
import { Button, Group, Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { useNumbers } from '../../ui/time.tsx'
import { localeOf, useSay, useSpeech } from '../../ui/words.tsx'
import { clockOf } from '../../ui/zone.ts'
import { suggestionTexts as words } from './texts.ts'

/** A Monday, to have the names of the days from. */
const monday = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

interface SuggestionProps {
  /** The topic whose campaigns speak; empty: of all. */
  readonly topic: string
  readonly zone: string
  /** Takes a local time. */
  readonly use: (at: string) => void
}

export function Suggestion({ topic, zone, use }: SuggestionProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { whole } = useNumbers()
  const { data } = useApi('project.campaigns.sendTimes', topic ? { topic_id: topic } : {})
  if (!data?.suggested) return null
  const locale = localeOf(language)
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  const nameOf = ({ day, hour }: { day: number; hour: number }) => {
    const at = monday + (day - 1) * dayMs + hour * 3_600_000
    return `${dayName.format(at)}, ${clock.format(at)}`
  }
  const { suggested, hours, campaigns, clicks } = data
  return (
    <div className="suggestion">
      <Group gap="sm">
        <Text fw={600}>{say(words.best, { hour: nameOf(suggested) })}</Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => use(clockOf(suggested.at, zone))}
        >
          {say(words.use)}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {say(words.because, {
          n: campaigns,
          of: whole(suggested.clicks),
          all: whole(clicks),
        })}{' '}
        {hours.length > 1 &&
          say(words.others, {
            hours: hours
              .slice(1)
              .map(one => `${nameOf(one)} (${whole(one.clicks)})`)
              .join(' · '),
          })}
      </Text>
    </div>
  )
}
