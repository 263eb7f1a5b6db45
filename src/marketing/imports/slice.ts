/**
 * The records of an import, a slice at a time. What follows a slice is read while the database writes
 * that one, which takes a tenth off the whole: neither has anything else to do meanwhile.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { PropertyTypes } from '../contacts/fields/property.ts'
import { readChunks } from './chunk-store.ts'
import { fieldIn } from './habits.ts'
import { chunkBytes } from './receive.ts'
import { type ReadRow, type RowReading, readRows } from './rows.ts'
import { type LineShape, maxRecordBytes, type Split, splitRecords } from './split.ts'
import type { Cursor, ImportRow } from './store.ts'

const recordsPerSlice = 2_500
/** A letter is some statements by itself. */
const lettersPerSlice = 250
/** As many as a node runs imports at a time; where another node has gone on, the oldest is left. */
const maxAhead = 2

export interface Slice {
  readonly rows: readonly ReadRow[]
  /** Where it begins, and where the next one does. */
  readonly cursor: Cursor
  readonly next: Cursor
  /** Nothing is left, and this is empty. */
  readonly isEnd: boolean
  readonly properties: PropertyTypes
}

const slicesAhead: Part<Map<Uuid, Promise<Slice | null>>, unknown> = {
  name: 'import slices read ahead',
  make: () => new Map(),
}

/** The slice that was read ahead, if one was. To be asked for outside of the import's transaction. */
export function takeAhead(world: Pick<World, 'runtime'>, id: Uuid): Promise<Slice | null> | null {
  const kept = world.runtime.get(slicesAhead, undefined)
  const slice = kept.get(id) ?? null
  kept.delete(id)
  return slice
}

/** Begins to read what comes after a slice; nobody waits for it. */
export function readAhead(
  world: Pick<World, 'db' | 'runtime'>,
  row: ImportRow,
  slice: Slice,
): void {
  const kept = world.runtime.get(slicesAhead, undefined)
  const after = { ...row, cursor: { ...row.cursor, ...slice.next } }
  kept.set(
    row.id,
    readNext(world.db, after, slice.properties).catch(() => null),
  )
  for (const oldest of kept.keys()) {
    if (kept.size <= maxAhead) return
    kept.delete(oldest)
  }
}

/** What is next of an import; as it was read ahead, where that still holds. */
export function nextSlice(
  tx: Sql,
  row: ImportRow,
  properties: PropertyTypes,
  ahead: Slice | null,
): Slice | Promise<Slice> {
  const isSame =
    ahead !== null &&
    ahead.cursor.byte === cursorOf(row).byte &&
    isDeepStrictEqual(ahead.properties, properties)
  return isSame ? ahead : readNext(tx, row, properties)
}

async function readNext(sql: Sql, row: ImportRow, properties: PropertyTypes): Promise<Slice> {
  const cursor = cursorOf(row)
  const { bytes, split } = await readRecords(sql, row, cursor)
  const { line, skipping } = split
  const next = { byte: cursor.byte + split.next, line, skipping }
  return {
    rows: readRows(bytes, split.records, readingOf(row, properties)),
    cursor,
    next,
    isEnd: split.records.length === 0 && next.byte >= row.of_bytes,
    properties,
  }
}

const cursorOf = (row: ImportRow): Cursor => ({
  byte: row.cursor.byte ?? 0,
  line: row.cursor.line ?? 1,
  skipping: row.cursor.skipping ?? null,
})

function readingOf({ recognised, options }: ImportRow, properties: PropertyTypes): RowReading {
  const { mapping, consent, file = {} } = options
  const column = consent?.column ?? null
  return {
    recognised: recognised!,
    mapping: mapping!,
    properties,
    told: file,
    agrees: column === null ? null : { column, yes: consent?.yes ?? [] },
  }
}

/** Where each line has its address; null for NDJSON. */
function shapeOf({ recognised, options: { mapping } }: ImportRow): LineShape | null {
  const columns = recognised?.columns ?? []
  const addressAt = columns.findIndex(column => fieldIn(mapping ?? {}, column) === 'email')
  return addressAt < 0 ? null : { width: columns.length, addressAt }
}

/** The next records; as many chunks are read as hold them. */
async function readRecords(
  sql: Sql,
  row: ImportRow,
  cursor: Cursor,
): Promise<{ bytes: Buffer; split: Split }> {
  const key = { projectId: row.project_id, id: row.id }
  const first = Math.floor(cursor.byte / chunkBytes)
  const offset = cursor.byte - first * chunkBytes
  const delimiter = row.recognised?.delimiter?.charCodeAt(0) ?? null
  const max = row.options.confirm === 'send' ? lettersPerSlice : recordsPerSlice
  const maxChunks = Math.ceil(maxRecordBytes / chunkBytes) + 2
  for (let chunks = 1; ; chunks++) {
    const bytes = (await readChunks(sql, key, first, chunks)).subarray(offset)
    const isEnd = cursor.byte + bytes.length >= row.of_bytes
    const split = splitRecords(bytes, {
      isEnd,
      delimiter,
      line: cursor.line,
      max,
      skipping: cursor.skipping ?? null,
      shape: shapeOf(row),
    })
    if (split.records.length > 0 || split.next > 0 || isEnd || chunks >= maxChunks) {
      return { bytes, split }
    }
  }
}
