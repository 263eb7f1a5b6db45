/**
 * Numbers as spreadsheets write them. Whether a comma parts decimals or thousands is a habit of the
 * file, never of one cell: `1,234` is read as the other rows of its column say.
 */

export const decimalMarks = [',', '.'] as const
export type DecimalMark = (typeof decimalMarks)[number]

interface NumberParts {
  readonly sign: string
  /** Digits, commas and points alone. */
  readonly figures: string
  readonly exponent: string
}

const maxNumberChars = 60

function written(text: string): NumberParts | null {
  if (text.length > maxNumberChars) return null
  const bare = text
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace('\u2212', '-')
    .replace(/^([+-]?)R?\$/, '$1')
  const found = /^([+-]?)(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,3})?$/i.exec(bare)
  if (found === null) return null
  return { sign: found[1]!, figures: found[2]!, exponent: found[3] ?? '' }
}

/** `either`: three digits behind a single mark; `plain`: no mark at all. */
type MarkReading = DecimalMark | 'either' | 'plain' | null

const grouped = { ',': /^\d{1,3}(,\d{2,3})*,\d{3}$/, '.': /^\d{1,3}(\.\d{2,3})*\.\d{3}$/ } as const
const other = (mark: DecimalMark): DecimalMark => (mark === ',' ? '.' : ',')

/** Which decimal mark a text can only have; null: it is no number. */
export function markOf(text: string): MarkReading {
  const number = written(text)
  return number === null ? null : markIn(number)
}

function markIn({ figures, exponent }: NumberParts): MarkReading {
  const last = Math.max(figures.lastIndexOf(','), figures.lastIndexOf('.'))
  if (last < 0) return 'plain'
  const mark = figures[last] as DecimalMark
  const [whole, decimals] = [figures.slice(0, last), figures.slice(last + 1)]
  if (whole.includes(other(mark))) {
    return grouped[other(mark)].test(whole) && !whole.includes(mark) ? mark : null
  }
  if (whole.includes(mark)) return grouped[mark].test(figures) ? other(mark) : null
  const isGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && exponent === ''
  return isGroup ? 'either' : mark
}

/** null: it is no number, or nobody can tell which. */
export function numberOf(text: string, mark: DecimalMark | null): number | null {
  const number = written(text)
  const own = number === null ? null : markIn(number)
  if (number === null || own === null) return null
  const known = own === 'either' ? mark : own === 'plain' ? '.' : own
  // One cell with the other mark than its column is a mistake of somebody's.
  if (known === null || (mark !== null && own !== 'plain' && known !== mark)) return null
  const { sign, figures, exponent } = number
  const plain = figures.replaceAll(other(known), '').replace(known, '.')
  const value = Number(`${sign}${plain}${exponent}`)
  return Number.isFinite(value) ? value : null
}

/** What is left of a long figure that a spreadsheet has shortened: its last digits are gone. */
export const isShortened = (text: string): boolean => /^\d[.,]\d+E\+\d\d$/i.test(text)
