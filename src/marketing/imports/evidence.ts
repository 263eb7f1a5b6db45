/**
 * What the cells of a file say about its columns, gathered row by row: how numbers and days are
 * written, where addresses stand, who has left elsewhere; and the rows that are worth a look before
 * anything runs. What only one row says decides for its whole column. Pure but for what it counts.
 */
import type { PropertyType } from '../contacts/fields/property.ts'
import { type CellKinds, maxSampleChars } from './columns.ts'
import { orderOf } from './dates.ts'
import { markOf } from './numbers.ts'
import type { ColumnFormat, DifficultRow } from './recognised.ts'
import { booleanOf, isStanding, isStandingTitle, maySayLeft, saysLeft } from './status.ts'
import { isAddress } from './table.ts'

/** How a column is written; null: it can be read in two ways, and nothing in it says which. */
const maxSample = 20
const maxOfOneKind = 3
const maxDistinct = 20
/** A column is of numbers or days if most of its cells are. */
const usualShare = 0.5

interface ColumnEvidence {
  filled: number
  addresses: number
  severalWords: number
  /** Figures that nobody reckons with: they begin with a zero, or are as long as a document's. */
  codes: number
  links: number
  numbers: { count: number; comma: number; point: number; either: number; example: string }
  dates: {
    count: number
    /** Of those, with the year first. */
    iso: number
    dmy: number
    mdy: number
    either: number
    example: string
  }
  /** Its different cells while they are few; null: they are many. */
  words: Map<string, number> | null
}

const freshColumn = (): ColumnEvidence => ({
  filled: 0,
  addresses: 0,
  severalWords: 0,
  codes: 0,
  links: 0,
  numbers: { count: 0, comma: 0, point: 0, either: 0, example: '' },
  dates: { count: 0, iso: 0, dmy: 0, mdy: 0, either: 0, example: '' },
  words: new Map(),
})

interface SeenRow {
  readonly line: number
  readonly cells: readonly string[]
  /** Of the record; of its bytes. */
  readonly flaw: 'quotes' | 'encoding' | null
}

export class FileEvidence {
  readonly #width: number
  readonly #columns: ColumnEvidence[]
  readonly #first: SeenRow[] = []
  readonly #difficult: (SeenRow & DifficultRow)[] = []
  readonly #found = new Map<DifficultRow['why'], number>()

  constructor(width: number) {
    this.#width = width
    this.#columns = Array.from({ length: width }, freshColumn)
  }

