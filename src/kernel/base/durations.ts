/**
 * Durations in ms, and as callers write them: ISO 8601-1 §5.5.2 without years and months, whose
 * length differs. A year is eight digits of seconds.
 */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const form =
  /^P(?=\d|T\d)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/

const unitsMs = [7 * dayMs, dayMs, hourMs, minuteMs, 1_000] as const

/** So far may clocks be apart: of two nodes, of a caller and ours. */
export const maxSkewMs = 60_000

/** The length in ms; null for what is no duration of ours. */
export function durationMs(text: string): number | null {
  const parts = form.exec(text)
  if (parts === null) return null
  return unitsMs.reduce((sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * unit, 0)
}

/** As callers write it, in whole days or else in seconds, rounded up. */
export function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const days = (seconds * 1_000) / dayMs
  return days > 0 && Number.isInteger(days) ? `P${days}D` : `PT${seconds}S`
}
