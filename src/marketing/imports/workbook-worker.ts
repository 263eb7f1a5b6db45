/**
 * A thread that reads workbooks (workbook.ts). The bytes are strangers': what they would unpack to is
 * added up first, from the directory of the archive, and nothing is unpacked that would be too much.
 */
import { parentPort } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'
import type { AskedWorkbook, ReadWorkbook } from './workbook.ts'

type Cell = string | number | boolean | Date | null

interface Packages {
  readonly readSheet: (bytes: ArrayBuffer) => Promise<Cell[][]>
  readonly unzipSync: (
    bytes: Uint8Array,
    options: { readonly filter: (file: Entry) => boolean },
  ) => unknown
}

interface Entry {
  readonly name: string
  readonly originalSize: number
}

/** By names that the compiler does not follow: the packages are optional. */
const names = { sheets: 'read-excel-file/universal', archives: 'fflate' }

async function load(): Promise<Packages | null> {
  try {
    const { readSheet } = (await import(names.sheets)) as Pick<Packages, 'readSheet'>
    const { unzipSync } = (await import(names.archives)) as Pick<Packages, 'unzipSync'>
    return { readSheet, unzipSync }
  } catch {
    return null
  }
}

async function read(packages: Packages | null, asked: AskedWorkbook): Promise<ReadWorkbook> {
  if (packages === null) return { kind: 'absent' }
  try {
    const { bytes, entries } = unpacked(packages, asked.bytes)
    if (bytes > asked.maxUnpackedBytes || entries > asked.maxEntries) return { kind: 'large' }
    const rows = await packages.readSheet(asked.bytes)
    if (rows.length === 0) return { kind: 'empty' }
    const csv = stringify(
      rows.map(row => row.map(textOf)),
      { delimiter: asked.delimiter, quoted_match: /[\r\n]/ },
    )
    return { kind: 'read', csv: new TextEncoder().encode(csv) }
  } catch {
    return { kind: 'broken' }
  }
}

/** What the archive says that it holds. No more than that is ever made of it. */
function unpacked({ unzipSync }: Packages, archive: ArrayBuffer) {
  const all = { bytes: 0, entries: 0 }
  const filter = ({ originalSize }: Entry): boolean => {
    all.bytes += originalSize
    all.entries++
    return false
  }
  unzipSync(new Uint8Array(archive), { filter })
  return all
}

/** A row of the sheet is a line of the file, so that a line that is wrong is found in the sheet. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return dayOf(cell)
  if (typeof cell === 'number') return numeralOf(cell)
  return String(cell).replace(/\s*[\r\n]+\s*/g, ' ')
}

/** 1.234 could be read as one thousand and more, 1.2340 could not. */
const numeralOf = (value: number): string =>
  String(value).replace(/^(-?\d{1,3}\.\d{3})$/, (_all, text: string) => `${text}0`)

/** Sheets know no time zone: what they mean is what the library reads as UTC. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}

const loaded = await load()
parentPort!.on('message', async (asked: AskedWorkbook) => {
  parentPort!.postMessage(await read(loaded, asked))
})
parentPort!.postMessage('ready')
