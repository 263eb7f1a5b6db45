/**
 * What an account may still send, pure: its terms (plan, trust, pause, spending limit), what it has
 * used, and the step that takes from it or says why not. Limits are checked in the order in which a
 * customer can do least about them: pause, day, month of the trust level, included volume, spending.
 *
 * Beyond the included volume of a paid plan each recipient costs a thousandth of the plan's price
 * per 1,000, counted in thousandths of a cent so that nothing is rounded before the bill; the bill is
 * rounded up to the cent, and the spending limit is whole cents, so the bill never exceeds it.
 */
import type { Pause } from '../accounts/terms.ts'
import { type Period, periodAfter, periodAt } from './period.ts'
import { type PlanName, plans } from './plans.ts'

/** What an account is entitled to. */
export interface Terms {
  readonly plan: PlanName
  readonly trustLevel: 0 | 1 | 2 | 3
  readonly timeZone: string
  readonly pause: Pause
  /** Of trust level 2. */
  readonly dailyLimit: number
  /** Most overage per period; null: none is bought. */
  readonly spendCents: number | null
}

/** What it has used. */
export interface Quota extends Period {
  /** The plan that month and anchor were set for. */
  readonly plan: PlanName
  readonly dayUsed: number
  /** Of the day, during a regular pause. */
  readonly pauseUsed: number
  /** Of the month, within the included volume. */
  readonly monthUsed: number
  /** Of the month, beyond it. */
  readonly extraUsed: number
  readonly extraMillicents: number
}

/** What a request wants: recipients after suppression. */
export interface Amount {
  readonly transactional: number
  readonly marketing: number
}

export type Limit =
  | 'paused'
  | 'paused_marketing'
  | 'paused_day'
  | 'day'
  | 'month'
  | 'included'
  | 'spending'

/** What taking an amount adds. */
export interface QuotaUse {
  readonly all: number
  readonly paused: number
  readonly inside: number
  readonly extra: number
  readonly millicents: number
}

const newcomerDay = 100
const newcomerMonth = 3_000
export const pausedDay = 30
export const millicentsPerCent = 1_000

/** The limits that follow from the terms; null: none. */
interface Caps {
  readonly day: number | null
  /** All recipients of the month that the trust level allows. */
  readonly month: number | null
  readonly included: number | null
  /** Null: nothing beyond the included volume. */
  readonly spendMillicents: number | null
}

export function capsOf(terms: Terms): Caps {
  const plan = plans[terms.plan]
  const spend = plan.overageCents === null ? null : terms.spendCents
  return {
    day: smaller(plan.daily, dayOfLevel(terms)),
    month: monthOfLevel(terms),
    included: plan.included,
    spendMillicents: spend === null ? null : spend * millicentsPerCent,
  }
}

/** What the trust level allows in a day; null: the plan alone decides. */
function dayOfLevel({ trustLevel, dailyLimit }: Terms): number | null {
  if (trustLevel === 3) return null
  return trustLevel === 2 ? dailyLimit : newcomerDay
}

function monthOfLevel({ trustLevel, dailyLimit }: Terms): number | null {
  if (trustLevel === 3) return null
  return trustLevel === 2 ? Math.max(newcomerMonth, 30 * dailyLimit) : newcomerMonth
}

/**
 * Where the doubling of level 2 ends: in a day twice what the largest plan with a figure includes in
 * a month. An account may stay at level 2 for years, and the column is a whole number of 32 bits.
 */
const maxDailyLimit = 1_024_000

/** The daily limit of level 2 after one more clean week. */
export const afterCleanWeek = (dailyLimit: number): number =>
  Math.min(2 * dailyLimit, maxDailyLimit)

const smaller = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

/** The first quota of an account; a paid plan's period begins today. */
export function newQuota(terms: Terms, now: number): Quota {
  const nothing = { dayUsed: 0, pauseUsed: 0, monthUsed: 0, extraUsed: 0, extraMillicents: 0 }
  const period = periodAt(now, terms.timeZone)
  const calendar: Quota = { ...period, ...nothing, plan: 'free' }
  return underPlan(calendar, terms.plan)
}

/** The quota as it is at `now`: itself, unless its day, its month or its plan is over. */
export function quotaAt(before: Quota, terms: Terms, now: number): Quota {
  let quota = before
  if (now >= before.dayEndsAt) {
    const period = periodAfter(before, terms.timeZone, now)
    quota = { ...before, ...period, dayUsed: 0, pauseUsed: 0 }
    if (period.month !== before.month) {
      quota = { ...quota, monthUsed: 0, extraUsed: 0, extraMillicents: 0 }
    }
  }
  return underPlan(quota, terms.plan)
}

/**
 * A change of plan. Into a paid one from the free one: a period of its own begins today, with its
 * whole volume. Between paid ones the period goes on. Back to the free one: calendar months again,
 * and what this month has used stays used.
 */
function underPlan(quota: Quota, plan: PlanName): Quota {
  if (quota.plan === plan) return quota
  if (quota.plan === 'free') {
    const anchor = Number(quota.day.slice(8))
    const fresh = { monthUsed: 0, extraUsed: 0, extraMillicents: 0 }
    return { ...quota, ...fresh, plan, anchor, month: quota.day }
  }
  if (plan === 'free') return { ...quota, plan, anchor: 1, month: `${quota.day.slice(0, 8)}01` }
  return { ...quota, plan }
}

/** What taking the amount would add; or the limit that forbids it. */
export function take(quota: Quota, terms: Terms, amount: Amount): QuotaUse | Limit {
  const all = amount.transactional + amount.marketing
  const paused = terms.pause === 'regular' ? all : 0
  if (terms.pause === 'full') return 'paused'
  if (paused > 0 && amount.marketing > 0) return 'paused_marketing'
  if (paused > 0 && quota.pauseUsed + paused > pausedDay) return 'paused_day'
  const caps = capsOf(terms)
  if (caps.day !== null && quota.dayUsed + all > caps.day) return 'day'
  if (caps.month !== null && quota.monthUsed + quota.extraUsed + all > caps.month) return 'month'
  const left = caps.included === null ? all : Math.max(0, caps.included - quota.monthUsed)
  const inside = Math.min(all, left)
  const extra = all - inside
  const millicents = extra * (plans[terms.plan].overageCents ?? 0)
  if (extra > 0) {
    if (caps.spendMillicents === null) return 'included'
    if (quota.extraMillicents + millicents > caps.spendMillicents) return 'spending'
  }
  return { all, paused, inside, extra, millicents }
}

/** The quota after something was taken. */
export function withTaken(quota: Quota, taken: QuotaUse): Quota {
  return {
    ...quota,
    dayUsed: quota.dayUsed + taken.all,
    pauseUsed: quota.pauseUsed + taken.paused,
    monthUsed: quota.monthUsed + taken.inside,
    extraUsed: quota.extraUsed + taken.extra,
    extraMillicents: quota.extraMillicents + taken.millicents,
  }
}

/** What the overage of the period costs so far, in whole cents. */
export function spentCents(quota: Quota): number {
  return Math.ceil(quota.extraMillicents / millicentsPerCent)
}
