/**
 * Warming an address up: receivers judge an address by its history, so a new one writes to few
 * recipients a day of each provider, and to twice as many after each good day. A day is one of UTC,
 * counted over all nodes: each takes places of the day in small lots and gives back what it does not
 * use. A recipient takes its place once, however often it is tried. Pure.
 */
import { dayMs } from '#kernel/base/durations.ts'

/** Recipients a day in the first stage. */
const firstLimit = 50
/** From this stage on an address has no limit: 50 × 2^10 a day lie behind it. */
export const warmStage = 11
/** So much of a day's limit is to be used for the day to say anything. */
const volumeShare = 0.5
/** Replies against the address that make a bad day: so many, and this share of all results. */
const minBadReplies = 3
const badShare = 0.05
/** A node takes at least this part of what is free. */
const lotShare = 1 / 8
/** What a node has taken and not used is lost with it after so long. */
const lostMs = 30_000

/** Why a day led to no further stage: replies against the address, or too little mail. */
export type KeptBy = 'results' | 'volume'

/** How far an address is at one provider. */
export interface SourceDay {
  readonly stage: number
  /** Of UTC: `2026-11-29`. */
  readonly day: string
  /** Places that nodes have taken, used or not. */
  readonly taken: number
  /** Ms since 1970. */
  readonly takenAt: number
  /** Recipients written to for the first time. */
  readonly sent: number
  readonly delivered: number
  /** Replies that ask for less, or speak against the address. */
  readonly slowed: number
  /** Of the last day before this one; null: it led to a further stage, or there was none. */
  readonly keptBy: KeptBy | null
}

/** What a node has to say of an address and a provider, and asks for. */
export interface DayReport {
  readonly sent: number
  readonly delivered: number
  readonly slowed: number
  /** Places given back. */
  readonly returned: number
  /** Places wanted at once. */
  readonly wanted: number
}

/** Recipients a day; null: no limit. */
export const limitOf = (stage: number): number | null =>
  stage >= warmStage ? null : firstLimit * 2 ** (stage - 1)

export const utcDayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Ms since 1970: from then on it is another day. */
export const endOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) + dayMs

export const firstDay = (stage: number, now: number): SourceDay => ({
  stage,
  day: utcDayOf(now),
  taken: 0,
  takenAt: now,
  sent: 0,
  delivered: 0,
  slowed: 0,
  keptBy: null,
})

/** The same at a later moment: the stage after a good day, else what stood in the way. */
export function dayAt(before: SourceDay, now: number): SourceDay {
  const day = utcDayOf(now)
  if (day <= before.day) return before
  const limit = limitOf(before.stage)
  const keptBy = limit === null ? null : whyKept(before, limit)
  const stage = limit === null || keptBy !== null ? before.stage : before.stage + 1
  return { ...firstDay(stage, now), day, keptBy }
}

function whyKept({ sent, delivered, slowed }: SourceDay, limit: number): KeptBy | null {
  const isBad = slowed >= minBadReplies && slowed >= badShare * (delivered + slowed)
  if (isBad) return 'results'
  return sent < volumeShare * limit ? 'volume' : null
}

/** A node's report, written down: what the day is afterwards, and how many places it got. */
export function reported(
  before: SourceDay,
  report: DayReport,
  now: number,
): { readonly after: SourceDay; readonly got: number } {
  const day = dayAt(before, now)
  const sent = day.sent + report.sent
  const limit = limitOf(day.stage)
  // Of the day before nothing can be given back: what was taken since is at least what was sent.
  const taken = Math.max(sent, day.taken - report.returned)
  const free = limit === null ? report.wanted : Math.max(0, limit - taken)
  const lot = Math.max(report.wanted, Math.ceil(free * lotShare))
  const got = report.wanted === 0 ? 0 : Math.min(free, lot)
  const after = {
    ...day,
    sent,
    delivered: day.delivered + report.delivered,
    slowed: day.slowed + report.slowed,
    taken: taken + got,
    takenAt: got > 0 ? now : day.takenAt,
  }
  return { after, got }
}

/** All of the day's places are used, or lost with nodes that have taken them. */
export function isUsedUp({ stage, sent, taken, takenAt }: SourceDay, now: number): boolean {
  const limit = limitOf(stage)
  if (limit === null) return false
  return sent >= limit || (taken >= limit && now - takenAt > lostMs)
}

/** The day on which it has no limit any more if all days until then are good; null: it has none. */
export function fullOn({ stage, day }: Pick<SourceDay, 'stage' | 'day'>): string | null {
  if (stage >= warmStage) return null
  return utcDayOf(endOfDay(day) + (warmStage - stage - 1) * dayMs)
}
