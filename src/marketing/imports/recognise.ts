/**
 * What a file is: its encoding, delimiter and columns, and which fields they are likely to be. Pure;
 * shown to a person before anything runs.
 */
import { parse } from 'csv-parse/sync'
import { fold } from '#kernel/mail/fold.ts'
import { splitRecords } from './split.ts'

/** Of the file that came: what is kept of UTF-16 is UTF-8. */
export type FileEncoding = 'utf-8' | 'utf-16' | 'windows-1252'
type Delimiter = ',' | ';' | '\t' | '|'

export interface Recognised {
  readonly encoding: FileEncoding
  /** null: NDJSON. */
  readonly delimiter: Delimiter | null
  readonly columns: readonly string[]
  /** The field of each column; null: left out. */
  readonly mapping: Readonly<Record<string, string | null>>
  /** The program whose export it looks like. */
  readonly source: string | null
  /** Its first lines, by column. */
  readonly sample: readonly Readonly<Record<string, string>>[]
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']
const maxSample = 20

const bomLength = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** The texts of records; what is not UTF-8 is read as Windows-1252, as spreadsheets write it. */
export function decode(bytes: Buffer, encoding: FileEncoding): string {
  return encoding === 'windows-1252' ? windows1252.decode(bytes) : bytes.toString('utf8')
}
const windows1252 = new TextDecoder('windows-1252')

/** The delimiter that cuts the first lines into the most, and equally many, fields. */
function delimiterOf(bytes: Buffer, encoding: FileEncoding): Delimiter {
  const scores = delimiters.map(delimiter => {
    const rows = rowsOf(bytes, { encoding, delimiter, max: 10 })
    const widths = rows.map(row => row.length)
    const width = widths[0] ?? 1
    const isEven = widths.every(one => one === width)
    return { delimiter, score: width === 1 ? 0 : width + (isEven ? 1_000 : 0) }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

interface Reading {
  readonly encoding: FileEncoding
  readonly delimiter: Delimiter
  readonly max: number
}

function rowsOf(bytes: Buffer, { encoding, delimiter, max }: Reading): string[][] {
  const { records } = splitRecords(bytes.subarray(bomLength(bytes)), {
    isEnd: true,
    delimiter: delimiter.charCodeAt(0),
    line: 1,
    max,
  })
  const rest = bytes.subarray(bomLength(bytes))
  return records.map(({ start, end }) =>
    parseRecord(decode(rest.subarray(start, end), encoding), delimiter),
  )
}

/**
 * The fields of records. All at once, which takes a hundredth of the time; one by one where they do
 * not come out as many as they went in, since a quote in one of them was never closed.
 */
export function parseRecords(texts: readonly string[], delimiter: Delimiter): string[][] {
  try {
    const options = { delimiter, relax_quotes: true, relax_column_count: true, trim: true }
    const rows = parse(texts.join('\n'), options) as string[][]
    if (rows.length === texts.length) return rows
  } catch {
    // Said below, of the record that is wrong.
  }
  return texts.map(text => parseRecord(text, delimiter))
}

/** The fields of one record. */
function parseRecord(text: string, delimiter: Delimiter): string[] {
  const options = { delimiter, relax_quotes: true, relax_column_count: true, trim: true }
  try {
    return (parse(text, options) as string[][])[0] ?? ['']
  } catch {
    // A quote that nobody closed is a character like any other.
    return (parse(text, { ...options, quote: null }) as string[][])[0] ?? ['']
  }
}

/** `head`: the first bytes of the file; `encoding`: what all of it is. */
export function recognise(
  head: Buffer,
  {
    format,
    encoding,
    properties,
  }: {
    readonly format: 'csv' | 'ndjson'
    readonly encoding: FileEncoding
    readonly properties: ReadonlySet<string>
  },
): Recognised & { readonly headerBytes: number; readonly headerLines: number } {
  return format === 'ndjson'
    ? recogniseLines(head, properties)
    : recogniseTable(head, encoding, properties)
}

function recogniseTable(head: Buffer, encoding: FileEncoding, properties: ReadonlySet<string>) {
  const delimiter = delimiterOf(head, encoding)
  const rows = rowsOf(head, { encoding, delimiter, max: maxSample + 1 })
  const columns = namesOf(rows[0] ?? [])
  const skipped = bomLength(head)
  const { next, line } = splitRecords(head.subarray(skipped), {
    isEnd: true,
    delimiter: delimiter.charCodeAt(0),
    line: 1,
    max: 1,
  })
  return {
    encoding,
    delimiter,
    columns,
    ...likely(columns, properties),
    sample: rows
      .slice(1)
      .map(row => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? '']))),
    headerBytes: skipped + next,
    headerLines: line - 1,
  }
}

/** Columns without a name, and those of one name, are told apart. */
function namesOf(row: readonly string[]): string[] {
  const seen = new Set<string>()
  return row.map((text, i) => {
    const name = text === '' ? `column ${i + 1}` : text
    const own = seen.has(name) ? `${name} (${i + 1})` : name
    seen.add(own)
    return own
  })
}

function recogniseLines(head: Buffer, properties: ReadonlySet<string>) {
  const { records } = splitRecords(head, { isEnd: true, delimiter: null, line: 1, max: maxSample })
  const rows = records.flatMap(({ start, end }): Record<string, unknown>[] => {
    const row = parseObject(head.toString('utf8', start, end))
    return row === null ? [] : [row]
  })
  const flat = rows.map(flatten)
  const columns = [...new Set(flat.flatMap(row => Object.keys(row)))]
  return {
    encoding: 'utf-8' as const,
    delimiter: null,
    columns,
    ...likely(columns, properties),
    sample: flat.map(row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    ),
    headerBytes: bomLength(head),
    headerLines: 0,
  }
}

/** A line of NDJSON; null where it is no object. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Properties stand beside the fields, as in a table. */
export function flatten(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties, ...rest } = row
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return row
  const own = Object.entries(properties).map(([key, value]) => [`properties.${key}`, value])
  return { ...rest, ...Object.fromEntries(own) }
}

