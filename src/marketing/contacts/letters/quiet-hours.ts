/** Hours of a person's day in which nobody writes to them. */
import { Temporal } from 'temporal-polyfill'
import { Refusal } from '#kernel/base/errors.ts'

interface QuietHours {
  readonly from: string
  readonly until: string
}

/** Throws Refusal about `quiet.until`. */
export function checkQuiet(quiet: QuietHours | null | undefined): void {
  if (!quiet || quiet.from !== quiet.until) return
  throw new Refusal('invalid_field', {
    param: 'quiet.until',
    why: { en: 'The quiet hours are empty.', pt: 'As horas de silêncio estão vazias.' },
  })
}

/** The end of the quiet hours that a moment lies in; null: it lies in none. They may span midnight. */
export function quietUntil(quiet: QuietHours, now: number, zone: string): number | null {
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
