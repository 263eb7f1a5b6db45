/**
 * What a file is: its encoding, delimiter and columns, which fields they are likely to be, how its
 * numbers and days are written. Shown to a person before anything runs, so all of it is judged here:
 * what the database or a page could not have is in none of it.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isDate, type PropertyType } from '../contacts/fields/property.ts'
import { type KnownProperties, proposedMapping, sourceOf } from './columns.ts'
import { decode, type FileEncoding, isOf, markLength, shownText } from './encoding.ts'
import { FileEvidence } from './evidence.ts'
import { isWellFormed, parseObject, readMembers } from './objects.ts'
import { isAgreeingTitle, proposedProperties } from './proposals.ts'
import type { RecognisedFile } from './recognised.ts'
import { eachRecord, type FileChunks, type RecordPlace } from './records.ts'
import { type RawRecord, splitRecords } from './split.ts'
import {
  firstLineTooLong,
  maxColumns,
  maxFirstBytes,
  parseRecord,
  parseRecords,
  type TableForm,
  type ToldForm,
  tableForm,
} from './table.ts'

interface RecognitionRequest {
  readonly encoding: FileEncoding
  readonly told: ToldForm
  readonly known: KnownProperties
}

type PlacedRecognition = RecognisedFile & { readonly first: RecordPlace }

const maxLinesSampled = 20
const maxShownChars = 500

const refuse = (why: Text): Refusal => new Refusal('invalid_field', { param: 'file', why })
const noRows = (): Refusal => refuse({ en: 'The file is empty.', pt: 'O arquivo está vazio.' })

/** Throws Refusal for what is no table or holds no lines. */
export async function recognise(
  file: FileChunks,
  format: 'csv' | 'ndjson',
  asked: RecognitionRequest,
): Promise<PlacedRecognition> {
  const head = await file.read(0)
  if (head === null || head.toString('latin1').trim() === '') throw noRows()
  return format === 'ndjson' ? recogniseLines(file, head, asked) : recogniseTable(file, head, asked)
}

async function recogniseTable(
  file: FileChunks,
  head: Buffer,
  asked: RecognitionRequest,
): Promise<PlacedRecognition> {
  const { encoding, told, known } = asked
  mustBeTable(head, encoding)
  const form = tableForm(head, encoding, told)
  const { delimiter, header, columns } = form
  const evidence = await gather(file, form, encoding)
  if (!header && evidence.sample().length === 0) throw noRows()
  const proposed = proposedMapping(columns, known, at => evidence.kindsOf(at))
  const fields = decided(columns, proposed, (column, at) => tells(evidence, at, column))
  const typeOf = (at: number): PropertyType | null => evidence.typeOf(at)
  const isAnswer = (at: number): boolean => evidence.isYesOrNo(at)
  return {
    encoding,
    delimiter,
    header,
    columns: [...columns],
    ...fields,
    ...proposals(columns, fields, { known, typeOf, isAnswer }),
    source: sourceOf(columns),
    sample: evidence
      .sample()
      .map(({ cells }) => Object.fromEntries(columns.map((name, i) => [name, shown(cells[i])]))),
    difficult: [...evidence.difficult()],
    formats: evidence.formats(columns).map(one => ({ ...one, example: shown(one.example) })),
    first: { byte: form.byte, line: form.line },
  }
}

/** That a column says who has left, or that it may. */
type Tells = 'says' | 'may' | null

function tells(evidence: FileEvidence | undefined, at: number, column: string): Tells {
  if (evidence?.kindsOf(at)?.isStanding === true) return 'says'
  return evidence?.mayTellWhoLeft(at, column) === true ? 'may' : null
}

/** What is proposed, and on which columns somebody has to decide. */
function decided(
  columns: readonly string[],
  proposed: RecognisedFile['mapping'],
  tellsOf: (column: string, at: number) => Tells,
): Pick<RecognisedFile, 'mapping' | 'leaving'> {
  const leaving = columns.filter((column, at) => {
    const told = tellsOf(column, at)
    return told === 'says' || (told === 'may' && !isDecided(proposed[column]!))
  })
  return { mapping: withoutOpen(proposed, leaving), leaving }
}

