/**
 * What a period comes to if it goes on like this, pure: what the last seven days brought, per day of
 * the week where two weeks are known, until the end of the period.
 */
import { dayMs } from '#kernel/base/durations.ts'

interface Mark {
  readonly at: Date
  /** First day of the period that the running total belongs to. */
  readonly startsOn: string
  readonly used: number
}

interface ForecastOf {
  readonly marks: readonly Mark[]
  readonly now: number
  readonly endsAt: number
  readonly used: number
  /** Null: by contract, without a limit. */
  readonly included: number | null
  readonly overageCents: number | null
  readonly extraMillicents: number
  readonly extra: number
  /** Null: nothing is bought beyond the volume. */
  readonly capMillicents: number | null
}

export interface Forecast {
  readonly used: number
  readonly costCents: number
  /** When nothing more fits; null: not in this period. */
  readonly capReachedAt: Date | null
}

/** Less says nothing. */
const minDays = 3

/** Null before three days are known. */
export function forecast(of: ForecastOf): Forecast | null {
  const perDay = perDayOf(of.marks, of.now)
  if (perDay === null) return null
  let used = of.used
  let capReachedAt: Date | null = null
  let millicents = of.extraMillicents
  let extra = of.extra
  for (let at = of.now; at < of.endsAt; at += dayMs) {
    const share = Math.min(1, (of.endsAt - at) / dayMs)
    const more = perDay(new Date(at).getUTCDay()) * share
    const room = of.included === null ? Number.POSITIVE_INFINITY : of.included - (used - extra)
    const beyond = Math.max(0, more - Math.max(0, room))
    const fits = fittingOf(of, millicents)
    const bought = Math.min(beyond, fits)
    if (beyond > fits && capReachedAt === null) {
      capReachedAt = new Date(at + (dayMs * share * (more - beyond + fits)) / more)
    }
    used += more - beyond + bought
    extra += bought
    millicents += bought * (of.overageCents ?? 0)
  }
  return {
    used: Math.round(used),
    costCents: Math.ceil(Math.round(millicents) / 1_000),
    capReachedAt,
  }
}

/** Recipients that still fit under the cap. */
function fittingOf({ overageCents, capMillicents }: ForecastOf, spent: number): number {
  if (overageCents === null || capMillicents === null) return 0
  return Math.max(0, (capMillicents - spent) / overageCents)
}

/** Recipients on a day of the week; null where too little is known. */
function perDayOf(marks: readonly Mark[], now: number): ((weekday: number) => number) | null {
  const days = new Map<number, number>()
  let before: Mark | undefined
  for (const mark of marks) {
    const day = Math.floor(mark.at.getTime() / dayMs)
    const isSame = before?.startsOn === mark.startsOn
    const more = isSame ? mark.used - before!.used : mark.used
    days.set(day, (days.get(day) ?? 0) + more)
    before = mark
  }
  const today = Math.floor(now / dayMs)
  const first = Math.min(...days.keys())
  const known = today - first
  if (days.size === 0 || known < minDays) return null
  const span = Math.min(7, known)
  const mean =
    Array.from({ length: span }, (_, i) => days.get(today - 1 - i) ?? 0).reduce(
      (sum, n) => sum + n,
      0,
    ) / span
  if (known < 14) return () => mean
  return weekday => {
    const back = (new Date(today * dayMs).getUTCDay() - weekday + 7) % 7 || 7
    return ((days.get(today - back) ?? 0) + (days.get(today - back - 7) ?? 0)) / 2
  }
}
