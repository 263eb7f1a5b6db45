/** The filters that templates may use. Each gets plain values and gives one, or undefined. */
import type { Text } from '#kernel/base/languages.ts'
import type { Filter, Spot } from './ast.ts'
import {
  type Decimal,
  difference,
  product,
  quotient,
  rounded,
  sum,
  textOfDecimal,
  valueOfDecimal,
} from './decimal.ts'
import { type FilterFunction, isAbsent, type Locale, textOf } from './filter.ts'
import { dateStyles, localized } from './filters-localized.ts'
import { readNumber } from './numbers.ts'
import { firstSigns, signsIn } from './truncate.ts'

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

const text =
  (
    change: (input: string, args: readonly unknown[], locale: Locale) => string | undefined,
  ): FilterFunction =>
  (input, args, locale) =>
    change(textOf(input), args, locale)

const calculation =
  (change: (a: Decimal, b: Decimal) => Decimal | null): FilterFunction =>
  (input, [by], { language }) => {
    const [a, b] = [readNumber(input, language), readNumber(by, language)]
    const result = a === null || b === null ? null : change(a, b)
    return result === null ? undefined : valueOfDecimal(result)
  }

/** A whole number; null: it is none. */
function countOf(value: unknown, fallback: number, { language }: Locale): number | null {
  if (value === undefined) return fallback
  const number = readNumber(value, language)
  return number === null ? null : Math.trunc(Number(textOfDecimal(number)))
}

function capitalized(input: string, _args: readonly unknown[], { language }: Locale): string {
  const [first = '', ...rest] = [...input]
  return first.toLocaleUpperCase(language) + rest.join('').toLocaleLowerCase(language)
}

function truncated(
  input: string,
  [length, ending]: readonly unknown[],
  locale: Locale,
): string | undefined {
  const max = countOf(length, 50, locale)
  if (max === null) return undefined
  const end = ending === undefined ? '...' : textOf(ending)
  if (firstSigns(input, Math.max(0, max)) === input) return input
  return firstSigns(input, Math.max(0, max - signsIn(end.slice(0, maxEnding)))) + end
}

/** Of a longer one no more is counted. */
const maxEnding = 1_000

function truncatedWords(
  input: string,
  [count, ending]: readonly unknown[],
  locale: Locale,
): string | undefined {
  const words = input.split(/\s+/).filter(Boolean)
  const max = countOf(count, 15, locale)
  if (max === null) return undefined
  if (words.length <= Math.max(1, max)) return input
  const kept = words.slice(0, Math.max(1, max)).join(' ')
  return kept + (ending === undefined ? '...' : textOf(ending))
}

function replaced(input: string, [from, to]: readonly unknown[]): string {
  const what = textOf(from)
  if (what === '') return input
  const parts = input.split(what)
  const by = textOf(to)
  if (input.length + (parts.length - 1) * by.length > maxChars) throw new TooMuch()
  return parts.join(by)
}

/** As Ruby does it: a blank stands for any white space, and nothing at the end is no part. */
function parted(input: string, separator: string): string[] {
  if (separator === '') return [...input.slice(0, maxParts * 2)].slice(0, maxParts)
  const isBlank = separator === ' '
  const parts = isBlank
    ? input.trimStart().split(/\s+/, maxParts)
    : input.split(separator, maxParts)
  while (parts.at(-1) === '') parts.pop()
  return parts
}

function countIn(input: unknown): number {
  if (Array.isArray(input)) return input.length
  if (typeof input === 'object' && input !== null) return Object.keys(input).length
  return [...textOf(input)].length
}

/** Of a list or a text; nothing else has one. */
const itemOf =
  (at: 0 | -1): FilterFunction =>
  input => {
    if (typeof input === 'string') return [...input].at(at)
    return Array.isArray(input) ? input.at(at) : undefined
  }

const filters: Readonly<Record<string, FilterFunction>> = {
  ...localized,
  default: (input, [other]) => (isAbsent(input) || input === false ? other : input),
  upcase: text((input, _, { language }) => input.toLocaleUpperCase(language)),
  downcase: text((input, _, { language }) => input.toLocaleLowerCase(language)),
  capitalize: text(capitalized),
  strip: text(input => input.trim()),
  truncate: text(truncated),
  truncatewords: text(truncatedWords),
  append: text((input, [more]) => input + textOf(more)),
  prepend: text((input, [more]) => textOf(more) + input),
  replace: text(replaced),
  split: (input, [by]) => parted(textOf(input), textOf(by)),
  first: itemOf(0),
  last: itemOf(-1),
  size: countIn,
  join: (input, [by]) =>
    Array.isArray(input)
      ? input.map(one => textOf(one)).join(by === undefined ? ' ' : textOf(by))
      : textOf(input),
  // Every value is escaped for its place anyway.
  escape: text(input => input),
  url_encode: text(input => encodeURIComponent(input.toWellFormed())),
  plus: calculation(sum),
  minus: calculation(difference),
  times: calculation(product),
  divided_by: calculation(quotient),
  round(input, [digits], locale) {
    const number = readNumber(input, locale.language)
    const places = countOf(digits, 0, locale)
    if (number === null || places === null) return undefined
    const result = rounded(number, Math.max(-maxPlaces, Math.min(maxPlaces, places)))
    return result === null ? undefined : valueOfDecimal(result)
  },
}

const maxPlaces = 20

/** Filters that ask Intl, which takes longer than others. */
export const isLocalized = (name: string): boolean => Object.hasOwn(localized, name)

export const filterNames: ReadonlySet<string> = new Set(Object.keys(filters))

/** How many arguments each takes, from and to; the others take none. */
const argumentCounts: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['date', [0, 1]],
  ['number', [0, 1]],
  ['currency', [0, 1]],
  ['plural', [1, 2]],
  ['default', [0, 1]],
  ['truncate', [0, 2]],
  ['truncatewords', [0, 2]],
  ['append', [1, 1]],
  ['prepend', [1, 1]],
  ['replace', [1, 2]],
  ['split', [1, 1]],
  ['join', [0, 1]],
  ['plus', [1, 1]],
  ['minus', [1, 1]],
  ['times', [1, 1]],
  ['divided_by', [1, 1]],
  ['round', [0, 1]],
])

/** What is written for a filter and can never mean anything; null: nothing is wrong. */
export function wrongArgument({ name, args }: Omit<Filter, 'spot'>): Text | null {
  const [from, to] = argumentCounts.get(name) ?? [0, 0]
  if (args.length < from || args.length > to) {
    const count = from === to ? `${from}` : `${from}–${to}`
    return {
      en: `The filter ${name} takes ${count} arguments, not ${args.length}.`,
      pt: `O filtro ${name} recebe ${count} argumentos, não ${args.length}.`,
    }
  }
  const [first] = args
  if (first?.kind !== 'literal') return null
  const word = textOf(first.value)
  if (name === 'date' && !dateStyles.has(word)) {
    const known = [...dateStyles.keys()].join(', ')
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
