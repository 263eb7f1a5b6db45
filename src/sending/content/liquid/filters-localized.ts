/** Filters that write as people of the letter's language do. What they cannot read has no value. */

import { formatOf } from '#kernel/base/formats.ts'
import { readDate } from './dates.ts'
import { type Decimal, textOfDecimal } from './decimal.ts'
import { type FilterFunction, textOf } from './filter.ts'
import { readMoney, readNumber } from './numbers.ts'

export const dateStyles: ReadonlyMap<string, Intl.DateTimeFormatOptions> = new Map([
  ['short', { dateStyle: 'short' }],
  ['medium', { dateStyle: 'medium' }],
  ['long', { dateStyle: 'long' }],
  ['full', { dateStyle: 'full' }],
  ['time', { timeStyle: 'short' }],
  ['weekday', { weekday: 'long' }],
])

const maxDigits = 20

/** Its digits as they are: as a number of JavaScript 1.005 would be a little less. */
const written = (decimal: Decimal): Intl.StringNumericLiteral =>
  textOfDecimal(decimal) as Intl.StringNumericLiteral

/** undefined for a zone or a currency that there is not. */
function known(make: () => string | undefined): string | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export const localized: Readonly<Record<string, FilterFunction>> = {
  date(input, [style], { language, timeZone }) {
    const date = readDate(input, language)
    // A day without an hour has no time.
    if (date === null || (textOf(style) === 'time' && !date.hasHour)) return undefined
    const options = dateStyles.get(textOf(style)) ?? dateStyles.get('medium')
    const zone = date.isLocal ? 'UTC' : timeZone
    return known(() =>
      formatOf('DateTimeFormat', language, { ...options, timeZone: zone }).format(date.at),
    )
  },
  number(input, [digits], { language }) {
    const number = readNumber(input, language)
    if (number === null) return undefined
    if (digits === undefined) {
      const options = { maximumFractionDigits: maxDigits }
      return formatOf('NumberFormat', language, options).format(written(number))
    }
    const count = readNumber(digits, language)
    if (count === null) return undefined
    const places = Math.min(maxDigits, Math.max(0, Math.trunc(Number(textOfDecimal(count)))))
    const options = { minimumFractionDigits: places, maximumFractionDigits: places }
    return formatOf('NumberFormat', language, options).format(written(number))
  },
  currency(input, [code], { language }) {
    const currency = textOf(code) || 'BRL'
    return known(() => {
      const number = readMoney(input, language, currency)
      if (number === null) return undefined
      const options = { style: 'currency', currency }
      return formatOf('NumberFormat', language, options).format(written(number))
    })
  },
  plural(input, [one, many], { language }) {
    const number = readNumber(input, language)
    if (number === null) return undefined
    const rule = formatOf('PluralRules', language, {}).select(Number(textOfDecimal(number)))
    return textOf(rule === 'one' ? one : (many ?? one))
  },
}
