/** When: at once or later, at whose hour, within which hours, and how fast. */
import { Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useMe } from '../../api/hooks.ts'
import { localeOf, useSay, useSpeech } from '../../ui/words.tsx'
import { Choice } from '../letters/fields.tsx'
import { Committed } from './committed.tsx'
import { dayAfter, type Timing } from './draft.ts'
import { FollowUpForm } from './follow-up.tsx'
import type { PartProps } from './part.ts'
import { Suggestion } from './suggestion.tsx'
import { pastTexts, campaigns as words } from './texts.ts'

export function TimePart(props: PartProps) {
  const { draft, set, errorOf } = props
  const say = useSay()
  const zone = useMe().account.time_zone
  const { timing } = draft
  const put = (change: Partial<Timing>) => set({ ...draft, timing: { ...timing, ...change } })
  return (
    <>
      <Choice
        label={say(words.begins)}
        value={timing.at === '' ? 'now' : 'at'}
        set={kind => put({ at: kind === 'now' ? '' : dayAfter(zone) })}
        data={[
          { value: 'now', label: say(words.atOnce) },
          { value: 'at', label: say(words.later) },
        ]}
      />
      <Suggestion topic={draft.topic} zone={zone} use={at => put({ at, isOfRecipient: false })} />
      {timing.at !== '' && (
        <Moment timing={timing} put={put} zone={zone} error={errorOf('schedule.at')} />
      )}
      <Pace timing={timing} put={put} errorOf={errorOf} />
      <FollowUpForm {...props} />
    </>
  )
}

interface TimingProps {
  readonly timing: Timing
  readonly put: (change: Partial<Timing>) => void
}

function Moment(props: TimingProps & { zone: string; error: string | undefined }) {
  const { timing, put, zone, error } = props
  const say = useSay()
  return (
    <>
      <TextInput
        type="datetime-local"
        label={`${say(words.at)} (${timing.isOfRecipient ? say(words.ofEach) : zone})`}
        value={timing.at}
        onChange={event => event.currentTarget.value && put({ at: event.currentTarget.value })}
        error={error}
        errorProps={{ role: 'alert' }}
        maw={320}
        my="sm"
      />
      <Checkbox
        label={say(words.ofRecipient)}
        checked={timing.isOfRecipient}
        onChange={event => put({ isOfRecipient: event.currentTarget.checked })}
      />
      {timing.isOfRecipient && (
        <NativeSelect
          label={say(words.past)}
          value={timing.past}
          onChange={event => put({ past: event.currentTarget.value as Timing['past'] })}
          data={(['next_day', 'now', 'skip'] as const).map(value => ({
            value,
            label: say(pastTexts[value]),
          }))}
          maw={320}
          mt="sm"
        />
      )}
    </>
  )
}

function Pace({ timing, put, errorOf }: TimingProps & Pick<PartProps, 'errorOf'>) {
  const say = useSay()
  const zone = useMe().account.time_zone
  const isLimited = [timing.from, timing.until, timing.rate, timing.end].some(one => one !== '')
  return (
    <details open={isLimited} className="part-more">
      <summary className="summary">{say(words.paceTitle)}</summary>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <TextInput
          type="time"
          label={say(words.windowFrom)}
          value={timing.from}
          onChange={event => put({ from: event.currentTarget.value })}
          error={errorOf('schedule.window')}
        />
        <TextInput
          type="time"
          label={say(words.windowUntil)}
          value={timing.until}
          onChange={event => put({ until: event.currentTarget.value })}
        />
        <Committed
          label={say(words.rate)}
          placeholder={say(words.rateNone)}
          inputMode="numeric"
          value={timing.rate}
          read={typed => typed.replace(/\D/g, '').replace(/^0+/, '')}
          set={rate => put({ rate })}
          error={errorOf('schedule.rate_per_hour')}
        />
        <TextInput
          type="datetime-local"
          label={say(words.end, { zone })}
          description={say(words.endAbout)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={timing.end}
          onChange={event => put({ end: event.currentTarget.value })}
          error={errorOf('schedule.send_until')}
          errorProps={{ role: 'alert' }}
        />
      </SimpleGrid>
      {(timing.from || timing.until) && <Days timing={timing} put={put} />}
    </details>
  )
}

/** A Monday, to have the names of the days from. */
const monday = Date.UTC(2026, 0, 5)

function Days({ timing, put }: TimingProps) {
  const say = useSay()
  const { language } = useSpeech()
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' })
  const names = Array.from({ length: 7 }, (_, n) => format.format(monday + n * 86_400_000))
  return (
    <Checkbox.Group
      label={say(words.days)}
      description={say(words.daysAbout)}
      value={[...timing.days]}
      onChange={days => put({ days })}
      mt="sm"
    >
      <Group gap="sm" mt="xs">
        {names.map((name, n) => (
          <Checkbox key={name} value={String(n + 1)} label={name} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
