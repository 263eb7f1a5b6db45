/**
 * When things are: ends of waits and dates of people, pure. Days are calendar days of the person's
 * zone, hours exact; a local time that does not exist moves forward, of two it is the first.
 */
import { Temporal } from 'temporal-polyfill'
import type { Step, Trigger, Until } from './definition.ts'

interface Where {
  readonly now: number
  /** IANA name. */
  readonly zone: string
  readonly properties: Readonly<Record<string, unknown>>
}

export function endOfWait(
  { for: span, until }: Extract<Step, { type: 'wait' }>,
  { now, zone, properties }: Where,
): number {
  const after = span === undefined ? now : plus(now, span, zone)
  if (until?.property !== undefined) {
    const value = properties[keyOf(until.property)]
    return momentOfDate(value, until, { zone, year: null }) ?? after
  }
  return until === undefined ? after : nextMoment(until, after, zone)
}

export const keyOf = (property: string): string => property.replace(/^properties\./, '')

function plus(at: number, span: string, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return moved(start, span).epochMilliseconds
}

function moved(start: Temporal.ZonedDateTime, span: string): Temporal.ZonedDateTime {
  const duration = Temporal.Duration.from(span.replace(/^[-+]/, ''))
  return span.startsWith('-') ? start.subtract(duration) : start.add(duration)
}

/** The first moment from `after` on that has the hour, on one of the days. */
function nextMoment({ time, days }: Until, after: number, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = start.toPlainDate().add({ days: ahead })
    if (days !== undefined && !days.includes(day.dayOfWeek)) continue
    if (time === undefined) {
      const midnight = day.toZonedDateTime({ timeZone: zone }).epochMilliseconds
      return Math.max(after, midnight)
    }
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    if (at >= after) return at
  }
  return after
}

/**
 * The moment that a date property names: at the hour that is asked for, else at midnight, or exactly
 * where it is an instant. `year`: its anniversary in that year; 29 February is the 28th in others.
 * null: it names none.
 */
function momentOfDate(
  value: unknown,
  { offset, time }: Pick<Trigger, 'offset' | 'time'>,
  { zone, year }: { readonly zone: string; readonly year: number | null },
): number | null {
  if (typeof value !== 'string') return null
  try {
    const instant = value.includes('T')
      ? Temporal.Instant.from(value).toZonedDateTimeISO(zone)
      : null
    const own = instant?.toPlainDate() ?? Temporal.PlainDate.from(value.slice(0, 10))
    if (year !== null && year < own.year) return null
    const day = year === null ? own : own.with({ year })
    const hour = time ?? instant?.toPlainTime() ?? '00:00'
    const start = day.toZonedDateTime({ timeZone: zone, plainTime: hour })
    return (offset === undefined ? start : moved(start, offset)).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const dayMs = 86_400_000

/** The moments that a trigger by date has for a person, after one and until another. */
export function momentsBetween(
  trigger: Trigger,
  value: unknown,
  zone: string,
  { after, until }: { readonly after: number; readonly until: number },
): number[] {
  const years = trigger.yearly === true ? yearsAround(after, until, trigger) : [null]
  return years
    .map(year => momentOfDate(value, trigger, { zone, year }))
    .filter((at): at is number => at !== null && at > after && at <= until)
}

function yearsAround(after: number, until: number, { offset }: Trigger): number[] {
  const slack = offset === undefined ? 2 * dayMs : spanMs(offset) + 2 * dayMs
  const first = new Date(after - slack).getUTCFullYear()
  const last = new Date(until + slack).getUTCFullYear()
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** The days, as they are written, on which a date may lie that has its moment in between. */
export function daysBetween(
  { offset }: Trigger,
  { after, until }: { readonly after: number; readonly until: number },
): { readonly from: string; readonly to: string; readonly monthDays: readonly string[] } {
  const shift = offset === undefined ? 0 : spanMs(offset) * (offset.startsWith('-') ? -1 : 1)
  // Zones are up to 14 hours apart from UTC.
  const [first, last] = [after - shift - 2 * dayMs, until - shift + 2 * dayMs]
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const monthDays = new Set<string>()
  for (let at = first; at <= last + dayMs && monthDays.size < 366; at += dayMs) {
    monthDays.add(dayOf(at).slice(5))
  }
  if (monthDays.has('02-28')) monthDays.add('02-29')
  return { from: dayOf(first), to: dayOf(last), monthDays: [...monthDays] }
}

const spanMs = (offset: string): number =>
  Temporal.Duration.from(offset.replace(/^[-+]/, '')).total({
    unit: 'milliseconds',
    relativeTo: Temporal.PlainDate.from('2000-01-01'),
  })
