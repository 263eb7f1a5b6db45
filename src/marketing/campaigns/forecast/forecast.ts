/**
 * On which days how many letters of a campaign will go, and which limit decides: what its turns will
 * do, computed ahead. Windows, pace, zones, quiet hours, the room that a day and a month leave, and
 * the warm-up of the domain are asked as they are when letters are released; other mail is taken to
 * stay as it is.
 */
import { durationMs, hourMs } from '#kernel/base/durations.ts'
import { placesIn } from '#tenants/limits/campaign-places.ts'
import { dateIn, momentOf, nextDay, startOf } from '#tenants/limits/period.ts'
import { type Quota, quotaAt, type Terms, take, withTaken } from '#tenants/limits/quota.ts'
import { warmUpOn } from '#tenants/limits/warm-up.ts'
import type { WarmUp } from '#tenants/limits/warm-up-state.ts'
import { quietUntil } from '../../contacts/letters/quiet-hours.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import { closesAt, isOfRecipients, opensAt } from '../definition/schedule.ts'
import type { AbTest, Schedule } from '../definition/shapes.ts'
import { tokensOf } from './pace.ts'
import { hourOf, minRoom, type TransactionalDays } from './rooms.ts'

/** People with one moment. */
export interface Wave {
  /** Theirs, for quiet hours. */
  readonly zone: string
  /** ms since 1970; null: at once. */
  readonly at: number | null
  readonly count: number
}

/** What limits there are; null: none, as in test mode. */
export interface LimitsAhead {
  readonly quota: Quota | null
  readonly terms: Terms
  readonly reserve: MarketingSettings['reserve']
  readonly transactional: TransactionalDays
  /** null: the domain is warm. */
  readonly warmUp: WarmUp | null
}

interface Ahead {
  /** ms since 1970. */
  readonly now: number
  /** The moment that gives the campaign its hour. */
  readonly begunAt: number
  /** Of the account. */
  readonly zone: string
  readonly schedule: Schedule
  /** Until then letters are released. */
  readonly until: number
  readonly waves: readonly Wave[]
  readonly quiet: MarketingSettings['quiet']
  readonly limits: LimitsAhead | null
  /** Only while nothing is decided. */
  readonly ab: AbTest | null
  readonly tokens: { readonly tokens?: number; readonly tokens_at?: number }
}

interface Day {
  readonly date: string
  readonly letters: number
  readonly limit: string
}

export interface DaysAhead {
  readonly days: readonly Day[]
  readonly finishes_at: string | null
  /** Who would still wait when it ends. */
  readonly late: number
}

/** Years of days with a window; more would hold up everybody else for seconds. */
const maxSteps = 5_000
/** Letters that can be had at once leave at such a pace. */
const aSecond = 200
const unlimited = { room: Number.MAX_SAFE_INTEGER, reason: 'none', until: 0 }

export function forecast(ahead: Ahead): DaysAhead {
  const outlook = new Outlook(ahead)
  for (let step = 0; step < maxSteps && outlook.goOn(); step += 1);
  return outlook.result()
}

class Outlook {
  readonly #ahead: Ahead
  readonly #days = new Map<string, { letters: number; limit: string | null }>()
  readonly #left: { zone: string; at: number; count: number }[]
  /** null: that of each person. */
  readonly #windowZone: string | null
  #at: number
  #ends: number
  #quota: Quota | null
  #warmUp: WarmUp | null
  #tokens: { tokens?: number; tokens_at?: number }
  /** To be released before the result of a test is awaited; null: nothing is tried. */
  #tried: number | null

  constructor(ahead: Ahead) {
    const { schedule, zone, limits, ab, waves } = ahead
    this.#ahead = ahead
    this.#left = waves.map(one => ({ ...one, at: one.at ?? ahead.now }))
    this.#windowZone = isOfRecipients(schedule) ? null : (schedule.time_zone ?? zone)
    this.#at = ahead.now
    this.#ends = ahead.now
    this.#quota = limits?.quota ?? null
    this.#warmUp = limits?.warmUp ?? null
    this.#tokens = ahead.tokens
    this.#tried = ab === null || ab.test_share >= 1 ? null : Math.round(this.#sum() * ab.test_share)
  }

