/**
 * Numbers in values of people: as programs write them, or as people do who read the language of the
 * letter. What could be two numbers is none: one of them would be a thousand times wrong.
 */

import { formatOf } from '#kernel/base/formats.ts'
import { type Decimal, decimalOf } from './decimal.ts'

const maxChars = 40

/** null: not a number, or not one only. */
export function readNumber(value: unknown, language: string): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOf(String(value)) : null
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^\u2212/, '-')
  if (text.length > maxChars) return null
  const found = /^([-+]?)(\.?\d[\d.,'’ \u00a0\u202f]*)$/.exec(text)
  if (found === null) return null
  const plain = plainDigits(found[2]!, language)
  return plain === null ? null : decimalOf(`${found[1]}${plain}`)
}

/** Groups of three, which nothing but their separator tells from other numbers. */
const grouped = /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/

/** With a point and without groups. */
function plainDigits(text: string, language: string): string | null {
  if (/^\d+$/.test(text)) return text
  if (/^\.\d+$/.test(text)) return `0${text}`
  const marks = text.replace(/\d/g, '')
  const last = marks.at(-1)!
  const isDecimal = (last === '.' || last === ',') && marks.indexOf(last) === marks.length - 1
  const at = text.lastIndexOf(last)
  const [whole, part] = [text.slice(0, at), text.slice(at + 1)]
  if (marks.length > 1) {
    if (isDecimal && grouped.test(whole) && /^\d+$/.test(part)) {
      return `${whole.replace(/\D/g, '')}.${part}`
    }
    return grouped.test(text) ? text.replace(/\D/g, '') : null
  }
  if (!isDecimal) return grouped.test(text) ? whole + part : null
  const decimal = `${whole}.${part}`
  if (!/^\d+$/.test(part)) return null
  // A nought, or four digits, begin no group.
  if (!grouped.test(text) || whole.startsWith('0')) return decimal
  if (last === decimalMark(language)) return decimal
  // Only people write a comma, and those of this language mean a group by it.
  return last === ',' ? whole + part : null
}

const decimalMark = (language: string): string =>
  formatOf('NumberFormat', language, {})
    .formatToParts(1.5)
    .find(part => part.type === 'decimal')?.value ?? '.'

/** The same with the sign of its currency beside it, where that is the one that is asked for. */
export function readMoney(value: unknown, language: string, currency: string): Decimal | null {
  if (typeof value !== 'string') return readNumber(value, language)
  const found =
    /^([-+\u2212]?)\s*([^\d\s.,+\u2212-]{0,5})\s*([-+\u2212]?)\s*([\d.,'’ \u00a0\u202f]*\d)\s*([^\d\s.,+\u2212-]{0,5})$/u.exec(
      value.trim().slice(0, maxChars + 1),
    )
  if (found === null) return null
  const [, before = '', sign = '', inner = '', digits = '', behind = ''] = found
  if ((before !== '' && inner !== '') || (sign !== '' && behind !== '')) return null
  const mark = (sign || behind).toUpperCase()
  if (mark !== '' && !marksOf(language, currency).includes(mark)) return null
  return readNumber(`${before || inner}${digits}`, language)
}

/** What stands beside its amounts: `R$`, `BRL`. */
function marksOf(language: string, currency: string): string[] {
  const displays = ['symbol', 'narrowSymbol', 'code'] as const
  return displays.flatMap(currencyDisplay =>
    formatOf('NumberFormat', language, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .flatMap(part => (part.type === 'currency' ? part.value.toUpperCase() : [])),
  )
}
