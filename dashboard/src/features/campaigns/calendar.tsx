/** The campaigns of a month on their days, on the clocks of the account: those sent, and those to come. */
import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { Temporal } from 'temporal-polyfill'
import { useAll } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts'
import { Link, Loaded, Section } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { localeOf, useSay, useSpeech } from '../../ui/words.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { stateOf } from './campaign-state.tsx'
import { campaigns as words } from './texts.ts'

/** The month that an address names, else the one that it is. */
function monthOf(text: string | undefined, zone: string): Temporal.PlainYearMonth {
  try {
    return Temporal.PlainYearMonth.from(text ?? '')
  } catch {
    return Temporal.Now.plainDateISO(zone).toPlainYearMonth()
  }
}

/** Whole weeks from Monday on, as people look at a month. */
function weeksOf(month: Temporal.PlainYearMonth): Temporal.PlainDate[][] {
  const first = month.toPlainDate({ day: 1 })
  const weeks: Temporal.PlainDate[][] = []
  let day = first.subtract({ days: first.dayOfWeek - 1 })
  do {
    const monday = day
    weeks.push(Array.from({ length: 7 }, (_, n) => monday.add({ days: n })))
    day = day.add({ days: 7 })
  } while (Temporal.PlainDate.compare(day.toPlainYearMonth().toPlainDate({ day: 1 }), first) <= 0)
  return weeks
}

export function CampaignCalendar() {
  const say = useSay()
  const { zone } = useTimes()
  const { values, set } = useFilters(['month'])
  const month = monthOf(values.month, zone)
  const weeks = weeksOf(month)
  const first = weeks[0]![0]!.toString()
  const last = weeks.at(-1)![6]!.toString()
  const query = useAll('project.campaigns.list', {
    begins_after: startOfDay(first, zone)!,
    begins_before: startOfDay(last, zone, 1)!,
    archived: 'any',
  })
  return (
    <Section>
      <Group justify="space-between" mb="md">
        <MonthButton to={month.subtract({ months: 1 })} set={set} text={say(words.monthBefore)}>
          <IconChevronLeft size={18} />
        </MonthButton>
        <MonthName month={month} />
        <MonthButton to={month.add({ months: 1 })} set={set} text={say(words.monthAfter)}>
          <IconChevronRight size={18} />
        </MonthButton>
      </Group>
      <Loaded query={query} lines={8}>
        {rows => <Month weeks={weeks} month={month} byDay={byDayOf(rows, zone)} />}
      </Loaded>
    </Section>
  )
}

function MonthName({ month }: { readonly month: Temporal.PlainYearMonth }) {
  const { language } = useSpeech()
  const format = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const name = format.format(Date.parse(`${month.toString()}-01T00:00:00Z`))
  return (
    <Title order={2} size="h5" aria-live="polite">
      {name.charAt(0).toLocaleUpperCase(language) + name.slice(1)}
    </Title>
  )
}

interface MonthButtonProps {
  readonly to: Temporal.PlainYearMonth
  readonly set: (name: 'month', value: string) => void
  readonly text: string
  readonly children: React.ReactNode
}

const MonthButton = ({ to, set, text, children }: MonthButtonProps) => (
  <ActionIcon
    variant="default"
    size="lg"
    aria-label={text}
    onClick={() => set('month', to.toString())}
  >
    {children}
  </ActionIcon>
)

type ByDay = ReadonlyMap<string, readonly Campaign[]>

/** In the order of their times. */
function byDayOf(rows: readonly Campaign[], zone: string): ByDay {
  const sorted = rows
    .flatMap(row => (row.begins_at === null ? [] : [{ row, at: row.begins_at }]))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const dayOf = (at: string) =>
    Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString()
  const days = new Map<string, Campaign[]>()
  for (const { row, at } of sorted) days.set(dayOf(at), [...(days.get(dayOf(at)) ?? []), row])
  return days
}

interface MonthProps {
  readonly weeks: readonly (readonly Temporal.PlainDate[])[]
  readonly month: Temporal.PlainYearMonth
  readonly byDay: ByDay
}

function Month({ weeks, month, byDay }: MonthProps) {
  const say = useSay()
  const { language } = useSpeech()
  const dayName = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    timeZone: 'UTC',
  })
  const days = weeks[0]!.map(day => dayName.format(Date.parse(`${day.toString()}T00:00:00Z`)))
  return (
    <>
      {byDay.size === 0 && (
        <Text c="dimmed" mb="sm">
          {say(words.noneThen)}
        </Text>
      )}
      <table className="month">
        <thead>
          <tr>
            {days.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]!.toString()}>
              {week.map(day => (
                <Day
                  key={day.toString()}
                  day={day}
                  isOther={day.month !== month.month}
                  campaigns={byDay.get(day.toString()) ?? []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface DayProps {
  readonly day: Temporal.PlainDate
  readonly isOther: boolean
  readonly campaigns: readonly Campaign[]
}

function Day({ day, isOther, campaigns }: DayProps) {
  const say = useSay()
  const where = useWhere()
  const { language } = useSpeech()
  const { zone } = useTimes()
  const isToday = day.equals(Temporal.Now.plainDateISO(zone))
  const clock = new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
  return (
    <td data-other={isOther} data-none={campaigns.length === 0} data-today={isToday}>
      <time dateTime={day.toString()} aria-current={isToday ? 'date' : undefined}>
        {day.day}
      </time>
      {campaigns.map(row => (
        <span key={row.id} className="month-one" data-tone={stateOf(row).tone}>
          {clock.format(Date.parse(row.begins_at!))}{' '}
          <Link to={where.to(`/campaigns/${row.id}`)}>{row.name}</Link>{' '}
          <span className="dim">{say(stateOf(row).label)}</span>
        </span>
      ))}
    </td>
  )
}