  /** One step; false: it is over. */
  goOn(): boolean {
    if (this.#sum() === 0 || this.#at >= this.#ahead.until) return false
    if (this.#tried === 0) return this.#decide()
    const { schedule, quiet } = this.#ahead
    const opens = this.#windowZone === null ? null : opensAt(schedule, this.#windowZone, this.#at)
    if (opens !== null) return this.#wait('window', opens)
    const ready = this.#left.filter(one => one.count > 0 && this.#turnOf(one) <= this.#at)
    if (ready.length === 0) {
      const next = Math.min(...this.#left.flatMap(one => (one.count > 0 ? this.#turnOf(one) : [])))
      return this.#wait(quiet === null ? 'time_zone' : 'quiet_hours', next)
    }
    const { room, reason, until } = this.#room()
    if (room < 1) return this.#wait(reason, until)
    const max = Math.min(
      ready.reduce((sum, one) => sum + one.count, 0),
      room,
      this.#tried ?? Number.MAX_SAFE_INTEGER,
    )
    const released = this.#paced(max)
    if (released > 0) this.#release(ready, released)
    return true
  }

  result(): DaysAhead {
    const late = this.#sum()
    const days = [...this.#days].flatMap(([date, { letters, limit }]) =>
      letters === 0 ? [] : [{ date, letters, limit: limit ?? 'none' }],
    )
    const isOver = late === 0 && days.length === 0
    const ends = late > 0 ? this.#ahead.until : this.#ends
    return { days, finishes_at: isOver ? null : new Date(ends).toISOString(), late }
  }

  #sum(): number {
    return this.#left.reduce((sum, one) => sum + one.count, 0)
  }

  #turnOf({ at, zone }: { readonly at: number; readonly zone: string }): number {
    if (at > this.#at) return at
    const { quiet, schedule } = this.#ahead
    const opens = this.#windowZone === null ? opensAt(schedule, zone, this.#at) : null
    const ends = quiet === null ? null : quietUntil(quiet, this.#at, zone)
    return Math.max(at, opens ?? 0, ends ?? 0)
  }

  #day() {
    const date = dateIn(this.#ahead.zone, this.#at)
    const day = this.#days.get(date) ?? { letters: 0, limit: null }
    this.#days.set(date, day)
    return day
  }

  #wait(reason: string, until: number): boolean {
    const day = this.#day()
    day.limit ??= reason
    this.#at = Math.max(until, this.#at + 1)
    return true
  }

  /** What limits leave at this moment, and when there is more. */
  #room(): { readonly room: number; readonly reason: string; readonly until: number } {
    const { limits, zone, begunAt } = this.#ahead
    if (limits === null) return unlimited
    const quota = this.#quota
    const about = { ...limits, now: this.#at, zone, begunAt }
    const kept =
      quota === null ? null : minRoom(quotaAt(quota, limits.terms, this.#at), limits.terms, about)
    const warm = this.#warmPlaces()
    if (warm === null || warm.room >= (kept?.room ?? unlimited.room)) return kept ?? unlimited
    return warm
  }

  #warmPlaces() {
    if (this.#warmUp === null) return null
    const { zone, begunAt } = this.#ahead
    const today = dateIn(zone, this.#at)
    this.#warmUp = warmUpOn(this.#warmUp, today)
    const places = placesIn(this.#warmUp, zone, this.#at)
    if (places === null) return null
    const tomorrow = hourOf(nextDay(today), begunAt, zone)
    return { room: places.left, reason: 'warm_up', until: places.evening ?? tomorrow }
  }

  /** How many of so many the pace gives before something changes; time goes on with it. */
  #paced(max: number): number {
    const { rate_per_hour: rate } = this.#ahead.schedule
    if (rate === undefined) {
      this.#ends = this.#at + (max / aSecond) * 1_000
      return max
    }
    const { tokens } = tokensOf(rate, this.#tokens, this.#at)
    const perMs = rate / hourMs
    const end = this.#changesAt()
    // What comes at the very end comes after it.
    const given = Math.ceil(tokens + (end - this.#at) * perMs - 1e-6) - 1
    const count = Math.min(max, Math.max(0, given))
    const takes = Math.max(0, (count - tokens) / perMs)
    if (count < max) this.#day().limit ??= 'rate'
    const begins = this.#at
    if (count > 0) this.#note(count)
    this.#at = count < max ? end : begins + takes
    this.#tokens = { tokens: tokens + takes * perMs - count, tokens_at: begins + takes }
    this.#ends = begins + takes
    return count
  }

  /** The next moment at which a day, a window or a limit may be another. */
  #changesAt(): number {
    const { zone, until } = this.#ahead
    const today = dateIn(zone, this.#at)
    const evening = momentOf(today, '20:00', zone)
    const moments = [
      startOf(nextDay(today), zone),
      until,
      ...this.#closings(until),
      ...(evening > this.#at ? [evening] : []),
      ...this.#left.flatMap(one => (one.count > 0 && one.at > this.#at ? [one.at] : [])),
    ]
    return Math.max(this.#at + 1, Math.min(...moments))
  }

  /** When windows that are open close. */
  #closings(until: number): number[] {
    const { schedule } = this.#ahead
    const zones = this.#windowZone === null ? this.#zonesLeft() : [this.#windowZone]
    return zones.map(zone => closesAt(schedule, zone, this.#at) ?? until)
  }

  #zonesLeft(): string[] {
    return [...new Set(this.#left.flatMap(one => (one.count > 0 ? [one.zone] : [])))]
  }

  #note(count: number): void {
    this.#day().letters += count
  }

  #release(ready: readonly { count: number }[], released: number): void {
    let left = released
    for (const one of ready) {
      const some = Math.min(left, one.count)
      one.count -= some
      left -= some
    }
    if (this.#ahead.schedule.rate_per_hour === undefined) this.#note(released)
    this.#book(released)
    if (this.#tried !== null) this.#tried -= released
  }

  /** All who are tried have theirs: of a few people, that may be nobody. */
  #decide(): boolean {
    this.#tried = null
    return this.#wait('test_result', this.#at + (durationMs(this.#ahead.ab!.wait) ?? 0))
  }

  #book(count: number): void {
    const { limits } = this.#ahead
    if (this.#warmUp !== null) {
      const { used, campaigns } = this.#warmUp
      this.#warmUp = { ...this.#warmUp, used: used + count, campaigns: campaigns + count }
    }
    if (limits === null || this.#quota === null) return
    const quota = quotaAt(this.#quota, limits.terms, this.#at)
    const taken = take(quota, limits.terms, { transactional: 0, marketing: count })
    this.#quota = typeof taken === 'string' ? quota : withTaken(quota, taken)
  }
}