interface Proposing {
  readonly known: KnownProperties
  readonly typeOf: (at: number) => PropertyType | null
  readonly isAnswer: (at: number) => boolean
}

/** What the columns that are no field could be. */
function proposals(
  columns: readonly string[],
  { mapping, leaving = [] }: Pick<RecognisedFile, 'mapping' | 'leaving'>,
  { known, typeOf, isAnswer }: Proposing,
): Pick<RecognisedFile, 'proposed' | 'agreeing'> {
  const source = sourceOf(columns)
  const proposing = { columns, mapping, leaving, source, known, typeOf }
  return {
    proposed: proposedProperties(proposing),
    agreeing: columns.filter((column, at) => {
      const isOpen = !leaving.includes(column) && !isDecided(mapping[column] ?? null)
      return isOpen && isAgreeingTitle(column) && isAnswer(at)
    }),
  }
}

/** A title that says the field of every contact says more than words below it. */
const isDecided = (field: string | null): boolean =>
  field !== null && !field.startsWith('properties.')

/** Of a column that somebody has to decide on nothing is proposed: nobody might look at it. */
const withoutOpen = (
  proposed: RecognisedFile['mapping'],
  leaving: readonly string[],
): RecognisedFile['mapping'] =>
  Object.values(proposed).some(field => /^(un)?subscribed$/.test(field ?? ''))
    ? proposed
    : Object.fromEntries(Object.entries(proposed).filter(([column]) => !leaving.includes(column)))

const shown = (text = ''): string => shownText(text.slice(0, maxShownChars))

/** Lines of JSON under the name of a table would be a table of one strange column. */
function mustBeTable(head: Buffer, encoding: FileEncoding): void {
  const { records } = splitRecords(head.subarray(markLength(head)), {
    isEnd: true,
    delimiter: null,
    line: 1,
    max: 2,
  })
  const texts = records.map(({ start, end }) =>
    decode(head.subarray(markLength(head) + start, markLength(head) + end), encoding),
  )
  if (texts.length === 0 || !texts.every(text => parseObject(text) !== null)) return
  throw refuse({
    en: 'The file is NDJSON. Make an import with the format ndjson and send it to that.',
    pt: 'O arquivo é NDJSON. Crie uma importação com o formato ndjson e envie-o a ela.',
  })
}

async function gather(
  file: FileChunks,
  form: TableForm,
  encoding: FileEncoding,
): Promise<FileEvidence> {
  const evidence = new FileEvidence(form.columns.length)
  const shape =
    form.addressAt < 0 ? null : { width: form.columns.length, addressAt: form.addressAt }
  const { byte, line } = form
  const reading = { byte, line, delimiter: form.delimiter.charCodeAt(0), shape }
  await eachRecord(file, reading, (bytes, records) =>
    take(evidence, bytes, { records, form, encoding }),
  )
  return evidence
}

function take(
  evidence: FileEvidence,
  bytes: Buffer,
  {
    records,
    form: { delimiter },
    encoding,
  }: {
    readonly records: readonly RawRecord[]
    readonly form: TableForm
    readonly encoding: FileEncoding
  },
): void {
  const good = records.filter(({ cells, flaw }) => flaw !== 'long' && cells <= maxColumns)
  const texts = good.map(({ start, end }) => decode(bytes.subarray(start, end), encoding))
  const sound = good.flatMap(({ flaw }, i) => (flaw === null ? [texts[i]!] : []))
  const parsed = parseRecords(sound, delimiter)
  let n = 0
  good.forEach(({ start, end, line, flaw }, i) => {
    const cells = flaw === null ? parsed[n++]! : parseRecord(texts[i]!, delimiter, true)
    const isDamaged = texts[i]!.includes('\ufffd') && !isOf(bytes.subarray(start, end), encoding)
    const why = flaw === null ? (isDamaged ? 'encoding' : null) : 'quotes'
    evidence.take({ line, cells, flaw: why })
  })
}

// Lines of JSON ------------------------------------------------------------------------------------

