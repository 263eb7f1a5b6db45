/**
 * A program that reads one workbook (workbook.ts) from its standard input and writes CSV. The bytes
 * are strangers': what they would unpack to is added up first, from the directory of the archive, and
 * only what is needed of it is unpacked and looked at (workbook-bounds.ts) before a library reads it.
 */
import { once } from 'node:events'
import { stringify } from 'csv-stringify/sync'
import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { attributesOf, boundsOfPart, boundsOfSheet, nameOf, tagsOf } from './workbook-bounds.ts'
import { type AskedWorkbook, workbookEnds } from './workbook-ends.ts'

type Cell = string | number | boolean | Date | null
type Files = Record<string, Uint8Array>
type End = keyof typeof workbookEnds

class EarlyEnd extends Error {
  readonly end: End

  constructor(end: End) {
    super(end)
    this.end = end
  }
}

/** The library unpacks what is large in as many threads as there are entries, but for what is not packed. */
function repacked(archive: Uint8Array, asked: AskedWorkbook): ArrayBuffer {
  mustBeSmall(archive, asked)
  const files = neededOf(archive)
  return zipSync(files, { level: 0 }).buffer as ArrayBuffer
}

/** By what the archive says that it holds. No more than that is ever made of it. */
function mustBeSmall(archive: Uint8Array, { maxUnpackedBytes, maxEntries }: AskedWorkbook): void {
  const all = { bytes: 0, entries: 0 }
  unzipSync(archive, {
    filter: ({ originalSize, size }) => {
      all.bytes += Math.max(originalSize, size)
      all.entries++
      if (all.bytes > maxUnpackedBytes || all.entries > maxEntries) throw new EarlyEnd('large')
      return false
    },
  })
}

const book = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'

function neededOf(archive: Uint8Array): Files {
  const heads = unpack(archive, [book, relations])
  const { sheet, others } = partsOf(heads)
  const files = { ...heads, ...unpack(archive, [sheet, ...others]) }
  if (files[sheet] === undefined) throw new EarlyEnd('broken')
  for (const [name, bytes] of Object.entries(files)) {
    const xml = textOfPart(bytes)
    const bounds = name === sheet ? boundsOfSheet(xml) : boundsOfPart(xml)
    if (bounds !== 'fine') throw new EarlyEnd(bounds)
  }
  return files
}

const unpack = (archive: Uint8Array, names: readonly string[]): Files =>
  unzipSync(archive, { filter: ({ name }) => names.includes(name) })

const textOfPart = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

/** Where the first sheet lies, and what its cells refer to. */
function partsOf(heads: Files) {
  const first = tagsNamed(heads[book], 'sheet').find(one => one.get('name'))
  const targets = tagsNamed(heads[relations], 'Relationship')
  const sheet = targets.find(one => one.get('Id') === first?.get('id'))
  const others = targets.filter(one => /\/(sharedStrings|styles)$/.test(one.get('Type') ?? ''))
  if (sheet === undefined) throw new EarlyEnd('broken')
  return { sheet: pathOf(sheet), others: others.map(pathOf) }
}

function tagsNamed(part: Uint8Array | undefined, name: string): Map<string, string>[] {
  const found: Map<string, string>[] = []
  for (const tag of tagsOf(textOfPart(part)))
    if (nameOf(tag) === name) found.push(attributesOf(tag))
  return found
}

function pathOf(relation: Map<string, string>): string {
  const target = relation.get('Target') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** So many rows become a text at a time: a cell may have 32,767 characters and stand in all of them. */
const rowsAtOnce = 16

async function write(rows: readonly Cell[][], asked: AskedWorkbook): Promise<void> {
  let bytes = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const csv = Buffer.from(csvOf(rows.slice(at, at + rowsAtOnce), asked.delimiter))
    bytes += csv.length
    if (bytes > asked.maxUnpackedBytes) throw new EarlyEnd('large')
    if (!process.stdout.write(csv)) await once(process.stdout, 'drain')
  }
}

const csvOf = (rows: readonly Cell[][], delimiter: string): string =>
  stringify(
    rows.map(row => row.map(textOf)),
    { delimiter, quoted_match: /[\r\n]/ },
  )

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

async function given(): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

async function run(asked: AskedWorkbook): Promise<End> {
  const archive = await given()
  try {
    const rows = (await readSheet(repacked(archive, asked))) as Cell[][]
    if (rows.length === 0) return 'empty'
    await write(rows, asked)
    return 'read'
  } catch (error) {
    return error instanceof EarlyEnd ? error.end : 'broken'
  }
}

// The library may throw where nobody waits for it.
process.on('uncaughtException', () => process.exit(workbookEnds.broken))
process.exitCode = workbookEnds[await run(JSON.parse(process.argv[2]!) as AskedWorkbook)]
