/**
 * The records of a slice as contacts to be written, or as the reason why not. What a person is known
 * by must be right; what else is wrong of a line costs the person nothing but that value, and a note.
 * Pure.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { fold } from '#kernel/mail/fold.ts'
import { checkFields } from '../contacts/fields/fields.ts'
import type { PropertyTypes } from '../contacts/fields/property.ts'
import type { ContactFields } from '../contacts/people/contact.ts'
import { fieldOf, hasOurNames, knownProperties } from './columns.ts'
import { decode, isOf } from './encoding.ts'
import { fieldIn, habitsOf, keyOf, type Mapping, type ToldHabits } from './habits.ts'
import { type Headings, inWordsOfFile, mistyped, wrongCell } from './line-words.ts'
import { isShortened } from './numbers.ts'
import { isWellFormed, parseObject, readMembers } from './objects.ts'
import type { RecognisedFile } from './recognised.ts'
import type { RawRecord } from './split.ts'
import { spokenTag } from './spoken.ts'
import { agreedWords, standingByLeaving, standingByStaying } from './status.ts'
import { maxColumns, parseRecord, parseRecords } from './table.ts'
import { cellValue, type Habit, unguarded } from './values.ts'

/** As long as a line with every property in full: it is given back to be mended. */
export const maxExcerptChars = 100_000
/** Of one line. */
const maxNotes = 20

interface Line {
  readonly line: number
  readonly text: string
}

export type ReadRow =
  | (Line & {
      readonly fields: ContactFields
      /** They have left where the file comes from. */
      readonly leaves: boolean
      /** False: the line says that they never agreed. */
      readonly consents: boolean
      /** What was left out of the line, or looks wrong. */
      readonly notes: readonly Refusal[]
    })
  | (Line & { readonly error: Refusal })

export interface RowReading {
  readonly recognised: Pick<
    RecognisedFile,
    'encoding' | 'delimiter' | 'columns' | 'mapping' | 'formats' | 'source'
  >
  readonly mapping: Mapping
  readonly properties: PropertyTypes
  readonly told?: ToldHabits
  /** Whoever has another value in the column has not agreed. */
  readonly agrees?: { readonly column: string; readonly yes: readonly string[] } | null
}

/** In the order of the records. */
export function readRows(
  bytes: Buffer,
  records: readonly RawRecord[],
  reading: RowReading,
): ReadRow[] {
  const { delimiter, encoding } = reading.recognised
  const texts = records.map(({ start, end }) => decode(bytes.subarray(start, end), encoding))
  const read = delimiter === null ? objectReader(reading) : cellReader(reading)
  const headings = headingsOf(reading.mapping)
  const isSound = ({ flaw, cells }: RawRecord): boolean => flaw === null && cells <= maxColumns
  const sound = delimiter === null ? [] : texts.filter((_, i) => isSound(records[i]!))
  const parsed = delimiter === null ? [] : parseRecords(sound, delimiter)
  let n = 0
  return records.map((record, i) => {
    const text = texts[i]!
    const about = { line: record.line, text: text.slice(0, maxExcerptChars) }
    const cells = delimiter !== null && isSound(record) ? parsed[n++]! : null
    try {
      mustBeWhole(
        record,
        text,
        encoding === 'utf-8' && !isOf(bytes.subarray(record.start, record.end), encoding),
      )
      const notes: Refusal[] = []
      const open = cells === null && delimiter !== null ? parseRecord(text, delimiter, true) : null
      if (open !== null) notes.push(flawed(unclosed))
      const row = read({ text, cells: cells ?? open ?? [] }, notes)
      return { ...about, ...toContact(row, reading, { notes, headings }) }
    } catch (error) {
      if (error instanceof Refusal) return { ...about, error }
      throw error
    }
  })
}

/** The column of each field. */
const headingsOf = (mapping: Mapping): Headings =>
  new Map(
    Object.entries(mapping).flatMap(([column, field]) => (field === null ? [] : [[field, column]])),
  )

const flawed = (why: Text): Refusal => new Refusal('invalid_field', { why })

const unclosed: Text = {
  en: 'A quote in the line is not closed.',
  pt: 'As aspas desta linha não são fechadas.',
}

