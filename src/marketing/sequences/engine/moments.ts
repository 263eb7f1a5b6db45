/**
 * When things are: ends of waits and dates of people, pure. Days are calendar days of the person's
 * zone, hours exact; a local time that does not exist moves forward, of two it is the first.
 */

import { Temporal } from 'temporal-polyfill'
import { dayMs, durationMs } from '#kernel/base/durations.ts'
import { ownOf } from '#kernel/base/own.ts'
import type { DateTrigger } from '../definition/definition.ts'
import type { Step, Until } from '../definition/step.ts'

interface Where {
  readonly now: number
  /** How much earlier it should have begun, ms: an hour since then counts, a span does not. */
  readonly lateMs?: number
  /** IANA name. */
  readonly zone: string
  readonly properties: Readonly<Record<string, unknown>>
}

const noTime = 'P0D'

type Wait = Extract<Step, { type: 'wait' }>

/** Of a date that the person does not have, the end of the span before it. */
export function endOfWait(step: Wait, { now, lateMs = 0, zone, properties }: Where): number {
  const { for: span, until } = step
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const after = start.add(span ?? noTime).epochMilliseconds
  if (until?.property !== undefined) {
    return followedDate(until, { zone, properties }) ?? after
  }
  if (until === undefined) return after
  const moment = nextMoment(until, after - lateMs, zone)
  return until.time === undefined ? Math.max(after, moment) : moment
}

/** The moment of the date that a wait follows; null: the person has none. */
export function followedDate(
  until: Until,
  { zone, properties }: Pick<Where, 'zone' | 'properties'>,
): number | null {
  const key = keyOf(until.property ?? '')
  const value = ownOf(properties, key)
  return momentOfDate(value, until, { zone, year: null })
}

export const keyOf = (property: string): string => property.replace(/^properties\./, '')

/** The first moment from `after` on that has the hour, on one of the days. */
function nextMoment({ time, days }: Until, after: number, zone: string): number {
  const start = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
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
  { offset = noTime, time }: Pick<DateTrigger, 'offset' | 'time'>,
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
    return start.add(offset).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

interface Look {
  readonly after: number
  readonly until: number
}

/** The moments that a trigger by date has for a person, after one and until another. */
export function momentsBetween(
  trigger: DateTrigger,
  value: unknown,
  zone: string,
  { after, until }: Look,
): number[] {
  const years = trigger.yearly === true ? yearsAround(trigger, { after, until }) : [null]
  return years
    .map(year => momentOfDate(value, trigger, { zone, year }))
    .filter((at): at is number => at !== null && at > after && at <= until)
}

function yearsAround(trigger: DateTrigger, look: Look): number[] {
  const [first, last] = datesAround(trigger, look).map(at => new Date(at).getUTCFullYear())
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
}

/** Where the dates lie that have their moments in between. */
function datesAround({ offset = noTime }: DateTrigger, { after, until }: Look): [number, number] {
  const shift = durationMs(offset.replace(/^[-+]/, ''))! * (offset.startsWith('-') ? -1 : 1)
  // Zones are up to 14 hours apart from UTC.
  return [after - shift - 2 * dayMs, until - shift + 2 * dayMs]
}

/** The days, as they are written, on which a date may lie that has its moment in between. */
export function daysBetween(
  trigger: DateTrigger,
  look: Look,
): { readonly from: string; readonly to: string; readonly monthDays: readonly string[] } {
  const [first, last] = datesAround(trigger, look)
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const monthDays = new Set<string>()
  for (let at = first; at <= last + dayMs && monthDays.size < 366; at += dayMs) {
    monthDays.add(dayOf(at).slice(5))
  }
  if (monthDays.has('02-28')) monthDays.add('02-29')
  return { from: dayOf(first), to: dayOf(last), monthDays: [...monthDays] }
}
