/** Hours of a person's day in which nobody writes to them. */
import { Temporal } from 'temporal-polyfill'

/** The end of the quiet hours that a moment lies in; null: it lies in none. They may span midnight. */
export function quietUntil(
  quiet: { readonly from: string; readonly until: string },
  now: number,
  zone: string,
): number | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const { from, until } = quiet
  const isQuiet = from <= until ? hour >= from && hour < until : hour >= from || hour < until
  if (!isQuiet) return null
  const day = local.toPlainDate()
  const at = (date: Temporal.PlainDate): number =>
    date.toZonedDateTime({ timeZone: zone, plainTime: until }).epochMilliseconds
  return at(day) > now ? at(day) : at(day.add({ days: 1 }))
}
