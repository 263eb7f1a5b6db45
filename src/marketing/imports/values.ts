/** The cells of a table as values of contacts: spreadsheets have only texts, in the habits of a country. */
import type { PropertyType } from '../contacts/property.ts'

const yes = new Set(['true', '1', 'yes', 'y', 'sim', 's', 'verdadeiro', 'x'])
const no = new Set(['false', '0', 'no', 'n', 'nao', 'não', 'falso'])

/** What programs write of those who get no more letters, and of those who do. */
const left = new Set([...yes, 'unsubscribed', 'blocklisted', 'blacklisted', 'disabled', 'cleaned'])
const stays = new Set([...no, 'subscribed', 'enabled', 'active', ''])

/** Whether somebody has left where the file comes from; null where it cannot be told. */
export function hasLeft(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  if (left.has(word)) return true
  if (stays.has(word)) return false
  // The time at which they left.
  return Number.isNaN(Date.parse(word)) ? null : true
}

/** A value to be judged as one of a call is; what cannot be read stays as it is, and is refused. */
export function cellValue(type: PropertyType, text: string): unknown {
  switch (type) {
    case 'number':
      return numberOf(text)
    case 'boolean': {
      const word = text.toLowerCase()
      return yes.has(word) ? true : no.has(word) ? false : text
    }
    case 'date':
      return dayOf(text)
    case 'list':
      return text.split(/\s*[;|,]\s*/).filter(one => one !== '')
    case 'string':
    case 'url':
      return text
  }
}

/** `1.234,5` and `1,234.5` are one number; of one comma or point the last part says which it is. */
function numberOf(text: string): unknown {
  const bare = text.replaceAll(/[\s\u00a0]/g, '').replace(/^R?\$/, '')
  if (!/^[+-]?[\d.,]+(e[+-]?\d+)?$/i.test(bare)) return text
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  const isCommaDecimal = comma > point && (point !== -1 || bare.indexOf(',') === comma)
  const plain = isCommaDecimal
    ? bare.replaceAll('.', '').replace(',', '.')
    : bare.replaceAll(',', '')
  const value = Number(plain)
  return Number.isFinite(value) ? value : text
}

/** `31/12/2026` is the day before the year ends: nobody with semicolons means a month of 31. */
function dayOf(text: string): string {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (parts === null) return text
  const [, day, month, year] = parts
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}
