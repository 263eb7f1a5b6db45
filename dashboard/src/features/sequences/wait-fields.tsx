/** How long a wait takes: a span, then an hour of the day or a date of the person. */
import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { SpanInput } from '../../ui/span-input.tsx'
import { localeOf, useSay, useSpeech } from '../../ui/words.tsx'
import { useVocabulary } from '../segments/vocabulary.ts'
import type { At } from './fault.ts'
import type { FieldsProps } from './field-props.ts'
import { weekday } from './sentences.ts'
import type { Step } from './sequence.ts'
import { stepForm as words } from './step-texts.ts'

type Until = NonNullable<Step['until']>
type UntilKind = 'nothing' | 'time' | 'date'

const kindOf = (until: Until | undefined): UntilKind =>
  until === undefined ? 'nothing' : until.property === undefined ? 'time' : 'date'

const fresh: Readonly<Record<UntilKind, Until | undefined>> = {
  nothing: undefined,
  time: { time: '09:00' },
  date: { property: '' },
}

export function WaitFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { until } = step
  const kind = kindOf(until)
  return (
    <>
      {kind !== 'date' && (
        <SpanInput
          {...at('for')}
          label={say(words.waitSpan)}
          value={step.for}
          set={span => put({ for: span })}
        />
      )}
      <NativeSelect
        label={say(words.thenUntil)}
        value={kind}
        onChange={event => {
          const next = event.currentTarget.value as UntilKind
          put({ until: fresh[next], ...(next === 'date' ? { for: undefined } : {}) })
        }}
        data={[
          { value: 'nothing', label: say(words.untilNothing) },
          { value: 'time', label: say(words.untilTime) },
          { value: 'date', label: say(words.untilDate) },
        ]}
      />
      {kind === 'time' && until && (
        <HourFields until={until} set={next => put({ until: next })} at={at} />
      )}
      {kind === 'date' && until && (
        <DateFields
          of={until}
          set={next => put({ until: next })}
          at={member => at(`until.${member}`)}
        />
      )}
    </>
  )
}

interface HourProps {
  readonly until: Until
  readonly set: (until: Until) => void
  readonly at: At
}

const week = [1, 2, 3, 4, 5, 6, 7] as const

function HourFields({ until, set, at }: HourProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { days = [] } = until
  const { time: _time, days: _days, ...rest } = until
  const put = (time: string | undefined, on: readonly number[]) =>
    set({
      ...rest,
      ...(time ? { time } : {}),
      ...(on.length === 0 ? {} : { days: on.toSorted((a, b) => a - b) }),
    })
  return (
    <>
      <TextInput
        {...at('until')}
        type="time"
        label={say(words.time)}
        value={until.time ?? ''}
        onChange={event => put(event.currentTarget.value, days)}
        maw={320}
      />
      <Checkbox.Group
        label={say(words.days)}
        description={say(words.daysAbout)}
        value={days.map(String)}
        onChange={chosen => put(until.time, chosen.map(Number))}
      >
        <Group gap="xs" mt={6}>
          {week.map(day => (
            <Checkbox
              key={day}
              value={String(day)}
              label={weekday(day, localeOf(language))}
              aria-label={weekday(day, localeOf(language), 'long')}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}

interface OfDate {
  readonly property?: string | undefined
  readonly offset?: string | undefined
  readonly time?: string | undefined
}

interface DateFieldsProps {
  readonly of: OfDate
  readonly set: (of: OfDate & { property: string }) => void
  readonly at: At
}

/** A date of the person, perhaps moved, at an hour. */
export function DateFields({ of, set, at }: DateFieldsProps) {
  const say = useSay()
  const { fields } = useVocabulary()
  const dates = fields.filter(one => one.type === 'date' && one.id.startsWith('properties.'))
  const property = (of.property ?? '').replace(/^properties\./, '')
  const put = (next: OfDate) => {
    const all = { property, offset: of.offset, time: of.time, ...next }
    set({
      property: all.property,
      ...(all.offset ? { offset: all.offset } : {}),
      ...(all.time ? { time: all.time } : {}),
    })
  }
  return (
    <>
      <NativeSelect
        {...at('property')}
        label={say(words.property)}
        value={property}
        onChange={event => put({ property: event.currentTarget.value })}
        data={[
          { value: '', label: say(words.chooseProperty) },
          ...dates.map(({ id, label }) => ({ value: id.replace(/^properties\./, ''), label })),
        ]}
        required
      />
      {dates.length === 0 && (
        <Text size="sm" c="dimmed">
          {say(words.noDates)}
        </Text>
      )}
      <SpanInput
        {...at('offset')}
        label={say(words.shift)}
        value={of.offset}
        set={offset => put({ offset })}
        isSigned
      />
      <TextInput
        {...at('time')}
        type="time"
        label={say(words.time)}
        value={of.time ?? ''}
        onChange={event => put({ time: event.currentTarget.value })}
        maw={320}
      />
    </>
  )
}
