/** The figures by hour as points of a chart: hours or days without any are points, too. */
import { Temporal } from 'temporal-polyfill'
import type { Part } from './stats.ts'

export type Step = 'hour' | 'day'

export interface Point {
  /** An instant of an hour, or a date. */
  readonly at: string
  readonly opened: number
  readonly clicked: number
}

const hourMs = 3_600_000
/** After two days hardly anybody opens a letter who has not. */
const maxHours = 48
const maxDays = 366

const hoursBetween = (first: Part, last: Part): number =>
  (Date.parse(last.key) - Date.parse(first.key)) / hourMs

/** Whether there is something that the hours do not show. */
export function hasMoreThanHours(parts: readonly Part[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)]
  return first !== undefined && last !== undefined && hoursBetween(first, last) >= maxHours
}

/** `parts`: by hour, in their order; days are those of `zone`. */
export function pointsOf(parts: readonly Part[], step: Step, zone: string): Point[] {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return []
  const nameOf = step === 'hour' ? (key: string) => key : (key: string) => dayOf(key, zone)
  const sums = new Map<string, Point>()
  for (const { key, opened, clicked } of parts) {
    const at = nameOf(key)
    const before = sums.get(at) ?? { at, opened: 0, clicked: 0 }
    sums.set(at, {
      at,
      opened: before.opened + (opened?.people ?? 0),
      clicked: before.clicked + clicked.people,
    })
  }
  const names =
    step === 'hour'
      ? hoursFrom(first.key, Math.min(maxHours, hoursBetween(first, last) + 1))
      : daysFrom(nameOf(first.key), nameOf(last.key))
  return names.map(at => sums.get(at) ?? { at, opened: 0, clicked: 0 })
}

const dayOf = (key: string, zone: string): string =>
  Temporal.Instant.from(key).toZonedDateTimeISO(zone).toPlainDate().toString()

const hoursFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(first) + n * hourMs).toISOString().replace('.000', ''),
  )

function daysFrom(first: string, last: string): string[] {
  const days = [first]
  for (let day = Temporal.PlainDate.from(first); days.at(-1)! < last && days.length < maxDays; ) {
    day = day.add({ days: 1 })
    days.push(day.toString())
  }
  return days
}
