/**
 * What bounces and complaints mean for an account, pure (docs/contract.md#pauses). Rates divide by
 * the recipients with a final result in the last 7 days and pause nothing below 100 of them; policy
 * blocks and exhausted retries are final results but no hard bounces. All comparisons are in whole
 * numbers.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Pause } from '../accounts/terms.ts'
import { afterCleanWeek } from '../limits/quota.ts'
import { utcDay } from '../limits/usage.ts'

export interface Outcomes {
  readonly finals: number
  readonly hard: number
  readonly complaints: number
}

export interface RateResult {
  readonly pause: Pause
  /** The rate that is furthest beyond what is tolerated. */
  readonly cause: 'bounces' | 'complaints'
  readonly count: number
  readonly of: number
}

const windowDays = 7
/** The first day (UTC) of the window that ends now. */
export const windowStart = (now: number): string => utcDay(now - (windowDays - 1) * dayMs)
/** Below it no pause, and sentences speak in counts. */
export const minFinals = 100
/** So early an account hears of bounces, without a pause. */
const early = { finals: 20, hard: 5 } as const
/** Of 10,000. */
const limits = {
  bounces: { regular: 500, full: 1_000 },
  complaints: { regular: 30, full: 100 },
} as const
/** Of 10,000: from here on a day is not clean, and the overview points it out. */
const noticed = { bounces: 200, complaints: 10 } as const
/** A warning is given at this share of the regular threshold. */
const warnPercent = 80

/** What the outcomes of the window call for. */
export function findingOf(outcomes: Outcomes): RateResult {
  const { finals: of, hard, complaints } = outcomes
  const bad = (cause: keyof typeof limits, count: number): RateResult => ({
    pause: pauseFor(cause, count, of),
    cause,
    count,
    of,
  })
  const both = [bad('bounces', hard), bad('complaints', complaints)] as const
  const [bounces, complained] = both
  // Neither pauses: what is told so early is told of bounces.
  if (of < minFinals) return bounces
  if (severity[complained.pause] !== severity[bounces.pause]) {
    return severity[complained.pause] > severity[bounces.pause] ? complained : bounces
  }
  const isMoreComplaints = complaints * limits.bounces.regular > hard * limits.complaints.regular
  return isMoreComplaints ? complained : bounces
}

export const severity: Readonly<Record<Pause, number>> = { none: 0, regular: 1, full: 2 }

function pauseFor(cause: keyof typeof limits, count: number, of: number): Pause {
  if (of < minFinals) return 'none'
  if (count * 10_000 >= of * limits[cause].full) return 'full'
  return count * 10_000 >= of * limits[cause].regular ? 'regular' : 'none'
}

/**
 * Whether a warning is due: near the threshold and not beyond it; below 100 results from five hard
 * bounces on that would be beyond it.
 */
export function isNear(finding: RateResult): boolean {
  const { cause, count, of } = finding
  if (of < minFinals) {
    const isMany = of >= early.finals && count >= early.hard
    return cause === 'bounces' && isMany && count * 10_000 >= of * limits.bounces.regular
  }
  return (
    finding.pause === 'none' &&
    of >= minFinals &&
    count * 10_000 * 100 >= of * limits[cause].regular * warnPercent
  )
}

/** The thresholds as shares, for sentences and charts. */
export const regularShare = {
  bounces: limits.bounces.regular / 10_000,
  complaints: limits.complaints.regular / 10_000,
} as const

export const noticedShare = {
  bounces: noticed.bounces / 10_000,
  complaints: noticed.complaints / 10_000,
} as const

interface CurrentPause {
  readonly pause: Pause
  /** Null: none, or nobody wrote down why; then it counts as the operator's. */
  readonly cause: 'operator' | 'payment' | 'bounces' | 'complaints' | null
  readonly since: number | null
}

export const minPauseMs = dayMs

/** What a rate stands at, and from where on it pauses. */
interface RateNow {
  readonly cause: RateResult['cause']
  readonly count: number
  readonly of: number
  readonly limit: number
}

/** The rate that a pause by rule is for; null: of another kind. */
export function rateNow(cause: CurrentPause['cause'], outcomes: Outcomes): RateNow | null {
  if (cause !== 'bounces' && cause !== 'complaints') return null
  const count = cause === 'bounces' ? outcomes.hard : outcomes.complaints
  return { cause, count, of: outcomes.finals, limit: regularShare[cause] }
}

/**
 * What the pause of an account is to be. The operator's stays until lifted by hand; an automatic one
 * rises at once and falls after at least a day.
 */
export function nextPause(current: CurrentPause, finding: RateResult, now: number): Pause {
  if (current.pause === 'none') return finding.pause
  const { cause } = current
  if (cause === null || cause === 'operator' || cause === 'payment') return current.pause
  if (severity[finding.pause] >= severity[current.pause]) return finding.pause
  return now - (current.since ?? now) >= minPauseMs ? finding.pause : current.pause
}

/** One day of an account. */
export interface DayOutcomes extends Outcomes {
  readonly accepted: number
}

/** Decisions §7.4: sending, fewer than 2% hard bounces, fewer than 0.1% complaints. */
function isClean({ accepted, finals, hard, complaints }: DayOutcomes): boolean {
  if (accepted === 0) return false
  const isFew = (cause: keyof typeof noticed, count: number): boolean =>
    count === 0 || count * 10_000 < finals * noticed[cause]
  return isFew('bounces', hard) && isFew('complaints', complaints)
}

/** Where an account is on its way up. */
export interface Progress {
  readonly level: 1 | 2 | 3
  readonly cleanDays: number
  readonly dailyLimit: number
}

export const firstDailyLimit = 1_000
export const weekDays = 7
export const daysToTop = 4 * weekDays

/** One more day: a clean one counts, an unclean one begins the count anew, an idle one does neither. */
export function afterDay(progress: Progress, day: DayOutcomes, hasEvidence: boolean): Progress {
  if (day.accepted === 0) return risen(progress, hasEvidence)
  if (!isClean(day)) return { ...progress, cleanDays: 0 }
  const cleanDays = progress.cleanDays + 1
  const isWeek = progress.level === 2 && cleanDays % weekDays === 0
  const dailyLimit = isWeek ? afterCleanWeek(progress.dailyLimit) : progress.dailyLimit
  return risen({ ...progress, cleanDays, dailyLimit }, hasEvidence)
}

/** A higher level where all it takes is there. */
export function risen(progress: Progress, hasEvidence: boolean): Progress {
  if (progress.level === 1 && progress.cleanDays >= weekDays && hasEvidence) {
    return { level: 2, cleanDays: 0, dailyLimit: firstDailyLimit }
  }
  if (progress.level === 2 && progress.cleanDays >= daysToTop) {
    return { ...progress, level: 3, cleanDays: 0 }
  }
  return progress
}
