/** What an account's limits leave to campaigns beside the reserve for transactional mail, pure. */
import { Temporal } from 'temporal-polyfill'
import { dayMs } from '#kernel/base/durations.ts'
import { dateIn, momentOf, nextDay, nextMonth } from '#tenants/limits/period.ts'
import { buysOverage, capsOf, type Quota, type Terms } from '#tenants/limits/quota.ts'
import { utcDay } from '#tenants/limits/usage.ts'
import type { MarketingSettings } from '../../forms/settings.ts'

export const lookBackDays = 7
const smallest = 0.2
const margin = 1.2

/** Transactional recipients by UTC day. */
export type TransactionalDays = ReadonlyMap<string, number>

export interface Room {
  readonly room: number
  readonly reason: 'reserve' | 'quota' | 'spend_limit'
  /** When there is more: the next day or period, at the campaign's own hour. */
  readonly until: number
}

interface About {
  readonly reserve: MarketingSettings['reserve']
  readonly transactional: TransactionalDays
  readonly now: number
  readonly zone: string
  /** The moment that gives the campaign its hour. */
  readonly begunAt: number
}

/** The limit that leaves least; null: none stands in the way. `quota` is that of `now`. */
export function minRoom(quota: Quota, terms: Terms, about: About): Room | null {
  const { day, month, included } = capsOf(terms)
  const { reserve, now, zone, begunAt } = about
  const largest = reserve === 'auto' ? largestDay(about.transactional, now) : 0
  const tomorrow = hourOf(nextDay(dateIn(zone, now)), begunAt, zone)
  const nextPeriod = hourOf(nextMonth(quota.month, quota.anchor), begunAt, zone)
  const rooms: Room[] = []
  const add = (limit: number | null, used: number, until: number): void => {
    if (limit === null) return
    const kept = reserveOf(limit, reserve, largest)
    rooms.push({ room: limit - used - kept, reason: kept > 0 ? 'reserve' : 'quota', until })
  }
  add(day, quota.dayUsed, tomorrow)
  add(month, quota.monthUsed + quota.extraUsed, nextPeriod)
  if (included !== null && !buysOverage(quota, terms)) add(included, quota.monthUsed, nextPeriod)
  if (included !== null && buysOverage(quota, terms) && (quota.overageCents ?? 0) > 0) {
    const money = quota.capMillicents - quota.extraMillicents
    const room = included - quota.monthUsed + money / quota.overageCents!
    rooms.push({ room, reason: 'spend_limit', until: nextPeriod })
  }
  if (rooms.length === 0) return null
  const min = rooms.reduce((a, b) => (b.room < a.room ? b : a))
  return { ...min, room: Math.max(0, Math.floor(min.room)) }
}

/** Nothing is kept for an account without transactional mail. */
function reserveOf(limit: number, reserve: MarketingSettings['reserve'], largest: number): number {
  if (reserve !== 'auto') return (limit * reserve) / 100
  return largest === 0 ? 0 : Math.max(limit * smallest, largest * margin)
}

function largestDay(days: TransactionalDays, now: number): number {
  const from = utcDay(now - lookBackDays * dayMs)
  const to = utcDay(now)
  return Math.max(0, ...[...days].flatMap(([day, n]) => (day >= from && day <= to ? n : [])))
}

/** The hour of one moment on another day. */
export function hourOf(date: string, moment: number, zone: string): number {
  const begun = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  return momentOf(date, begun.toPlainTime().toString({ smallestUnit: 'second' }), zone)
}