// Which column is which field --------------------------------------------------------------------

export const plainFields = [
  'email',
  'external_id',
  'first_name',
  'last_name',
  'language',
  'time_zone',
  'unsubscribed',
] as const

/** By what a name is without case, marks and punctuation. */
const synonyms: Readonly<Record<string, (typeof plainFields)[number]>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  enderecodeemail: 'email',
  externalid: 'external_id',
  extid: 'external_id',
  codigo: 'external_id',
  firstname: 'first_name',
  fname: 'first_name',
  nome: 'first_name',
  primeironome: 'first_name',
  prenom: 'first_name',
  name: 'first_name',
  lastname: 'last_name',
  lname: 'last_name',
  sobrenome: 'last_name',
  ultimonome: 'last_name',
  nom: 'last_name',
  language: 'language',
  idioma: 'language',
  locale: 'language',
  timezone: 'time_zone',
  fusohorario: 'time_zone',
  unsubscribed: 'unsubscribed',
  emailblacklisted: 'unsubscribed',
  unsubtime: 'unsubscribed',
}

/** Columns by which an export of a program is known. */
const sources: readonly { readonly name: string; readonly columns: readonly string[] }[] = [
  { name: 'mailchimp', columns: ['memberrating', 'optintime'] },
  { name: 'mailchimp', columns: ['emailaddress', 'leid'] },
  { name: 'mailchimp', columns: ['emailaddress', 'unsubtime'] },
  { name: 'brevo', columns: ['contactid', 'email'] },
  { name: 'brevo', columns: ['emailblacklisted'] },
  { name: 'listmonk', columns: ['uuid', 'attributes'] },
  { name: 'resend', columns: ['firstname', 'lastname', 'unsubscribed'] },
]

const plain = (name: string): string => fold(name).replaceAll(/[^a-z0-9]/g, '')

function likely(
  columns: readonly string[],
  properties: ReadonlySet<string>,
): Pick<Recognised, 'mapping' | 'source'> {
  const taken = new Set<string>()
  const mapping: Record<string, string | null> = {}
  const names = new Set(columns.map(plain))
  const source = sources.find(one => one.columns.every(column => names.has(column)))
  for (const name of columns) {
    const own = plain(name) === 'status' && source?.name === 'listmonk' ? 'unsubscribed' : null
    const field = own ?? fieldOf(name, properties)
    mapping[name] = field !== null && !taken.has(field) ? field : null
    if (field !== null) taken.add(field)
  }
  return { mapping, source: source?.name ?? null }
}

/** The field that a column is likely to be. */
export function fieldOf(name: string, properties: ReadonlySet<string>): string | null {
  if (name.startsWith('properties.') && properties.has(name.slice('properties.'.length)))
    return name
  const known = plain(name)
  if (Object.hasOwn(synonyms, known)) return synonyms[known]!
  const property = [...properties].find(key => plain(key) === known)
  return property === undefined ? null : `properties.${property}`
}
