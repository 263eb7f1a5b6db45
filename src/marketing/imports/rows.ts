/** Records of a file as contacts to be written, or as the reason why not. Pure. */
import { Refusal } from '#kernel/base/errors.ts'
import type { ContactFields } from '../contacts/contact.ts'
import { checkFields } from '../contacts/fields.ts'
import type { PropertyTypes } from '../contacts/property.ts'
import {
  decode,
  fieldOf,
  flatten,
  parseObject,
  parseRecords,
  type Recognised,
} from './recognise.ts'
import { maxRecordBytes, type RawRecord } from './split.ts'
import { cellValue, hasLeft } from './values.ts'

/** As long as a line with every property in full: it is given back to be mended. */
export const maxExcerptChars = 100_000

interface Line {
  readonly line: number
  readonly text: string
}

export type ReadRow =
  | (Line & { readonly fields: ContactFields; readonly leaves: boolean })
  | (Line & { readonly error: Refusal })

interface Reading {
  readonly recognised: Pick<Recognised, 'encoding' | 'delimiter' | 'columns' | 'mapping'>
  readonly mapping: Readonly<Record<string, string | null>>
  readonly properties: PropertyTypes
}

/** In the order of the records. */
export function readRows(
  bytes: Buffer,
  records: readonly RawRecord[],
  reading: Reading,
): ReadRow[] {
  const { delimiter, encoding } = reading.recognised
  const texts = records.map(({ start, end }) => decode(bytes.subarray(start, end), encoding))
  const fieldByName = isProposed(reading) ? fieldsByName(reading) : null
  const cells = delimiter === null ? [] : parseRecords(texts, delimiter)
  return records.map((record, i) => {
    const text = texts[i]!
    const about = { line: record.line, text: text.slice(0, maxExcerptChars) }
    try {
      if (record.end - record.start > maxRecordBytes) throw tooLong()
      const given =
        delimiter === null ? fromObject(text, reading, fieldByName) : fromCells(cells[i]!, reading)
      const { unsubscribed, ...fields } = withAddress(given)
      const leaves = readLeaving(unsubscribed)
      return { ...about, fields: checkFields(fields, reading.properties), leaves }
    } catch (error) {
      if (error instanceof Refusal) return { ...about, error }
      throw error
    }
  })
}

function readLeaving(value: unknown): boolean {
  const leaves = value === undefined || value === null ? false : hasLeft(value)
  if (leaves !== null) return leaves
  throw new Refusal('invalid_field', {
    param: 'unsubscribed',
    why: {
      en: '{param} must be true or false, or the time at which the person left.',
      pt: '{param} deve ser true ou false, ou o horário em que a pessoa saiu.',
    },
  })
}

const tooLong = (): Refusal =>
  new Refusal('invalid_field', {
    why: { en: 'The line is too long.', pt: 'A linha é longa demais.' },
  })

function withAddress(given: Record<string, unknown>): Record<string, unknown> {
  const { email } = given
  if (email !== undefined && email !== null && email !== '') return given
  throw new Refusal('missing_field', { param: 'email' })
}

/** A column may be called what every object has, such as constructor. */
const fieldIn = (mapping: Reading['mapping'], column: string): string | null =>
  Object.hasOwn(mapping, column) ? mapping[column]! : null

function fromCells(
  cells: readonly string[],
  { recognised, mapping, properties }: Reading,
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  const own: Record<string, unknown> = {}
  recognised.columns.forEach((column, i) => {
    const field = fieldIn(mapping, column)
    const cell = (cells[i] ?? '').trim()
    // An empty cell is no value: a spreadsheet has one for everybody.
    if (field === null || cell === '') return
    const key = field.startsWith('properties.') ? field.slice('properties.'.length) : null
    if (key === null) given[field] = cell
    else own[key] = cellValue(properties.get(key) ?? 'string', cell)
  })
  return Object.keys(own).length === 0 ? given : { ...given, properties: own }
}

/** What was recognised is used as it is: names say which field they are, whenever they come. */
const isProposed = ({ recognised, mapping }: Reading): boolean =>
  Object.entries(mapping).every(
    ([column, field]) => (recognised.mapping[column] ?? null) === field,
  ) && recognised.columns.length === Object.keys(mapping).length

type FieldByName = (column: string) => string | null

/** Each name is looked into once. */
function fieldsByName({ properties }: Reading): FieldByName {
  const keys = new Set(properties.keys())
  const known = new Map<string, string | null>()
  return column => {
    const field = known.has(column) ? known.get(column)! : fieldOf(column, keys)
    known.set(column, field)
    return field
  }
}

function fromObject(
  text: string,
  { mapping }: Reading,
  fieldByName: FieldByName | null,
): Record<string, unknown> {
  const row = parseObject(text)
  if (row === null) {
    throw new Refusal('invalid_field', {
      why: { en: 'The line is not a JSON object.', pt: 'A linha não é um objeto JSON.' },
    })
  }
  const given: Record<string, unknown> = {}
  const own: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(flatten(row))) {
    const isLate = fieldByName !== null && !Object.hasOwn(mapping, column)
    const field = isLate ? fieldByName(column) : fieldIn(mapping, column)
    if (field === null || value === null || value === '') continue
    const key = field.startsWith('properties.') ? field.slice('properties.'.length) : null
    const [into, name] = key === null ? [given, field] : [own, key]
    if (!isLate || !Object.hasOwn(into, name)) into[name] = value
  }
  return Object.keys(own).length === 0 ? given : { ...given, properties: own }
}
