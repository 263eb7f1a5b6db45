/**
 * Days and moments in values of people: as ISO 8601 has them, or in the order of the letter's language
 * where that leaves no doubt. Never as the machine would guess them.
 */
import { formatOf } from '#kernel/base/formats.ts'

interface ReadDate {
  readonly at: Date
  /** By its own clock: to be shown in UTC, whatever zone the reader lives in. */
  readonly isLocal: boolean
  readonly hasHour: boolean
}

const maxChars = 40
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/
const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/** null: it names no day, or perhaps another one. */
export function readDate(value: unknown, language: string): ReadDate | null {
  if (typeof value === 'number') return momentOf(value)
  if (typeof value !== 'string' || value.length > maxChars) return null
  const text = value.trim()
  const found = iso.exec(text)
  if (found !== null) return isoDate(found)
  const ahead = yearFirst.exec(text)
  if (ahead !== null) return dayOf(Number(ahead[1]), Number(ahead[2]), Number(ahead[3]))
  const behind = yearLast.exec(text)
  if (behind === null) return null
  return inOrder(Number(behind[1]), Number(behind[3]), Number(behind[4]), language)
}

/** Seconds and milliseconds since 1970, of such lengths that they can be nothing else. */
function momentOf(count: number): ReadDate | null {
  const digits = Number.isInteger(count) ? String(count).length : 0
  if (digits !== 10 && digits !== 13) return null
  const at = new Date(digits === 10 ? count * 1000 : count)
  return { at, isLocal: false, hasHour: true }
}

function isoDate(found: RegExpExecArray): ReadDate | null {
  const [, year, month, day, hour, minute, second = '0', zone] = found
  const date = dayOf(Number(year), Number(month), Number(day))
  if (date === null || hour === undefined) return date
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  if (h > 23 || m > 59 || s > 59) return null
  const shift = zone === undefined ? 0 : offsetMinutes(zone)
  if (shift === null) return null
  const at = new Date(date.at.getTime() + ((h * 60 + m - shift) * 60 + s) * 1000)
  return { at, isLocal: zone === undefined, hasHour: true }
}

function offsetMinutes(zone: string): number | null {
  if (/^z$/i.test(zone)) return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)]
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

function dayOf(year: number, month: number, day: number): ReadDate | null {
  const at = new Date(Date.UTC(2000, month - 1, day))
  at.setUTCFullYear(year, month - 1, day)
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return { at, isLocal: true, hasHour: false }
}

type Order = 'day' | 'month' | 'unknown'

function inOrder(first: number, second: number, year: number, language: string): ReadDate | null {
  const order = orderIn(language)
  if (order === 'day') return dayOf(year, second, first)
  if (order === 'month') return dayOf(year, first, second)
  const [byDay, byMonth] = [dayOf(year, second, first), dayOf(year, first, second)]
  if (byDay === null || byMonth === null) return byDay ?? byMonth
  return first === second ? byDay : null
}

/** What comes first where the year comes last. English without a country may mean either. */
function orderIn(language: string): Order {
  if (/^en$/i.test(language)) return 'unknown'
  const parts = formatOf('DateTimeFormat', language, { dateStyle: 'short' })
    .formatToParts(0)
    .map(part => part.type)
  if (parts.indexOf('year') < parts.indexOf('day')) return 'unknown'
  return parts.indexOf('day') < parts.indexOf('month') ? 'day' : 'month'
}
