/** Days of a time zone as moments, with nothing but what the browser knows of zones. */

/** When a day (2026-11-21) begins in a zone, `plus` days later, as ISO 8601. */
export function startOfDay(day: string, zone: string, plus = 0): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) + plus * 86_400_000
  // Twice: the offset may differ on the other side of a clock change.
  let at = midnight - offsetAt(midnight, zone)
  at = midnight - offsetAt(at, zone)
  return new Date(at).toISOString()
}

/** How far a zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value)
  const [month, day, year] = [part('month'), part('day'), part('year')]
  const shown = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
  return shown - Math.floor(at / 1000) * 1000
}

export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]
