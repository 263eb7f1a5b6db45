/**
 * The auditor's own calendar, on nothing but Intl: local dates, where they begin, and months that
 * begin on an anchor. It shares no code with the product, so that a fault there is not repeated here.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone, made)
  return made
}

export const localDate = (zone: string, ms: number): string => formatOf(zone).format(ms)

const begins = new Map<string, number>()

/** The first millisecond of a local date, by halving. */
export function beginOf(zone: string, date: string): number {
  const key = `${zone} ${date}`
  const known = begins.get(key)
  if (known !== undefined) return known
  const noon = Date.parse(`${date}T00:00:00Z`)
  let [low, high] = [noon - 20 * 3_600_000, noon + 20 * 3_600_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localDate(zone, middle) >= date) high = middle
    else low = middle
  }
  begins.set(key, high)
  return high
}

export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

function onAnchor(year: number, month: number, anchor: number): string {
  const [y, m] = month === 13 ? [year + 1, 1] : month === 0 ? [year - 1, 12] : [year, month]
  const day = Math.min(anchor, daysIn(y, m))
  return `${y}-${String(m).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const partsOf = (date: string) => date.split('-').map(Number) as [number, number, number]

/** The first day of the next period. */
export function monthAfter(from: string, anchor: number): string {
  const [year, month] = partsOf(from)
  return onAnchor(year, month + 1, anchor)
}

/** The first day of the period that holds a date. */
export function monthHolding(date: string, anchor: number): string {
  const [year, month] = partsOf(date)
  const here = onAnchor(year, month, anchor)
  return here <= date ? here : onAnchor(year, month - 1, anchor)
}
