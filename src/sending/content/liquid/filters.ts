/** The filters that templates may use. Each gets plain values and gives one. */
import type { Text } from '#kernel/base/languages.ts'
import type { Filter, Spot } from './ast.ts'

export interface Locale {
  /** BCP 47, of the letter. */
  readonly language: string
  /** IANA name, of the person. */
  readonly timeZone: string
}

type FilterFunction = (input: unknown, args: readonly unknown[], locale: Locale) => unknown

/** A letter longer than this is none; no step on the way to it may be longer either. */
export const maxChars = 2 * 1024 * 1024
const maxParts = 100

/** That a rendering takes more than it may. */
export class TooMuch extends Error {
  readonly spot: Spot | null
  constructor(spot: Spot | null = null) {
    super('a template that takes too much')
    this.spot = spot
  }
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? '' : String(value)
}

function numberOf(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(textOf(value).trim() || Number.NaN)
  return Number.isFinite(number) ? number : 0
}

/** No value, or one that prints nothing. */
export const isAbsent = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const text =
  (change: (input: string, args: readonly unknown[]) => string): FilterFunction =>
  (input, args) =>
    change(textOf(input), args)

const calculation =
  (change: (a: number, b: number) => number): FilterFunction =>
  (input, [by]) => {
    const result = change(numberOf(input), numberOf(by))
    return Number.isFinite(result) ? result : 0
  }

const capitalized = (input: string): string => {
  const [first = '', ...rest] = [...input]
  return first.toLocaleUpperCase() + rest.join('')
}

function truncated(input: string, [length, ending]: readonly unknown[]): string {
  const chars = [...input]
  const max = length === undefined ? 50 : Math.max(0, Math.trunc(numberOf(length)))
  const end = ending === undefined ? '...' : textOf(ending)
  if (chars.length <= max) return input
  return chars.slice(0, Math.max(0, max - [...end].length)).join('') + end
}

function truncatedWords(input: string, [count, ending]: readonly unknown[]): string {
  const words = input.split(/\s+/).filter(Boolean)
  const max = count === undefined ? 15 : Math.max(1, Math.trunc(numberOf(count)))
  if (words.length <= max) return input
  return words.slice(0, max).join(' ') + (ending === undefined ? '...' : textOf(ending))
}

function replaced(input: string, [from, to]: readonly unknown[]): string {
  const what = textOf(from)
  if (what === '') return input
  const parts = input.split(what)
  const by = textOf(to)
  if (input.length + (parts.length - 1) * by.length > maxChars) throw new TooMuch()
  return parts.join(by)
}

const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
  weekday: { weekday: 'long' },
}

function dateOf(value: unknown, now: number): Date | null {
  const word = textOf(value)
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(word)
  if (word === 'now' || word === 'today') return new Date(now)
  return Number.isNaN(date.getTime()) ? null : date
}

/** A day without an hour is that day everywhere. */
const isDay = (value: unknown): boolean => /^\d{4}-\d{2}-\d{2}$/.test(textOf(value))

function formatted(kind: string, make: () => string, input: unknown): string {
  try {
    return make()
  } catch (error) {
    // A zone or a currency that Intl does not know.
    if (error instanceof RangeError) return `${textOf(input)}${kind}`
    throw error
  }
}

interface Formats {
  readonly DateTimeFormat: Intl.DateTimeFormat
  readonly NumberFormat: Intl.NumberFormat
  readonly PluralRules: Intl.PluralRules
}

const makers: {
  readonly [Kind in keyof Formats]: (language: string, options: object) => Formats[Kind]
} = {
  DateTimeFormat: (language, options) => new Intl.DateTimeFormat(language, options),
  NumberFormat: (language, options) => new Intl.NumberFormat(language, options),
  PluralRules: language => new Intl.PluralRules(language),
}

/** To make one takes a hundred times as long as to use it. Pure: they hold nobody's values. */
const formats = new Map<string, Formats[keyof Formats]>()
const maxFormats = 200

function formatOf<Kind extends keyof Formats>(
  kind: Kind,
  language: string,
  options: object,
): Formats[Kind] {
  const key = JSON.stringify([kind, language, options])
  const known = formats.get(key)
  if (known !== undefined) return known as Formats[Kind]
  const made = makers[kind](language, options)
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, made)
  return made as Formats[Kind]
}

