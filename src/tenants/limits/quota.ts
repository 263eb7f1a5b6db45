/**
 * What an account may still send, pure: its terms (plan, trust, pause, spending limit), what it has
 * used, and the step that takes from it or says why not. Limits are checked in the order in which a
 * customer can do least about them: pause, day, month of the trust level, included volume, spending.
 *
 * Beyond the included volume of a paid plan each recipient costs a thousandth of the plan's price
 * per 1,000, counted in thousandths of a cent so that nothing is rounded before the bill; the bill is
 * rounded up to the cent, and the spending limit is whole cents, so the bill never exceeds it.
 */
import type { Pause, PlanName } from '../accounts/terms.ts'
import { centsUp, millicentsPerCent } from './money.ts'
import { type LocalDate, nextMonth, type Period, periodAfter, periodAt } from './period.ts'
import type { Currency, Plans } from './plan-terms.ts'

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
  /** What its next period is paid in. */
  readonly currency: Currency
  /** All plans of this installation. */
  readonly plans: Plans
}

/** What a period is bought under; it holds from its first moment to its last. */
export interface Deal {
  readonly currency: Currency
  /** Per 1,000 recipients beyond the included volume; null: none are sold. */
  readonly overageCents: number | null
  /** Most overage on credit; null: no such line. */
  readonly creditCents: number | null
  /** A payment is missing: nothing more is sold beyond the included volume. */
  readonly isStopped: boolean
  /** It was ordered, and somebody pays for it. */
  readonly isOrdered: boolean
  /** What follows when the period ends; null: the same again. */
  readonly next: { readonly plan: PlanName; readonly overageCents: number | null } | null
}

/** What it has used. */
export interface Quota extends Period, Deal {
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
  /** The most that extraMillicents may become in this period. */
  readonly capMillicents: number
}

