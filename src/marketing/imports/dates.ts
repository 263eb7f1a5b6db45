/**
 * Days as spreadsheets write them. Which of the two first numbers is the month is a habit of the file,
 * never of one cell: `03/04/1990` is read as the rows say in which one of the numbers is above 12.
 */

export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const yearFirst =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i
const yearLast =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?:,?[T ]\s*\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s*[ap]\.?m\.?)?)?$/i
const maxDateChars = 40

/** `either`: both orders give a day, and not the same one. */
type OrderReading = DateOrder | 'either' | 'same' | null

/** Which order a text can only be in; null: it is no day with its year at the end. */
export function orderOf(text: string): OrderReading {
  const found = text.length > maxDateChars ? null : yearLast.exec(text)
  if (found === null) return null
  const [a, b] = [Number(found[1]), Number(found[3])]
  if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return null
  if (a > 12) return 'dmy'
  if (b > 12) return 'mdy'
  // Who writes points writes the day first.
  if (found[2] === '.') return 'dmy'
  return a === b ? 'same' : 'either'
}

/** Two digits as spreadsheets read them: 00 to 29 are of this century. */
const fullYear = (text: string): number => {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 30 ? 2000 + year : 1900 + year
}

const pad = (n: number | string, length = 2): string => String(n).padStart(length, '0')

/**
 * A day (`1990-12-31`), or a time where the text has an offset; null: it cannot be told. A time
 * without an offset is the day alone, for nobody knows whose time it was.
 */
export function dateOf(text: string, order: DateOrder | null): string | null {
  if (text.length > maxDateChars) return null
  const first = yearFirst.exec(text)
  if (first !== null) {
    const [, year, , month, day, time, offset] = first
    const date = `${year}-${pad(month!)}-${pad(day!)}`
    if (time === undefined || offset === undefined) return date
    return `${date}T${pad(time, time.indexOf(':') === 1 ? time.length + 1 : 0)}${offsetOf(offset)}`
  }
  const found = yearLast.exec(text)
  const own = orderOf(text)
  if (found === null || own === null) return null
  const known = own === 'same' ? 'dmy' : own === 'either' ? order : own
  // One cell in the other order than its column is a mistake of somebody's.
  if (known === null || (order !== null && own !== 'same' && known !== order)) return null
  const [day, month] = known === 'dmy' ? [found[1], found[3]] : [found[3], found[1]]
  return `${pad(fullYear(found[4]!), 4)}-${pad(month!)}-${pad(day!)}`
}

/** `-03` and `-0300` are `-03:00`. */
function offsetOf(text: string): string {
  if (/^(z|utc)$/i.test(text)) return 'Z'
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  return `${text[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Whether a text is a day or a time, in whatever order. */
export function momentOf(text: string): boolean {
  const date = dateOf(text, null) ?? dateOf(text, 'dmy')
  const [year = 0, month = 0, day = 0] = (date ?? '').slice(0, 10).split('-').map(Number)
  return year > 1900 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}
