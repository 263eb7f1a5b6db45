/** A file as an import reads it, without a database: recognised, split, judged line by line. */
import type { PropertyType } from '#marketing/contacts/fields/property.ts'
import { knownProperties } from '#marketing/imports/columns.ts'
import { type FileEncoding, Utf8Census } from '#marketing/imports/encoding.ts'
import { fieldIn, type Mapping } from '#marketing/imports/habits.ts'
import { fullMapping, mustBeDecided } from '#marketing/imports/mapping.ts'
import { freshOptions } from '#marketing/imports/options.ts'
import { recognise } from '#marketing/imports/recognise.ts'
import type { RecognisedFile } from '#marketing/imports/recognised.ts'
import { type ReadRow, readRows } from '#marketing/imports/rows.ts'
import { type Skipping, splitRecords } from '#marketing/imports/split.ts'
import type { ToldFile } from '#marketing/imports/store.ts'

interface Reading {
  readonly format?: 'csv' | 'ndjson'
  readonly properties?: Readonly<Record<string, PropertyType>>
  readonly mapping?: Mapping
  readonly told?: ToldFile
}

const chunkBytes = 256 * 1024

export async function recogniseFile(
  file: string | Buffer,
  { format = 'csv', properties = {}, told = {} }: Reading = {},
): Promise<Awaited<ReturnType<typeof recognise>>> {
  const bytes = Buffer.from(file)
  const census = new Utf8Census()
  census.take(bytes)
  const encoding: FileEncoding = told.encoding ?? census.judge()
  const chunks = {
    bytes: bytes.length,
    read: async (n: number) => {
      const chunk = bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes)
      return chunk.length === 0 ? null : chunk
    },
    breathe: async () => {},
  }
  const known = knownProperties(Object.keys(properties))
  return recognise(chunks, format, { encoding, told, known })
}

/** Rejects with the Refusal that says what is still to be decided. */
export async function readFile(
  file: string | Buffer,
  reading: Reading = {},
): Promise<{ readonly recognised: RecognisedFile; readonly rows: readonly ReadRow[] }> {
  const { format = 'csv', told = {} } = reading
  const properties = new Map(Object.entries(reading.properties ?? {}))
  const { first, ...recognised } = await recogniseFile(file, reading)
  const given = reading.mapping ?? recognised.mapping
  const options = { ...freshOptions(format, 'test'), file: told }
  mustBeDecided({ recognised, given, options, properties })
  const mapping = fullMapping(recognised, given)
  const addressAt = recognised.columns.findIndex(one => fieldIn(mapping, one) === 'email')
  const shape = { width: recognised.columns.length, addressAt }
  const delimiter = recognised.delimiter?.charCodeAt(0) ?? null
  const bytes = Buffer.from(file)
  const rows: ReadRow[] = []
  let { byte, line } = first
  let skipping: Skipping | null = null
  // A window as an import has it: what is read at once is a few chunks.
  for (let chunks = 1; byte < bytes.length; ) {
    const window = bytes.subarray(byte, byte + chunks * chunkBytes)
    const isEnd = byte + window.length >= bytes.length
    const split = splitRecords(window, { isEnd, delimiter, line, max: 100, skipping, shape })
    rows.push(...readRows(window, split.records, { recognised, mapping, properties, told }))
    if (split.next === 0 && isEnd) break
    chunks = split.next === 0 ? chunks + 1 : 1
    byte += split.next
    ;({ line, skipping } = split)
  }
  return { recognised, rows }
}

/** Of each line what became of it, briefly: the fields, or the parameter of the error. */
export const inShort = (rows: readonly ReadRow[]) =>
  rows.map(one => {
    if ('error' in one) return [one.line, one.error.code, one.error.param ?? null]
    const { email, firstName, lastName, properties } = one.fields
    return [one.line, email, firstName ?? null, lastName ?? null, properties ?? {}]
  })
