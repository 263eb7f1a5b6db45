/**
 * Days and clocks of a time zone as moments. Intl alone knows zones in every browser; Temporal, which
 * would say the same, is a file of its own as large as a page.
 */
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}

/** What the clocks of a zone show at a moment, as if it were that of UTC. Throws for no moment. */
function shownAt(ms: number, zone: string): number {
  const of: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockIn(zone).formatToParts(ms)) of[type] = Number(value)
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = of
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day)
  return midnight + hour * 60 * minuteMs + minute * minuteMs + second * 1_000
}

/**
 * The moment at which clocks of a zone show something: the first, where they show it twice; where
 * they pass over it, as much after the change.
 */
function momentAt(shown: number, zone: string): number {
  const aheadAt = (ms: number): number => shownAt(ms, zone) - ms
  const [before, after] = [aheadAt(shown - dayMs), aheadAt(shown + dayMs)]
  const isShown = (ms: number): boolean => shownAt(ms, zone) === shown
  return [shown - before, shown - after].find(isShown) ?? shown - before
}

const told = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** When a day (2026-11-21) begins in a zone, `plus` days later, as ISO 8601; undefined if it is no day. */
export function startOfDay(day: string, zone: string, plus = 0): string | undefined {
  // An address may say anything.
  const midnight = Date.parse(`${day}T00:00Z`)
  if (Number.isNaN(midnight) || told(midnight).slice(0, 10) !== day) return undefined
  return told(momentAt(midnight + plus * dayMs, zone))
}

/** A moment as <input type="datetime-local"> wants it, on the clocks of a zone. */
export const clockOf = (at: string, zone: string): string =>
  told(shownAt(Date.parse(at), zone)).slice(0, 'yyyy-mm-ddThh:mm'.length)

/** What clocks of a zone show as a moment, in ISO 8601. */
export const momentOf = (clock: string, zone: string): string =>
  told(momentAt(Date.parse(`${clock}Z`), zone))

export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]
