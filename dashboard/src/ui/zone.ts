/** Days and clocks of a time zone as moments, by Temporal. */
import { Temporal } from 'temporal-polyfill'

/** When a day (2026-11-21) begins in a zone, `plus` days later, as ISO 8601; undefined if it is no day. */
export function startOfDay(day: string, zone: string, plus = 0): string | undefined {
  try {
    const date = Temporal.PlainDate.from(day).add({ days: plus })
    return date.toZonedDateTime(zone).toInstant().toString()
  } catch {
    // An address may say anything.
    return undefined
  }
}

/** A moment as <input type="datetime-local"> wants it, on the clocks of a zone. */
export const clockOf = (at: string, zone: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** What clocks of a zone show as a moment, in ISO 8601. */
export const momentOf = (clock: string, zone: string): string =>
  Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).toInstant().toString()

export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]
