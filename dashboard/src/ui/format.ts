/**
 * Moments, spans, numbers and money as a language writes them, all by Intl; what is not known to all
 * browsers that the dashboard is built for (DurationFormat) is put together from what is.
 */
import { type Language, localeOf } from './words.tsx'

export interface Times {
  /** 21 Nov 2026, 14:03:22 */
  readonly full: (at: string) => string
  /** 14:03 today, otherwise 21 Nov, 14:03; in another year 21 Nov 2025, 14:03 */
  readonly short: (at: string) => string
  /** 21 Nov; in another year 21 Nov 2025 */
  readonly day: (date: string) => string
  /** 21 Nov 2026: the day of a moment. */
  readonly dayAt: (at: string) => string
  /** 2026-11 as Nov 2026 */
  readonly month: (month: string) => string
  /** 21 Nov 2026 */
  readonly date: (date: string) => string
  /** A clock without a zone (2026-11-21T14:03) as it stands: 21 Nov 2026, 14:03 */
  readonly local: (clock: string) => string
  /** 14:03:22 */
  readonly clock: (at: string) => string
  readonly zone: string
}

export function timesOf(language: Language, timeZone: string): Times {
  const form = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: zone })
    return (at: string) => format.format(new Date(at))
  }
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const ofYear = { day: 'numeric', month: 'short' } as const
  const time = form(clock)
  const dayTime = form({ ...ofYear, ...clock })
  const dayTimeYear = form({ ...ofYear, year: 'numeric', ...clock })
  const dayOf = form({ dateStyle: 'short' })
  const yearOf = form({ year: 'numeric' })
  const now = () => new Date().toISOString()
  // A date without a time is the same day everywhere.
  const day = form(ofYear, 'UTC')
  const date = form({ dateStyle: 'medium' }, 'UTC')
  const monthForm = form({ month: 'short', year: 'numeric' }, 'UTC')
  const local = form({ dateStyle: 'medium', timeStyle: 'short' }, 'UTC')
  return {
    full: form({ dateStyle: 'medium', timeStyle: 'medium' }),
    short: at => {
      if (dayOf(at) === dayOf(now())) return time(at)
      return yearOf(at) === yearOf(now()) ? dayTime(at) : dayTimeYear(at)
    },
    day: on => (on.slice(0, 4) === yearOf(now()) ? day(on) : date(on)),
    dayAt: form({ dateStyle: 'medium' }),
    month: month => monthForm(`${month}-01`),
    date,
    local: at => local(`${at}Z`),
    clock: form({ ...clock, second: '2-digit' }),
    zone: timeZone,
  }
}

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
  { unit: 'millisecond', ms: 1 },
] as const
/** Up to two days hours say more: 47 h rather than 1 day 23 h. */
const minDaysMs = 2 * 86_400_000

/** A span in the largest units that matter: 820 ms, 4.2 s, 3 min 20 s, 2 h 5 min. */
export function spanOf(ms: number, language: Language): string {
  const left = Math.max(0, ms)
  const first =
    left >= minDaysMs
      ? 0
      : Math.max(
          1,
          units.findIndex(one => left >= one.ms),
        )
  const { unit, ms: size } = left < 1 ? units[4] : units[first]!
  if (unit === 'millisecond' || unit === 'second') {
    const digits = unit === 'second' ? 1 : 0
    return inUnit(left / size, unit, language, digits)
  }
  const next = units[first + 1]!
  const rest = Math.floor((left % size) / next.ms)
  const parts = [inUnit(Math.floor(left / size), unit, language)]
  if (rest > 0) parts.push(inUnit(rest, next.unit, language))
  return new Intl.ListFormat(localeOf(language), { type: 'unit', style: 'narrow' }).format(parts)
}

function inUnit(value: number, unit: string, language: Language, maximumFractionDigits = 0) {
  // Brazilian abbreviations are the international ones; the English long ones are shortened so.
  const unitDisplay = language === 'pt' || unit === 'day' ? 'short' : 'narrow'
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const
  return new Intl.NumberFormat(localeOf(language), options).format(value)
}

export interface Numbers {
  readonly whole: (n: number) => string
  /** With all the digits that it has. */
  readonly number: (n: number) => string
  /** 0.031 as 3.1 %; a dash where there is none. */
  readonly share: (n: number | null) => string
  readonly bytes: (n: number) => string
  readonly money: (amount: string | number, currency: string) => string
}

export function numbersOf(language: Language): Numbers {
  const locale = localeOf(language)
  const whole = new Intl.NumberFormat(locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const size = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return {
    whole: n => whole.format(n),
    number: n => number.format(n),
    share: n => (n === null ? '–' : share.format(n)),
    bytes: n => {
      if (n < 1e3) return size('byte').format(n)
      return n < 1e6 ? size('kilobyte').format(n / 1e3) : size('megabyte').format(n / 1e6)
    },
    money: (amount, currency) => spaced(locale, currency, Number(amount)),
  }
}

/** `R$ 50.00` and `R$ 50,00`: a space after the sign in every language, and none to break a line at. */
const spaced = (locale: string, currency: string, amount: number): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(amount)
    .filter(({ type, value }) => type !== 'literal' || value.trim() !== '')
    .map(({ type, value }) => (type === 'currency' ? `${value}\u00a0` : value))
    .join('')

/** A CNPJ of digits as people write it; what else there is (VAT, letters) stays as it is. */
export const typedTaxId = (id: string): string =>
  id.replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5')

/** `1500.50` as people would type it in a language: 1500,50 in Portuguese. */
export const typedAmount = (amount: string, language: Language): string =>
  language === 'pt' ? amount.replace('.', ',') : amount

/** An amount as people type it in a language (1.500,50 in Portuguese) as `1500.50`; else null. */
export function amountOf(typed: string, language: Language): string | null {
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(1234.5)
  const decimal = parts.find(part => part.type === 'decimal')?.value ?? '.'
  const group = decimal === ',' ? '.' : ','
  const text = typed.replaceAll(/[^\d.,-]/g, '')
  // A single other mark that does not part thousands is a decimal one all the same: 12.5, 12,50.
  const isForeign = !text.includes(decimal) && new RegExp(`^-?\\d+[${group}]\\d{1,2}$`).test(text)
  const plain = isForeign
    ? text.replace(group, '.')
    : text.replaceAll(group, '').replace(decimal, '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** A number as people type it in a language; null: it is none. */
export function numberOf(typed: string, language: Language): number | null {
  const plain = /^[\d.,\s-]+$/.test(typed) ? amountOf(typed, language) : null
  return plain === null ? null : Number(plain)
}