const localized: Readonly<Record<string, FilterFunction>> = {
  date(input, [style], { language, timeZone }) {
    const date = dateOf(input, Number.NaN)
    if (date === null) return textOf(input)
    const options = dateStyles[textOf(style)] ?? dateStyles.medium!
    const zone = isDay(input) ? 'UTC' : timeZone
    return formatted(
      '',
      () => formatOf('DateTimeFormat', language, { ...options, timeZone: zone }).format(date),
      input,
    )
  },
  number(input, [digits], { language }) {
    const count = Math.min(20, Math.max(0, Math.trunc(numberOf(digits))))
    const options =
      digits === undefined
        ? { maximumFractionDigits: 20 }
        : { minimumFractionDigits: count, maximumFractionDigits: count }
    return formatOf('NumberFormat', language, options).format(numberOf(input))
  },
  currency(input, [code], { language }) {
    const currency = textOf(code) || 'BRL'
    return formatted(
      ` ${currency}`,
      () =>
        formatOf('NumberFormat', language, { style: 'currency', currency }).format(numberOf(input)),
      input,
    )
  },
  plural(input, [one, many], { language }) {
    const rule = formatOf('PluralRules', language, {}).select(numberOf(input))
    return textOf(rule === 'one' ? one : (many ?? one))
  },
}

const filters: Readonly<Record<string, FilterFunction>> = {
  ...localized,
  default: (input, [other]) => (isAbsent(input) || input === false ? other : input),
  upcase: text(input => input.toLocaleUpperCase()),
  downcase: text(input => input.toLocaleLowerCase()),
  capitalize: text(capitalized),
  strip: text(input => input.trim()),
  truncate: text(truncated),
  truncatewords: text(truncatedWords),
  append: text((input, [more]) => input + textOf(more)),
  prepend: text((input, [more]) => textOf(more) + input),
  replace: text(replaced),
  split: (input, [by]) => textOf(input).split(textOf(by), maxParts),
  first: input => (Array.isArray(input) ? input[0] : [...textOf(input)][0]),
  last: input => (Array.isArray(input) ? input.at(-1) : [...textOf(input)].at(-1)),
  size: input => (Array.isArray(input) ? input.length : [...textOf(input)].length),
  join: (input, [by]) =>
    Array.isArray(input)
      ? input.map(textOf).join(by === undefined ? ' ' : textOf(by))
      : textOf(input),
  // Every value is escaped for its place anyway.
  escape: text(input => input),
  url_encode: text(input => encodeURIComponent(input.toWellFormed())),
  plus: calculation((a, b) => a + b),
  minus: calculation((a, b) => a - b),
  times: calculation((a, b) => a * b),
  divided_by: calculation((a, b) => (b === 0 ? 0 : a / b)),
  round: calculation((a, digits) => {
    const factor = 10 ** Math.min(15, Math.max(0, Math.trunc(digits)))
    return Math.round(a * factor) / factor
  }),
}

/** Filters that ask Intl, which takes longer than others. */
export const isLocalized = (name: string): boolean => Object.hasOwn(localized, name)

export const filterNames: ReadonlySet<string> = new Set(Object.keys(filters))

/** What is written for a filter and can never mean anything; null: nothing is wrong. */
export function wrongArgument({ name, args: [first] }: Omit<Filter, 'spot'>): Text | null {
  if (first?.kind !== 'literal') return null
  const word = textOf(first.value)
  if (name === 'date' && !Object.hasOwn(dateStyles, word)) {
    const known = Object.keys(dateStyles).join(', ')
    return { en: `A date is written as ${known}.`, pt: `Uma data se escreve como ${known}.` }
  }
  if (name === 'currency' && !/^[a-z]{3}$/i.test(word)) {
    return {
      en: `"${word}" is no currency, such as BRL or USD.`,
      pt: `"${word}" não é uma moeda, como BRL ou USD.`,
    }
  }
  return null
}

export function applyFilter(
  name: string,
  input: unknown,
  args: readonly unknown[],
  locale: Locale,
): unknown {
  const result = filters[name]!(input, args, locale)
  if (typeof result === 'string' && result.length > maxChars) throw new TooMuch()
  return result
}