/** Throws Refusal for a record of which nobody can tell what it says. */
function mustBeWhole({ flaw, cells }: RawRecord, text: string, isDamaged: boolean): void {
  if (flaw === 'long' || cells > maxColumns) {
    throw flawed({
      en: 'The line has more than 256 KB or 1,000 columns.',
      pt: 'A linha tem mais de 256 KB ou 1.000 colunas.',
    })
  }
  if (flaw === 'broken') throw flawed(unclosed)
  if (text.includes('\0')) {
    throw flawed({
      en: 'The line holds the character NUL, which is not allowed.',
      pt: 'A linha contém o caractere NUL, que não é permitido.',
    })
  }
  if (isDamaged) {
    throw flawed({
      en: 'The line holds bytes that are not UTF-8, as the rest of the file is.',
      pt: 'A linha contém bytes que não são UTF-8, como o resto do arquivo.',
    })
  }
}

// From a line to what it gives -----------------------------------------------------------------------

/** What a line gives, by field; properties by key. */
interface LineInput {
  readonly fields: Map<string, unknown>
  readonly own: Map<string, unknown>
  /** The value of the column that says who has agreed. */
  readonly agreed: unknown
}

interface RawRow {
  readonly text: string
  readonly cells: readonly string[]
}

type RowReader = (row: RawRow, notes: Refusal[]) => LineInput

function cellReader({ recognised, mapping, properties, told = {}, agrees }: RowReading): RowReader {
  const { columns } = recognised
  const habitOf = habitsOf({ recognised, mapping, types: properties, told })
  const readers = columns.flatMap((column, at) => {
    const field = fieldIn(mapping, column)
    if (field === null) return []
    const key = keyOf(field)
    const type = key === null ? null : (properties.get(key) ?? 'string')
    const habit: Habit = habitOf(column)
    return [{ at, field, key, type, habit, heading: column }]
  })
  const agreedAt = agrees ? columns.indexOf(agrees.column) : -1
  return ({ cells }, notes) => {
    judgeWidth(cells, columns.length, notes)
    const fields = new Map<string, unknown>()
    const own = new Map<string, unknown>()
    for (const { at, field, key, type, habit, heading } of readers) {
      const cell = unguarded((cells[at] ?? '').trim())
      // An empty cell is no value: a spreadsheet has one for everybody.
      if (cell === '') continue
      if ((type === 'string' || field === 'external_id') && isShortened(cell)) {
        notes.push(new Refusal('invalid_field', { param: field, why: shortened }))
      }
      if (key === null) {
        fields.set(field, cell)
        continue
      }
      const value = cellValue(type!, cell, habit)
      const wrong = wrongCell({ type: type!, field, heading, cell, value })
      if (wrong === null) own.set(key, value)
      else notes.push(wrong)
    }
    return { fields, own, agreed: cells[agreedAt] }
  }
}

const shortened: Text = {
  en: 'The value was shortened by a spreadsheet: its last digits are lost.',
  pt: 'O valor foi abreviado por uma planilha: os últimos dígitos se perderam.',
}

/** Throws Refusal for more cells than the header has: nobody can tell which of them is which. */
function judgeWidth(cells: readonly string[], width: number, notes: Refusal[]): void {
  if (cells.length === width) return
  const why = {
    en: `The line has ${cells.length} cells where there are ${width} columns.`,
    pt: `A linha tem ${cells.length} células onde há ${width} colunas.`,
  }
  if (cells.slice(width).some(one => one !== '')) throw flawed(why)
  if (cells.length < width) notes.push(flawed(why))
}

/** What was recognised is used as it is: names say which field they are, whenever they come. */
const isProposed = ({ recognised, mapping }: RowReading): boolean =>
  Object.entries(mapping).every(
    ([column, field]) => fieldIn(recognised.mapping, column) === field,
  ) && recognised.columns.length === Object.keys(mapping).length

function objectReader(reading: RowReading): RowReader {
  const { mapping, properties, agrees, recognised } = reading
  const known = knownProperties(properties.keys())
  const isOurs = hasOurNames(recognised.columns)
  const late = new Map<string, string | null>()
  /** Each name is looked into once. */
  const lateField = (column: string): string | null => {
    const field = late.has(column) ? late.get(column)! : fieldOf(column, known, isOurs)
    if (late.size < maxColumns) late.set(column, field)
    return field
  }
  const guesses = isProposed(reading)
  return ({ text }) => {
    const row = parseObject(text)
    if (row === null || !isWellFormed(row)) {
      throw flawed({
        en: 'The line is not a JSON object that could be taken in.',
        pt: 'A linha não é um objeto JSON que possa ser lido.',
      })
    }
    const members = readMembers(row)
    const fields = new Map<string, unknown>()
    const own = new Map<string, unknown>()
    for (const [column, value] of members) {
      const isLate = guesses && !Object.hasOwn(mapping, column)
      const field = isLate ? lateField(column) : fieldIn(mapping, column)
      if (field === null || value === null || value === '') continue
      const key = keyOf(field)
      const [into, name] = key === null ? [fields, field] : [own, key]
      if (!isLate || !into.has(name)) into.set(name, value)
    }
    return { fields, own, agreed: agrees ? members.get(agrees.column) : undefined }
  }
}

