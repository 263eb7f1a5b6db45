/**
 * `malote backup`: everything of an installation in one file, while it runs. Lines in gzip: the
 * manifest, the key file and uploaded pictures, the rows of each table, and the counts at the end,
 * without which a file is no backup. It needs nothing but this program to be made and put back.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Settings } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import {
  connect,
  listMigrations,
  listParts,
  listTables,
  readRows,
  type TablePart,
} from './copy-rows-store.ts'
import { keyFile } from './keyring.ts'
import { programVersion } from './version.ts'

export interface Manifest {
  readonly malote_backup: 1
  readonly version: string
  readonly created_at: string
  readonly migrations: readonly string[]
  readonly tables: readonly string[]
  readonly parts: readonly TablePart[]
}

/** A line of the file that is no row. */
type Mark =
  | { readonly manifest: Manifest }
  | { readonly file: string; readonly content: string }
  | { readonly table: string }
  | { readonly end: RowCounts }

export type RowCounts = Readonly<Record<string, number>>

/** Told of what has been done so far. */
export type CopyProgress = (table: string, rows: number) => void

interface BackupOptions {
  readonly address: DatabaseAddress
  readonly settings: Settings
  readonly to: string
  readonly now: number
  readonly tell: CopyProgress
}

export const keyName = 'sealing.key'

export async function backUp(
  options: BackupOptions,
): Promise<{ file: string; counts: RowCounts; files: number }> {
  const file = await fileFor(options.to, options.now)
  const partial = `${file}.partial`
  const counts: Record<string, number> = {}
  let files = 0
  const lines = async function* (): AsyncGenerator<string> {
    const client = await connect(options.address)
    try {
      const snapshot = await openSnapshot(client, options.now)
      yield line({ manifest: snapshot })
      for (const table of snapshot.tables) {
        yield line({ table })
        counts[table] = 0
        for await (const rows of readRows(client, `"${table}"`)) {
          counts[table] += rows.length
          yield rows.map(row => `${JSON.stringify(row)}\n`).join('')
          options.tell(table, counts[table])
        }
      }
      await client.query('rollback')
      // After the rows: every picture that they know is in it.
      for await (const mark of filesOf(options.settings)) {
        if (mark.file !== keyName) files++
        yield line(mark)
      }
      yield line({ end: counts })
    } finally {
      await client.end()
    }
  }
  try {
    await pipeline(lines, createGzip({ level: 5 }), createWriteStream(partial, { mode: 0o600 }))
    const handle = await open(partial)
    await handle.sync()
    await handle.close()
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return { file, counts, files }
}

const line = (mark: Mark): string => `${JSON.stringify(mark)}\n`

async function openSnapshot(
  client: Awaited<ReturnType<typeof connect>>,
  now: number,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  return {
    malote_backup: 1,
    version: await programVersion(),
    created_at: new Date(now).toISOString(),
    migrations: await listMigrations(client),
    tables: await listTables(client),
    parts: await listParts(client),
  }
}

/** A folder that is there, or is written as one, gets a file named by the moment. */
async function fileFor(to: string, now: number): Promise<string> {
  const isFolder = /[\\/]$/.test(to) || (await stat(to).catch(() => null))?.isDirectory() === true
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const file = isFolder ? path.join(to, `malote-${stamp}.backup`) : path.resolve(to)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  if (await stat(file).catch(() => null)) {
    throw new DatabaseRefused(faultText('file_exists', { file }), 'to')
  }
  return file
}

/** The key that secrets are sealed under, and pictures that lie in a folder. */
async function* filesOf(settings: Settings): AsyncGenerator<Extract<Mark, { file: string }>> {
  const key = await readFile(keyFile(settings)).catch(() => null)
  if (key !== null) yield { file: keyName, content: key.toString('base64') }
  const folder = settings.MALOTE_FILES
  if (/^s3:/.test(folder)) return
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const one of found) {
    if (!one.isFile()) continue
    const whole = path.join(one.parentPath, one.name)
    const name = path.relative(folder, whole).split(path.sep).join('/')
    const content = (await readFile(whole)).toString('base64')
    yield { file: `files/${name}`, content }
  }
}

/** The newest of a folder, or the file itself. */
export async function backupAt(from: string): Promise<string> {
  const found = await stat(from).catch(() => null)
  if (found?.isFile()) return from
  const names = found ? await readdir(from) : []
  const newest = names
    .filter(name => name.endsWith('.backup'))
    .sort()
    .at(-1)
  if (newest === undefined) throw new DatabaseRefused(faultText('no_backup', { from }), 'from')
  return path.join(from, newest)
}

/** The lines of a backup: what is no row as a mark. Throws DatabaseRefused for what is none. */
export async function* linesOf(file: string): AsyncGenerator<Mark | string> {
  const input = createReadStream(file).pipe(createGunzip())
  let isFirst = true
  let isEnded = false
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const one = JSON.parse(text) as Mark | string
      if (isFirst && (typeof one === 'string' || !('manifest' in one)))
        throw new Error('no manifest')
      isFirst = false
      isEnded = typeof one !== 'string' && 'end' in one
      yield one
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    if (!isBroken(error)) throw error
  }
  if (!isEnded) throw new DatabaseRefused(faultText('half_a_backup', { file }), 'from')
}

const isBroken = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  /no manifest|zlib|header|unexpected end/i.test(String(error)) ||
  /^Z_/.test((error as { code?: string }).code ?? '')