/** A month or paid period that is over. */
export interface ClosedPeriod {
  readonly plan: PlanName
  readonly from: LocalDate
  /** Exclusive. */
  readonly to: LocalDate
  readonly currency: Currency
  readonly included: number | null
  /** All recipients. */
  readonly used: number
  readonly extra: number
  readonly millicents: number
  readonly capMillicents: number
  /** Somebody pays for it. */
  readonly isOrdered: boolean
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
  | 'payment'
  | 'spending'

/** What taking an amount adds. */
export interface QuotaUse {
  readonly all: number
  readonly paused: number
  readonly inside: number
  readonly extra: number
  readonly millicents: number
}

export const newcomerDay = 100
export const newcomerMonth = 3_000
export const pausedDay = 30

/** The limits that follow from the terms; null: none. */
interface Caps {
  readonly day: number | null
  /** All recipients of the month that the trust level allows. */
  readonly month: number | null
  readonly included: number | null
}

export function capsOf(terms: Terms): Caps {
  const plan = terms.plans[terms.plan]
  return {
    day: smaller(plan.daily, dayOfLevel(terms)),
    month: monthOfLevel(terms),
    included: plan.included,
  }
}

/** Whether recipients beyond the included volume are bought now. */
export const buysOverage = (quota: Quota, terms: Terms): boolean =>
  quota.overageCents !== null && terms.spendCents !== null && !quota.isStopped

/**
 * The most that the overage of a period may cost: the customer's limit or the credit line, whichever
 * is smaller. Never less than what was spent: what was sold stays sold.
 */
function capOf(quota: Quota, terms: Terms): number {
  if (!buysOverage(quota, terms)) return quota.extraMillicents
  const cents = smaller(terms.spendCents, quota.creditCents) ?? 0
  return Math.max(cents * millicentsPerCent, quota.extraMillicents)
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
  const calendar: Quota = {
    ...periodAt(now, terms.timeZone),
    ...fresh,
    ...dealOf(terms, 'free'),
    plan: 'free',
    dayUsed: 0,
    pauseUsed: 0,
    capMillicents: 0,
  }
  return underCap(underPlan(calendar, terms), terms)
}

const fresh = { monthUsed: 0, extraUsed: 0, extraMillicents: 0 }

/** The deal of who has ordered nothing: the list price. */
function dealOf({ plans, currency }: Terms, plan: PlanName): Deal {
  return {
    currency,
    overageCents: plans[plan].prices[currency]?.overageCents ?? null,
    creditCents: null,
    isStopped: false,
    isOrdered: false,
    next: null,
  }
}

export interface SettledQuota {
  readonly quota: Quota
  /** Those of now: a planned change of plan comes with the end of a period. */
  readonly terms: Terms
  /** What ended on the way, oldest first. */
  readonly closed: readonly ClosedPeriod[]
}

/** The quota as it is at `now`: itself, unless its day, its month, its plan or its cap is over. */
export function settle(before: Quota, given: Terms, now: number): SettledQuota {
  const closed: ClosedPeriod[] = []
  let [quota, terms] = [before, given]
  if (now >= before.dayEndsAt) {
    quota = { ...before, ...periodAfter(before, terms.timeZone, now), dayUsed: 0, pauseUsed: 0 }
    if (quota.month !== before.month) {
      closed.push(closedOf(before, nextMonth(before.month, before.anchor), terms))
      if (before.next !== null) terms = { ...terms, plan: before.next.plan }
      quota = renewed(quota, terms)
    }
  }
  const under = underPlan(quota, terms)
  const isOver = under.plan !== quota.plan && (under.plan === 'free' || quota.plan === 'free')
  // What was left on the day it began, unused, was no period.
  const isEmpty = quota.month === quota.day && quota.monthUsed + quota.extraUsed === 0
  if (isOver && !isEmpty) closed.push(closedOf(quota, quota.day, terms))
  return { quota: underCap(under, terms), terms, closed }
}

/** A period of its own begins today, whatever the plan was before. */
export function restarted(quota: Quota, terms: Terms): Pick<SettledQuota, 'quota' | 'closed'> {
  const begun = { ...quota, ...fresh, month: quota.day, anchor: Number(quota.day.slice(8)) }
  const isNew = quota.month === quota.day && quota.monthUsed + quota.extraUsed === 0
  if (isNew) return { quota: begun, closed: [] }
  return { quota: begun, closed: [closedOf(quota, quota.day, terms)] }
}

export const quotaAt = (before: Quota, terms: Terms, now: number): Quota =>
  settle(before, terms, now).quota

/** A new period of the plan, or what was planned to follow it. */
function renewed(quota: Quota, terms: Terms): Quota {
  const { next } = quota
  if (next?.plan === 'free') {
    const calendar = { anchor: 1, month: `${quota.day.slice(0, 8)}01` }
    return { ...quota, ...fresh, ...calendar, ...dealOf(terms, 'free'), plan: 'free' }
  }
  if (next !== null) {
    return { ...quota, ...fresh, plan: next.plan, overageCents: next.overageCents, next: null }
  }
  if (quota.isOrdered) return { ...quota, ...fresh }
  return { ...quota, ...fresh, ...dealOf(terms, quota.plan) }
}

function closedOf(quota: Quota, to: LocalDate, { plans }: Terms): ClosedPeriod {
  return {
    plan: quota.plan,
    from: quota.month,
    to,
    currency: quota.currency,
    included: plans[quota.plan].included,
    used: quota.monthUsed + quota.extraUsed,
    extra: quota.extraUsed,
    millicents: quota.extraMillicents,
    capMillicents: quota.capMillicents,
    isOrdered: quota.isOrdered,
  }
}

/**
 * A change of plan. Into a paid one from the free one: a period of its own begins today, with its
 * whole volume. Between paid ones the period goes on. Back to the free one: calendar months again,
 * and what this month has used stays used; what was bought beyond the volume is closed with it.
 */
function underPlan(quota: Quota, terms: Terms): Quota {
  const { plan } = terms
  if (quota.plan === plan) return quota
  const deal = quota.isOrdered ? {} : dealOf(terms, plan)
  if (quota.plan === 'free') {
    const anchor = Number(quota.day.slice(8))
    return { ...quota, ...fresh, ...deal, plan, anchor, month: quota.day }
  }
  if (plan !== 'free') return { ...quota, ...deal, plan }
  const calendar = { anchor: 1, month: `${quota.day.slice(0, 8)}01` }
  const used = { monthUsed: quota.monthUsed + quota.extraUsed, extraUsed: 0, extraMillicents: 0 }
  return { ...quota, ...dealOf(terms, 'free'), ...calendar, ...used, plan }
}

/** The same object where nothing changes: who compares must see that. */
function underCap(quota: Quota, terms: Terms): Quota {
  const capMillicents = capOf(quota, terms)
  return capMillicents === quota.capMillicents ? quota : { ...quota, capMillicents }
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
  const millicents = extra * (quota.overageCents ?? 0)
  if (extra > 0) {
    if (quota.isStopped) return 'payment'
    if (!buysOverage(quota, terms)) return 'included'
    if (quota.extraMillicents + millicents > quota.capMillicents) return 'spending'
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
  return centsUp(quota.extraMillicents)
}
