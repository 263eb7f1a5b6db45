/**
 * The form of a table: what parts its cells, where its header stands, whether it has one. Judged by
 * the first rows together: a delimiter is right if the rows agree in width and one column holds
 * addresses. What somebody says of it is obeyed. Pure.
 */
import { parse } from 'csv-parse/sync'
import { Refusal } from '#kernel/base/errors.ts'
import { fieldByTitle } from './columns.ts'
import { decode, type FileEncoding, markLength } from './encoding.ts'
import { type RawRecord, splitRecords } from './split.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A row that is wider was cut by the wrong character, or is somebody's attack. */
export const maxColumns = 1_000
/** So many rows say what a table is like. */
const judgedRows = 40
/** A longer first line names no columns; to take it apart by each delimiter would take long. */
export const maxFirstBytes = 64 * 1024
/** Titles, dates and empty lines above a header. */
const maxTitleRows = 10

/** What somebody says of a table instead of having it judged. */
export interface ToldForm {
  readonly delimiter?: Delimiter | undefined
  readonly header?: boolean | undefined
}

export interface TableForm {
  readonly delimiter: Delimiter
  readonly header: boolean
  readonly columns: readonly string[]
  /** The column of the addresses, where one has them; -1: none. */
  readonly addressAt: number
  /** From where the rows are, and the line of the first. */
  readonly byte: number
  readonly line: number
}

/** RFC 5321 §4.5.3.1.3 allows 254. */
const maxAddressChars = 320

export const isAddress = (text: string): boolean =>
  text.length <= maxAddressChars && /^[^\s@,;|<>"]+@[^\s@,;|<>"]+\.[^\s@,;|<>"]+$/.test(text)

const tooWide = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'file',
    why: {
      en: `A file has at most ${maxColumns} columns.`,
      pt: `Um arquivo tem no máximo ${maxColumns} colunas.`,
    },
  })

export const firstLineTooLong = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'file',
    why: {
      en: `The first line has more than ${maxFirstBytes / 1024} KB. A file has a line for each contact.`,
      pt: `A primeira linha tem mais de ${maxFirstBytes / 1024} KB. Um arquivo tem uma linha por contato.`,
    },
  })

/** Throws Refusal where there are too many columns, or no lines. `head`: the first bytes of the file. */
export function tableForm(head: Buffer, encoding: FileEncoding, told: ToldForm): TableForm {
  const start = markLength(head)
  const said = sepLine(head, start)
  const from = said?.next ?? start
  const body = { bytes: head.subarray(from), encoding }
  const delimiter = told.delimiter ?? said?.delimiter ?? delimiterOf(body)
  const rows = firstRows(body, delimiter)
  const at = told.header === false ? -1 : headerAt(rows, told.header === true)
  const header = rows[at]
  const line = said === null ? 1 : 2
  const { at: addressAt } = mostAddresses(rows, Math.max(1, ...rows.map(row => row.cells.length)))
  if (header === undefined) {
    const width = Math.max(1, ...rows.map(row => row.cells.length))
    const columns = namesOf(Array.from({ length: width }, () => ''))
    return { delimiter, header: false, columns, addressAt, byte: from, line }
  }
  const behind = splitRecords(body.bytes, {
    isEnd: true,
    delimiter: delimiter.charCodeAt(0),
    line,
    max: at + 1,
  })
  return {
    delimiter,
    header: true,
    columns: namesOf(header.cells),
    addressAt,
    byte: from + behind.next,
    line: behind.line,
  }
}

/** `sep=;`, which Excel writes and reads above a table. */
function sepLine(
  head: Buffer,
  start: number,
): { readonly delimiter: Delimiter | undefined; readonly next: number } | null {
  const found = /^"?sep=(.)"?[,;|\t ]*(\r\n|\n|\r)/i.exec(
    head.toString('latin1', start, start + 40),
  )
  if (found === null) return null
  const delimiter = delimiters.find(one => one === found[1])
  return { delimiter, next: start + found[0].length }
}

interface Body {
  readonly bytes: Buffer
  readonly encoding: FileEncoding
}

interface Row {
  readonly record: RawRecord
  readonly cells: readonly string[]
}