// From what it gives to a contact ---------------------------------------------------------------------

interface Judging {
  readonly notes: Refusal[]
  readonly headings: Headings
}

function toContact(given: LineInput, reading: RowReading, { notes, headings }: Judging) {
  const email = given.fields.get('email')
  try {
    if (email === undefined) throw new Refusal('missing_field', { param: 'email' })
    const contact = readContact(given, reading, notes)
    const typo = mistyped(contact.fields.email!)
    if (typo !== null) notes.unshift(typo)
    const said = notes.slice(0, maxNotes).map(one => inWordsOfFile(one, headings, undefined))
    return { ...contact, notes: typo === null ? said : [typo, ...said.slice(1)] }
  } catch (error) {
    throw error instanceof Refusal ? inWordsOfFile(error, headings, email) : error
  }
}

function readContact({ fields, own, agreed }: LineInput, reading: RowReading, notes: Refusal[]) {
  const standing = standingOf(fields)
  fields.delete('unsubscribed')
  fields.delete('subscribed')
  splitName(fields)
  const language = fields.get('language')
  if (typeof language === 'string') fields.set('language', spokenTag(language))
  const said = reading.agrees
  const consents =
    standing !== 'never' && (!said || saysYes(agreed, said.yes.length > 0 ? said.yes : agreedWords))
  const checked = checkWithout(fields, own, reading.properties, notes)
  return {
    fields: checked,
    leaves: standing === 'left',
    consents,
  }
}

/** Case and accents are no matter. */
function saysYes(value: unknown, yes: readonly string[]): boolean {
  if (value === undefined || value === null || typeof value === 'object') return false
  const word = fold(String(value).trim())
  return yes.some(one => fold(one.trim()) === word)
}

function standingOf(fields: ReadonlyMap<string, unknown>): 'left' | 'never' | 'stays' {
  const columns = [
    ['unsubscribed', standingByLeaving],
    ['subscribed', standingByStaying],
  ] as const
  const found = columns.flatMap(([field, judge]) => {
    if (!fields.has(field)) return []
    const standing = judge(fields.get(field))
    if (standing !== null) return [standing]
    throw new Refusal('invalid_field', {
      param: field,
      why: {
        en: '{param} must be true or false, or the time at which the person left.',
        pt: '{param} deve ser true ou false, ou o horário em que a pessoa saiu.',
      },
    })
  })
  return found.includes('left') ? 'left' : found.includes('never') ? 'never' : 'stays'
}

/** A whole name: its first word, and the rest. What has a column of its own stays. */
function splitName(fields: Map<string, unknown>): void {
  const name = fields.get('name')
  fields.delete('name')
  if (typeof name !== 'string') return
  const [first = '', ...rest] = name.trim().split(/\s+/)
  if (!fields.has('first_name')) fields.set('first_name', first)
  if (!fields.has('last_name') && rest.length > 0) fields.set('last_name', rest.join(' '))
}

/** Without them a person is somebody else, or nobody. */
const needed = new Set(['email', 'external_id'])

/** All that is right; what is wrong of the rest is noted. Throws Refusal for what is needed. */
function checkWithout(
  fields: ReadonlyMap<string, unknown>,
  own: ReadonlyMap<string, unknown>,
  types: PropertyTypes,
  notes: Refusal[],
): ContactFields {
  const given = Object.fromEntries(fields)
  const all = own.size === 0 ? given : { ...given, properties: Object.fromEntries(own) }
  try {
    return checkFields(all, types)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const isRight = (one: object): boolean => {
    try {
      checkFields(one, types)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (Object.keys(one).some(name => needed.has(name))) throw error
      notes.push(error)
      return false
    }
  }
  const good = [...fields].filter(([name, value]) => isRight({ [name]: value }))
  const goodOwn = [...own].filter(([key, value]) => isRight({ properties: { [key]: value } }))
  return checkFields(
    { ...Object.fromEntries(good), properties: Object.fromEntries(goodOwn) },
    types,
  )
}
