/** When a campaign sends: moments, windows, zones. Everything is computed from a given now. */
import { Temporal } from 'temporal-polyfill'
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import { defaultPastZones } from './campaign.ts'
import type { Schedule } from './shapes.ts'

const maxAheadMs = 365 * dayMs
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

const wrong = (param: string, en: string, pt: string): Refusal =>
  new Refusal('invalid_field', { param, why: { en, pt } })

/** Throws Refusal; `path` stands before the names of its members. */
export function checkSchedule(given: Schedule, now: number, path: string): Schedule {
  const { at, time_zone: zone, window, send_until: until } = given
  if (zone !== undefined && zone !== 'recipient' && !isTimeZone(zone)) {
    throw wrong(`${path}time_zone`, 'There is no such time zone.', 'Não existe este fuso horário.')
  }
  if (at !== undefined) checkMoment(at, zone, now, `${path}at`)
  if (until !== undefined && !isInstant(until)) {
    throw wrong(
      `${path}send_until`,
      'It must be a time with an offset.',
      'Deve ser um horário com deslocamento.',
    )
  }
  if (at !== undefined && until !== undefined && isInstant(at) && isLater(at, until)) {
    throw wrong(
      `${path}send_until`,
      '{param} must be later than at: nobody would get it.',
      '{param} deve ser posterior a at: ninguém receberia.',
    )
  }
  if (window !== undefined && window.from === window.until) {
    throw wrong(`${path}window.until`, 'The window is empty.', 'A janela está vazia.')
  }
  return given
}

const isLater = (one: string, other: string): boolean => Temporal.Instant.compare(one, other) >= 0

/** On a day that there is: Date.parse takes 30 February for 2 March. */
function isInstant(text: string): boolean {
  if (!instant.test(text)) return false
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}

function checkMoment(at: string, zone: string | undefined, now: number, param: string): void {
  const hasOffset = isInstant(at)
  if (!hasOffset && !(local.test(at) && isLocal(at))) {
    throw wrong(
      param,
      'It must be a time, such as 2026-12-20T09:00.',
      'Deve ser um horário, como 2026-12-20T09:00.',
    )
  }
  if (hasOffset && zone === 'recipient') {
    throw wrong(
      param,
      'For the zone of each recipient it has no offset.',
      'Para o fuso de cada destinatário, não tem deslocamento.',
    )
  }
  // Whose zone it is, where none is named, is known later: one somewhere on earth.
  const named = zone === 'recipient' ? undefined : zone
  const time = hasOffset ? Date.parse(at) : momentIn(at, named ?? 'UTC')
  const slack = hasOffset || named !== undefined ? 60_000 : 14 * hourMs
  if (time < now - slack) throw wrong(param, 'It is in the past.', 'Está no passado.')
  if (time > now + maxAheadMs)
    throw wrong(param, 'It is more than 365 days ahead.', 'Está mais de 365 dias à frente.')
}

function isLocal(at: string): boolean {
  try {
    Temporal.PlainDateTime.from(at, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/** A local time in a zone; one that does not exist moves forward, of two it is the first. */
function momentIn(at: string, zone: string): number {
  return Temporal.PlainDateTime.from(at).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

/** When it begins, by the zone of the account where it names none; null: at once. */
export function beginningOf(
  { at, time_zone: zone }: Schedule,
  zones: readonly string[],
  ownZone: string,
): number | null {
  if (at === undefined) return null
  if (instant.test(at)) return Date.parse(at)
  if (zone !== 'recipient') return momentIn(at, zone ?? ownZone)
  // Ten minutes before the first of them, which leaves time to read who gets it.
  return Math.min(...[ownZone, ...zones].map(one => momentIn(at, one))) - 10 * 60_000
}

/** The moment of each zone, for those who wait for their own; `skip` where it is over. */
export function zoneMoments(
  { at, past_zones: past = defaultPastZones }: Schedule,
  zones: readonly string[],
  now: number,
): ReadonlyMap<string, number | 'skip' | null> {
  return new Map(
    zones.map(zone => {
      const moment = momentIn(at!, zone)
      if (moment >= now) return [zone, moment]
      if (past === 'now') return [zone, null]
      return [zone, past === 'skip' ? 'skip' : nextDay(at!, zone, now)]
    }),
  )
}

function nextDay(at: string, zone: string, now: number): number {
  const time = Temporal.PlainDateTime.from(at)
  for (let days = 1; ; days += 1) {
    const moment = time.add({ days }).toZonedDateTime(zone).epochMilliseconds
    if (moment >= now) return moment
  }
}

/** Whether its hours are those of each person: moment and window alike. */
export const isOfRecipients = ({ time_zone: zone }: Schedule): boolean => zone === 'recipient'

/** null: the window is open; else when it opens next. */
export function opensAt(schedule: Schedule, zone: string, now: number): number | null {
  const next = windowAt(schedule, zone, now)
  return next === null || next.from <= now ? null : next.from
}

/** When the window that is open closes; null: there is none. */
export const closesAt = (schedule: Schedule, zone: string, now: number): number | null =>
  windowAt(schedule, zone, now)?.until ?? null

/** The window that is open, or the next one. */
function windowAt({ window }: Schedule, zone: string, now: number) {
  if (window === undefined) return null
  const days = window.days ?? [1, 2, 3, 4, 5, 6, 7]
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  for (let ahead = -1; ahead <= 8; ahead += 1) {
    const day = here.toPlainDate().add({ days: ahead })
    if (!days.includes(day.dayOfWeek)) continue
    const at = (time: string, plus: number): number =>
      momentIn(`${day.add({ days: plus })}T${time}`, zone)
    const from = at(window.from, 0)
    const until = at(window.until, window.until > window.from ? 0 : 1)
    if (now < until) return { from, until }
  }
  return null
}