/** The columns are those of the first lines; what their values say of them, more lines say. */
async function recogniseLines(
  file: FileChunks,
  head: Buffer,
  { known }: RecognitionRequest,
): Promise<PlacedRecognition> {
  const byte = markLength(head)
  const bytes = head.subarray(byte)
  const { records } = splitRecords(bytes, {
    isEnd: true,
    delimiter: null,
    line: 1,
    max: maxLinesSampled,
  })
  const rows = records.flatMap(({ start, end }) => membersOf(bytes, start, end) ?? [])
  if (rows.length === 0 && records.every(({ flaw }) => flaw === null)) throw noObjects(bytes)
  const members = await gatherLines(file, byte)
  const first = new Set(rows.flatMap(row => [...row.keys()]))
  if (first.size > maxColumns) {
    throw refuse({
      en: `A file has at most ${maxColumns} different fields.`,
      pt: `Um arquivo tem no máximo ${maxColumns} campos diferentes.`,
    })
  }
  const tellsOf = (name: string) => tells(members.get(name), 0, name)
  // Of what begins further down only what somebody has to decide on is a column.
  const columns = [
    ...first,
    ...[...members.keys()].filter(name => !first.has(name) && tellsOf(name) !== null),
  ]
  const evidenceOf = (at: number) => members.get(columns[at]!)
  const proposed = proposedMapping(columns, known, at => evidenceOf(at)?.kindsOf(0) ?? null)
  const fields = decided(columns, proposed, tellsOf)
  const typeOf = (at: number): PropertyType | null =>
    typeOfValues(rows.flatMap(row => row.get(columns[at]!) ?? []))
  const isAnswer = (at: number): boolean => evidenceOf(at)?.isYesOrNo(0) ?? false
  return {
    encoding: 'utf-8',
    delimiter: null,
    columns,
    ...fields,
    ...proposals(columns, fields, { known, typeOf, isAnswer }),
    source: sourceOf(columns),
    sample: rows.map(row =>
      Object.fromEntries([...row].map(([name, value]) => [name, shown(textOf(value))])),
    ),
    first: { byte, line: 1 },
  }
}

/** Lines of JSON have types of their own; a day is a text. null: nothing that a property could hold. */
function typeOfValues(values: readonly unknown[]): PropertyType | null {
  const areAll = (is: (value: unknown) => boolean): boolean => values.every(is)
  if (values.length === 0) return null
  if (areAll(one => typeof one === 'boolean')) return 'boolean'
  if (areAll(one => typeof one === 'number')) return 'number'
  if (!areAll(one => typeof one === 'string')) return null
  return areAll(isDate) ? 'date' : 'string'
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function membersOf(bytes: Buffer, start: number, end: number): Map<string, unknown> | null {
  const row = parseObject(bytes.toString('utf8', start, end))
  return row === null || !isWellFormed(row) ? null : readMembers(row)
}

/** What the values of each member say, as the cells of a column do. */
async function gatherLines(
  file: FileChunks,
  byte: number,
): Promise<ReadonlyMap<string, FileEvidence>> {
  const members = new Map<string, FileEvidence>()
  const take = (bytes: Buffer, { start, end, line, flaw }: RawRecord): void => {
    const row = flaw === null ? membersOf(bytes, start, end) : null
    for (const [name, value] of row ?? []) {
      if (value === null || typeof value === 'object') continue
      const evidence = members.get(name) ?? new FileEvidence(1)
      if (members.size < maxColumns) members.set(name, evidence)
      evidence.take({ line, cells: [String(value)], flaw: null })
    }
  }
  await eachRecord(file, { byte, line: 1, delimiter: null, shape: null }, (bytes, records) => {
    for (const record of records) take(bytes, record)
  })
  return members
}

function noObjects(bytes: Buffer): Refusal {
  const isArray = bytes.toString('latin1', 0, 100).trimStart().startsWith('[')
  if (!isArray && bytes.length > maxFirstBytes && !bytes.subarray(0, maxFirstBytes).includes('\n'))
    return firstLineTooLong()
  return refuse(
    isArray
      ? {
          en: 'The file is one JSON array. Write one object a line, without brackets and commas.',
          pt: 'O arquivo é uma lista JSON. Escreva um objeto por linha, sem colchetes nem vírgulas.',
        }
      : {
          en: 'None of the first lines is a JSON object.',
          pt: 'Nenhuma das primeiras linhas é um objeto JSON.',
        },
  )
}
