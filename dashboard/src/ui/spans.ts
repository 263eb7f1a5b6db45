/** Spans of time as people choose them, a number and a unit, and as the API has them (P2D, -PT3H). */

export const spanUnits = ['minutes', 'hours', 'days', 'weeks'] as const
export type SpanUnit = (typeof spanUnits)[number]

interface Span {
  readonly n: number
  readonly unit: SpanUnit
  /** Before rather than after. */
  readonly isBefore: boolean
}

const letters = { W: 'weeks', D: 'days', H: 'hours', M: 'minutes' } as const

/** null: it is put together of several units, or no span. */
export function spanFrom(text: string): Span | null {
  const [, sign, time, n, letter] = /^([-+]?)P(T?)(\d+)([WDHM])$/.exec(text) ?? []
  if (letter === undefined || (time === 'T') !== (letter === 'H' || letter === 'M')) return null
  return { n: Number(n), unit: letters[letter as 'W'], isBefore: sign === '-' }
}

export function textOf({ n, unit, isBefore }: Span): string {
  const letter = unit === 'weeks' ? 'W' : unit === 'days' ? 'D' : unit === 'hours' ? 'H' : 'M'
  const isTime = unit === 'hours' || unit === 'minutes'
  return `${isBefore ? '-' : ''}P${isTime ? 'T' : ''}${n}${letter}`
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 } as const

/** How long a span is that somebody chose here; 0 for what is none. */
export function msOf(text: string): number {
  const span = spanFrom(text)
  return span === null ? 0 : span.n * unitMs[span.unit]
}
