/** Figures over time as points of a chart: minutes, hours or days without any are points, too. */
import { Temporal } from 'temporal-polyfill'
import type { CampaignReport, Part } from './stats.ts'

export type Step = 'minute' | 'hour' | 'day'

export interface Point {
  /** An instant of a minute or an hour, or a date. */
  readonly at: string
  readonly opened: number
  readonly clicked: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
/** As long as the API tells minutes. */
const watchedMs = 2 * hourMs
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

type FirstHours = Pick<CampaignReport, 'at' | 'minute' | 'stats'>

/** Whether a campaign began so lately that somebody watches it. */
export const isYoung = ({ at, stats: { first_release: first } }: FirstHours): boolean =>
  first !== null && Date.parse(at) - Date.parse(first) < watchedMs

/** The first two hours, or what has gone by of them. */
export function minutesOf({ at, minute, stats: { first_release: first } }: FirstHours): Point[] {
  if (first === null) return []
  const begun = Math.floor(Date.parse(first) / minuteMs) * minuteMs
  const spanMs = Math.min(Math.max(Date.parse(at) - begun, 0), watchedMs)
  const known = new Map(minute.map(one => [Date.parse(one.at), one]))
  return Array.from({ length: Math.floor(spanMs / minuteMs) + 1 }, (_, n) => {
    const { opened = 0, clicked = 0 } = known.get(begun + n * minuteMs) ?? {}
    return { at: new Date(begun + n * minuteMs).toISOString(), opened, clicked }
  })
}

/** `parts`: by hour, in their order; days are those of `zone`. */
export function pointsOf(parts: readonly Part[], step: 'hour' | 'day', zone: string): Point[] {
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