function firstRows({ bytes, encoding }: Body, delimiter: Delimiter): Row[] {
  const { records } = splitRecords(bytes, {
    isEnd: true,
    delimiter: delimiter.charCodeAt(0),
    line: 1,
    max: judgedRows,
  })
  if (records.some(record => record.cells > maxColumns && record.flaw === null)) throw tooWide()
  const isLong = ({ start, end, flaw }: RawRecord): boolean =>
    flaw === 'long' || end - start > maxFirstBytes
  const long = records.findIndex(isLong)
  if (long === 0) throw firstLineTooLong()
  // What stands behind is judged by nobody, so that rows and records go on being the same.
  const judged = long < 0 ? records : records.slice(0, long)
  return judged.flatMap(record => {
    const text = decode(bytes.subarray(record.start, record.end), encoding)
    return [{ record, cells: parseRecord(text, delimiter, record.flaw !== null) }]
  })
}

function delimiterOf(body: Body): Delimiter {
  const scores = delimiters.map(delimiter => ({ delimiter, score: scoreOf(body, delimiter) }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

/** Addresses say the most, then agreement in width; what cuts nothing is nothing's delimiter. */
function scoreOf(body: Body, delimiter: Delimiter): number {
  let rows: Row[]
  try {
    rows = firstRows(body, delimiter)
  } catch (error) {
    if (error instanceof Refusal) return body.bytes.includes(delimiter) ? 1.5 : 0
    throw error
  }
  const widths = rows.map(row => row.cells.length)
  const width = usual(widths)
  if (width === 1) return mostAddresses(rows, 1).share * 3
  const agreeing = widths.filter(one => one === width).length / widths.length
  return mostAddresses(rows, width).share * 4 + agreeing + 0.001 * Math.min(width, 100)
}

/** The column that has the most addresses, and in how many of the rows. */
function mostAddresses(
  rows: readonly Row[],
  width: number,
): { readonly at: number; readonly share: number } {
  const counts = Array.from({ length: Math.min(width, maxColumns) }, () => 0)
  for (const { cells } of rows) {
    cells.slice(0, maxColumns).forEach((cell, at) => {
      if (at < counts.length && isAddress(cell)) counts[at]!++
    })
  }
  const best = Math.max(0, ...counts)
  return best === 0 ? { at: -1, share: 0 } : { at: counts.indexOf(best), share: best / rows.length }
}

function usual(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  let best = 1
  let max = 0
  for (const [width, count] of counts) {
    if (count > max || (count === max && width > best)) [best, max] = [width, count]
  }
  return best
}

/**
 * The row of the header; -1: there is none, for the first row has an address and no title of one.
 * Rows above the one that says which column is the address, with fewer cells, are titles.
 */
function headerAt(rows: readonly Row[], isSure: boolean): number {
  if (rows.length === 0) return -1
  const first = rows.slice(0, maxTitleRows)
  const named = first.findIndex(
    ({ cells }) => !cells.some(isAddress) && cells.some(one => fieldByTitle(one) === 'email'),
  )
  if (named >= 0) return named
  const width = usual(rows.map(row => row.cells.length))
  const filled = ({ cells }: Row): number => cells.filter(one => one !== '').length
  const wide = first.findIndex(row => row.cells.length >= width && filled(row) * 2 > width)
  const at = Math.max(0, wide)
  if (isSure) return at
  return rows[at]!.cells.some(isAddress) ? -1 : at
}

/** Columns without a name, and those of one name, are told apart. */
function namesOf(row: readonly string[]): string[] {
  const seen = new Set<string>()
  return row.map((text, i) => {
    const bare = text.slice(0, maxNameChars).toWellFormed().replaceAll('\0', '')
    // No object may have a member of this name.
    const name = bare === '' || bare === '__proto__' ? `column ${i + 1}` : bare
    let own = name
    for (let n = i + 1; seen.has(own); n++) own = `${name} (${n})`
    seen.add(own)
    return own
  })
}

const maxNameChars = 200

/**
 * The cells of records. All at once, which takes a hundredth of the time; one by one where they do
 * not come out as many as they went in.
 */
export function parseRecords(texts: readonly string[], delimiter: Delimiter): string[][] {
  try {
    const rows = parse(texts.join('\n'), parsing(delimiter)) as string[][]
    if (rows.length === texts.length) return rows
  } catch {
    // Said below, of the record that is wrong.
  }
  return texts.map(text => parseRecord(text, delimiter))
}

const parsing = (delimiter: Delimiter) =>
  ({ delimiter, relax_quotes: true, relax_column_count: true, trim: true }) as const

/** The cells of one record. `isPlain`: quotes are characters like any other. */
export function parseRecord(text: string, delimiter: Delimiter, isPlain = false): string[] {
  const options = parsing(delimiter)
  try {
    if (!isPlain) return (parse(text, options) as string[][])[0] ?? ['']
  } catch {
    // A quote that nobody closed is a character like any other.
  }
  return (parse(text, { ...options, quote: null }) as string[][])[0] ?? ['']
}
