/**
 * Days and months of the quotas, pure. A day is a local date of the account's time zone and ends
 * when the next one begins, which need not be at midnight (some zones skip it when the clocks
 * change). Dates only ever go up and each is counted once: an account that moves to another time
 * zone keeps the old one until that one's next reset, and never sees a date twice. A month begins on
 * its anchor day: the first for calendar months, the day of the subscription for paid periods; in
 * months too short for it, on their last day.
 */
import { Temporal } from 'temporal-polyfill'

/** `2026-11-21`. Dates of this form compare as text. */
export type LocalDate = string

export interface Period {
  /** The zone that this day ends in. */
  readonly zone: string
  readonly day: LocalDate
  /** ms since 1970: from then on it is another day. */
  readonly dayEndsAt: number
  /** The first day of the month or paid period. */
  readonly month: LocalDate
  /** Day of the month on which periods begin. */
  readonly anchor: number
}

/** The period that holds a moment, for an account that has none yet. */
export function periodAt(now: number, zone: string, anchor = 1): Period {
  const day = dateIn(zone, now)
  return dayOf(day, zone, anchor)
}

/**
 * The period at `now`, given an earlier one: itself while its day lasts. `zone` is the account's of
 * today; it takes over where the old zone's day ends.
 */
export function periodAfter(before: Period, zone: string, now: number): Period {
  if (now < before.dayEndsAt) return before
  const first = dayOf(
    later(nextDay(before.day), dateIn(zone, before.dayEndsAt)),
    zone,
    before.anchor,
  )
  if (now < first.dayEndsAt) return first
  return dayOf(later(nextDay(first.day), dateIn(zone, now)), zone, before.anchor)
}

function dayOf(day: LocalDate, zone: string, anchor: number): Period {
  return { zone, day, dayEndsAt: startOf(nextDay(day), zone), month: monthOf(day, anchor), anchor }
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

/** The local date of a moment. */
export function dateIn(zone: string, ms: number): LocalDate {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}

/** Whether a text is a date of this form, and one that the calendar has. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

/** The first moment of a local date, in ms since 1970. */
export function startOf(date: LocalDate, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
}

/** A time of day on a local date, in ms since 1970; one that clocks skip is the next there is. */
export function momentOf(date: LocalDate, time: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time })
    .epochMilliseconds
}

export function nextDay(date: LocalDate): LocalDate {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

/** The first day of the period that holds a date. */
export function monthOf(date: LocalDate, anchor: number): LocalDate {
  const day = Temporal.PlainDate.from(date)
  const first = anchored(day, anchor)
  if (first <= date) return first
  return anchored(day.with({ day: 1 }).subtract({ months: 1 }), anchor)
}

/** The first day of the period after one. */
export function nextMonth(month: LocalDate, anchor: number): LocalDate {
  return anchored(Temporal.PlainDate.from(month).with({ day: 1 }).add({ months: 1 }), anchor)
}

/** The anchor day of a date's month; a month that is too short has it on its last day. */
function anchored(date: Temporal.PlainDate, anchor: number): LocalDate {
  return date.with({ day: Math.min(anchor, date.daysInMonth) }).toString()
}