  take(row: SeenRow): void {
    let why: DifficultRow['why'] | null =
      row.flaw ?? (row.cells.length === this.#width ? null : 'width')
    const length = Math.min(row.cells.length, this.#width)
    for (let at = 0; at < length; at++) {
      const cell = row.cells[at]!
      if (cell === '') continue
      const odd = this.#cell(this.#columns[at]!, cell)
      why ??= odd
    }
    if (this.#first.length < maxSample) this.#first.push(row)
    if (why !== null) this.#note(row, why)
  }

  #note(row: SeenRow, why: DifficultRow['why']): void {
    const count = this.#found.get(why) ?? 0
    if (count >= maxOfOneKind) return
    this.#found.set(why, count + 1)
    this.#difficult.push({ ...row, why })
  }

  #cell(column: ColumnEvidence, cell: string): DifficultRow['why'] | null {
    column.filled++
    if (isAddress(cell)) column.addresses++
    else if (/\S\s+\S/.test(cell.slice(0, maxSampleChars))) column.severalWords++
    noteWord(column, cell)
    if (/^https?:\/\/\S/i.test(cell)) column.links++
    return noteNumber(column, cell) ?? noteDate(column, cell) ?? accentOf(cell)
  }

  kindsOf(at: number): CellKinds | null {
    const column = this.#columns[at]
    if (column === undefined || column.filled === 0) return null
    return {
      addresses: column.addresses / column.filled,
      severalWords: column.severalWords / column.filled,
      isStanding: isStandingColumn(column),
    }
  }

  /** What the cells of a column are, but for a few that are mistakes; null: there are none. */
  typeOf(at: number): PropertyType | null {
    const { filled, words, dates, numbers, codes, links } = this.#columns[at]!
    if (filled === 0) return null
    if (this.isYesOrNo(at) && [...words!.keys()].some(word => /[a-z]/i.test(word))) return 'boolean'
    if (isNearlyAll(dates.count + dates.iso, filled)) return 'date'
    if (codes === 0 && isNearlyAll(numbers.count, filled)) return 'number'
    return isNearlyAll(links, filled) ? 'url' : 'string'
  }

  /** Whether the column holds answers, yes or no, and nothing else. */
  isYesOrNo(at: number): boolean {
    const { words } = this.#columns[at]!
    return (
      words !== null && words.size > 0 && [...words.keys()].every(one => booleanOf(one) !== null)
    )
  }

  /**
   * Whether somebody has to say what the column means: its words may be of people who have left, or
   * of their orders.
   */
  mayTellWhoLeft(at: number, title: string): boolean {
    const { words } = this.#columns[at]!
    if (words === null || words.size === 0) return false
    const all = [...words.keys()]
    if (isStanding(title) && all.every(word => booleanOf(word) !== null)) return true
    return all.some(maySayLeft) && (isStandingTitle(title) || all.every(isStanding))
  }

  /** Those of its columns that hold numbers with marks or days. */
  formats(columns: readonly string[]): ColumnFormat[] {
    return columns.flatMap((column, at): ColumnFormat[] => {
      const { filled, numbers, dates } = this.#columns[at]!
      if (numbers.comma + numbers.point + numbers.either > 0 && isMost(numbers.count, filled)) {
        const { comma, point, example } = numbers
        const mark = comma > 0 === point > 0 ? null : comma > 0 ? ',' : '.'
        return [{ column, kind: 'number', decimal_mark: mark, example }]
      }
      if (dates.dmy + dates.mdy + dates.either > 0 && isMost(dates.count, filled)) {
        const { dmy, mdy, example } = dates
        const order = dmy > 0 === mdy > 0 ? null : dmy > 0 ? 'dmy' : 'mdy'
        return [{ column, kind: 'date', date_order: order, example }]
      }
      return []
    })
  }

  /** Twenty rows in the order of the file, the difficult ones among them. */
  sample(): readonly SeenRow[] {
    const below = this.#difficult
      .filter(({ line }) => !this.#first.some(row => row.line === line))
      .slice(0, maxSample / 2)
    return [...this.#first.slice(0, maxSample - below.length), ...below]
  }

  difficult(): readonly DifficultRow[] {
    const shown = new Set(this.sample().map(({ line }) => line))
    return this.#difficult
      .filter(({ line }) => shown.has(line))
      .map(({ line, why }) => ({ line, why }))
  }
}

/** One cell in ten may be a mistake of somebody's. */
const typeShare = 0.9
const isNearlyAll = (count: number, filled: number): boolean => count >= filled * typeShare

const isMost = (count: number, filled: number): boolean => count > filled * usualShare

const code = /^(0\d|\d{10})/

function noteNumber(column: ColumnEvidence, cell: string): DifficultRow['why'] | null {
  const { numbers } = column
  const first = cell.charCodeAt(0)
  // Letters begin no number but a currency.
  if (first > 0x39 && first !== 0x52 && first !== 0x2212) return null
  const mark = markOf(cell)
  if (mark === null) return null
  numbers.count++
  if (mark === 'plain' && code.test(cell)) column.codes++
  if (mark === 'plain') return null
  if (numbers.example === '' || mark === 'either') numbers.example = cell.slice(0, maxSampleChars)
  if (mark === ',') numbers.comma++
  else if (mark === '.') numbers.point++
  else numbers.either++
  return 'number'
}

function noteDate({ dates }: ColumnEvidence, cell: string): DifficultRow['why'] | null {
  const first = cell.charCodeAt(0)
  if (first < 0x30 || first > 0x39) return null
  if (/^\d{4}-\d{1,2}-\d{1,2}(?!\d)/.test(cell)) dates.iso++
  const order = orderOf(cell)
  if (order === null) return null
  dates.count++
  if (order === 'same') return null
  if (dates.example === '' || order === 'either') dates.example = cell.slice(0, maxSampleChars)
  dates[order]++
  return order === 'either' ? 'date' : null
}

const accentOf = (cell: string): DifficultRow['why'] | null =>
  /[^\x00-\x7f]/.test(cell.slice(0, maxSampleChars)) ? 'accents' : null

function noteWord(column: ColumnEvidence, cell: string): void {
  if (column.words === null) return
  const word = cell.slice(0, maxSampleChars)
  const count = column.words.get(word)
  if (count === undefined && column.words.size >= maxDistinct) column.words = null
  else column.words.set(word, (count ?? 0) + 1)
}

/** Somebody has left by it, and most of what else it says is of that kind. */
function isStandingColumn({ words, filled }: ColumnEvidence): boolean {
  if (words === null) return false
  let standing = 0
  let hasLeft = false
  for (const [word, count] of words) {
    if (isStanding(word)) standing += count
    if (saysLeft(word)) hasLeft = true
  }
  return hasLeft && isMost(standing, filled)
}
