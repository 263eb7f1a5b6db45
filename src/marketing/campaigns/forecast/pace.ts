/**
 * How many letters may wait to leave, and how many the rate of a campaign gives. The queue is kept at
 * half a minute of the pace at which letters leave: a pause stops them at once, and a letter is made
 * with what is true when it goes.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { Campaign } from '../definition/campaign.ts'

type Progress = Campaign['progress']

const paceMs = 30_000
const minWindow = 1_000
const maxWindow = 20_000
/** Put off by receivers that are slow: they do not stop the others. */
const maxLater = 50_000
const measureMs = 1_000
/** Of less than that one learns nothing. */
const minMeasureMs = 200

/** Counting costs what waits, so it is not done at each turn. */
export const needsMeasuring = (
  { measured: before, released = 0, window = minWindow }: Progress,
  now: number,
): boolean =>
  before === undefined ||
  now - before.at >= measureMs ||
  before.due + released - before.released >= window

/** The window by what has left since the last look. */
export function measured(progress: Progress, now: number, due: number): Progress {
  const { measured: before, window = minWindow, released = 0 } = progress
  const seen = { at: now, released, due }
  if (before === undefined || now - before.at < minMeasureMs) return { ...progress, measured: seen }
  const left = before.due + (released - before.released) - due
  const pace = (left / (now - before.at)) * paceMs
  // Half of what was: one slow second does not empty the queue.
  const wanted = Math.round((window + Math.max(0, pace)) / 2)
  const clamped = Math.min(maxWindow, Math.max(minWindow, wanted))
  return { ...progress, window: clamped, measured: seen }
}

export function roomIn(
  { window = minWindow }: Progress,
  { due, held, later }: { readonly due: number; readonly held: number; readonly later: number },
): number {
  return later >= maxLater ? 0 : window - due - held
}

/** A bucket that a restart neither forgets nor fills. */
export function tokensOf(rate: number | null, progress: Progress, now: number) {
  if (rate === null) return { count: Number.MAX_SAFE_INTEGER, tokens: 0, nextAt: now }
  const { tokens = 1, tokens_at: at = now } = progress
  const perMs = rate / hourMs
  const filled = Math.min(Math.max(1, rate / 60), tokens + (now - at) * perMs)
  const nextAt = now + Math.max(1_000, Math.ceil((1 - filled) / perMs))
  return { count: Math.floor(filled), tokens: filled, nextAt }
}

/** When letters left for the first time and for the last. */
export const releasedAt = (
  { first_release: first }: Campaign['progress'],
  at: string,
): Partial<Campaign['progress']> => ({ first_release: first ?? at, last_release: at })
