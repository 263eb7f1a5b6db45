/**
 * `malote restore`: what `malote backup` wrote, into an empty database, whole or not at all. The files
 * come last, when the rows are kept; the key first, since secrets are read by it from the start on.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Settings } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import {
  backupAt,
  type CopyProgress,
  keyName,
  linesOf,
  type Manifest,
  type RowCounts,
} from './backup.ts'
import {
  connect,
  emptyTables,
  inTransaction,
  isUsed,
  listMigrations,
  makeParts,
  sqlOf,
  writeRows,
} from './copy-rows-store.ts'
import { keyFile } from './keyring.ts'
import { raisePositions } from './positions-store.ts'

interface RestoreOptions {
  readonly settings: Settings
  readonly from: string
  readonly tell: CopyProgress
}

/** Before the database is opened: its secrets are sealed under the key of the backup. */
export async function restoreKey({ settings, from }: Omit<RestoreOptions, 'tell'>): Promise<void> {
  const file = await backupAt(from)
  for await (const mark of linesOf(file)) {
    if (typeof mark === 'string' || !('file' in mark) || mark.file !== keyName) continue
    const key = Buffer.from(mark.content, 'base64')
    const target = keyFile(settings)
    const there = await readFile(target).catch(() => null)
    if (there?.equals(key)) return
    if (there !== null) {
      throw new DatabaseRefused(faultText('other_backup_key', { file: target }))
    }
    // As a start makes it: of root's database another account is the owner, who has to pass.
    await mkdir(path.dirname(target), { recursive: true, mode: 0o711 })
    await writeFile(target, key, { mode: 0o600 })
    return
  }
}

const pieceRows = 500
const pieceChars = 8 * 1024 * 1024

export async function restore(
  address: DatabaseAddress,
  options: RestoreOptions,
): Promise<{ counts: RowCounts; files: number }> {
  const file = await backupAt(options.from)
  const client = await connect(address)
  try {
    return await inTransaction(client, () => readInto(client, file, options))
  } finally {
    await client.end()
  }
}

async function readInto(client: pg.Client, file: string, { settings, tell }: RestoreOptions) {
  if (await isUsed(client)) throw new DatabaseRefused(faultText('target_in_use'))
  const counts: Record<string, number> = {}
  const written: string[] = []
  let table = ''
  let rows: string[] = []
  let chars = 0
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return
    await writeRows(client, table, rows)
    const count = (counts[table] ?? 0) + rows.length
    counts[table] = count
    tell(table, count)
    rows = []
    chars = 0
  }
  try {
    for await (const one of linesOf(file)) {
      if (typeof one === 'string') {
        rows.push(one)
        chars += one.length
        if (rows.length >= pieceRows || chars >= pieceChars) await flush()
        continue
      }
      await flush()
      if ('manifest' in one) await makeRoom(client, one.manifest)
      else if ('table' in one) {
        table = one.table
        counts[table] = 0
      } else if ('file' in one) await writeUpload(settings, one, written)
      else refuseDifference(counts, one.end)
    }
    await raisePositions(sqlOf(client))
    return { counts, files: written.length }
  } catch (error) {
    await Promise.all(written.map(one => rm(one, { force: true })))
    throw error
  }
}

async function makeRoom(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = await listMigrations(client)
  if (here.join() !== manifest.migrations.join()) {
    const why = faultText('backup_of_other_version', { version: manifest.version })
    throw new DatabaseRefused(why, 'from')
  }
  await emptyTables(client, manifest.tables)
  await makeParts(client, manifest.parts)
}

async function writeUpload(
  { MALOTE_FILES: folder }: Settings,
  { file, content }: { file: string; content: string },
  written: string[],
): Promise<void> {
  if (file === keyName || /^s3:/.test(folder)) return
  const target = path.resolve(folder, file.replace(/^files\//, ''))
  if (!target.startsWith(path.resolve(folder) + path.sep)) return
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, Buffer.from(content, 'base64'))
  written.push(target)
}

function refuseDifference(counts: RowCounts, told: RowCounts): void {
  for (const [table, rows] of Object.entries(told)) {
    if (counts[table] === rows) continue
    const found = counts[table] ?? 0
    throw new DatabaseRefused(faultText('damaged_backup', { table, found, told: rows }), 'from')
  }
}
