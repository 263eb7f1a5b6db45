/** Moments in their words. */
import { dayMs, hourMs } from '#kernel/base/durations.ts'

const unitsMs: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
  week: 604_800_000,
}

/** `in 5 minutes`, `in 1 hour` as a time; everything else is left to our own rules. */
export function moment(text: unknown, now: number): unknown {
  if (typeof text !== 'string') return text
  const parts = /^\s*in (\d{1,6}|an?) (sec|second|min|minute|hour|day|week)s?\s*$/i.exec(text)
  if (!parts) return text
  const count = /^\d/.test(parts[1]!) ? Number(parts[1]) : 1
  return new Date(now + count * unitsMs[parts[2]!.toLowerCase()]!).toISOString()
}
