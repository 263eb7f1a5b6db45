/**
 * The keys that secrets in the database are sealed under (world/sealed.ts): MALOTE_SECRET, or a file
 * beside the embedded database, made at the first start and readable by its owner alone. Without
 * either, as with DATABASE_URL alone, secrets stay plain and the doctor says so: nodes that each made
 * a key of their own could not read each other's.
 */
import { readFileSync } from 'node:fs'
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '#kernel/base/config.ts'
import { hourMs } from '#kernel/base/durations.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { Sql } from '#kernel/world/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import {
  type Keyring,
  newSecret,
  type SealingKey,
  sealingKey,
  useKeyring,
} from '#kernel/world/sealed.ts'
import { isSealCheckReadable, sealCheckExists } from '#tenants/installation/seal-check.ts'

type Place = Pick<
  Settings,
  'MALOTE_DATA_DIR' | 'MALOTE_OLD_SECRETS' | 'MALOTE_SECRET' | 'DATABASE_URL'
>

const formerMs = hourMs

export const keyFile = ({ MALOTE_DATA_DIR: folder }: Pick<Place, 'MALOTE_DATA_DIR'>): string =>
  path.resolve(folder, 'sealing.key')

/** Finds the keys, makes the file's where there is none yet, and refuses where they are the wrong ones. */
export async function openKeyring(sql: Sql, settings: Place): Promise<void> {
  const mayMake = settings.MALOTE_SECRET === '' && settings.DATABASE_URL === ''
  if (mayMake && readKeys(settings).length === 0 && !(await sealCheckExists(sql))) {
    await makeFirstKey(settings)
  }
  useKeyring(keyringOf(settings))
  if (await isSealCheckReadable(sql)) return
  throw new DatabaseRefused(faultText('other_key', { file: keyFile(settings) }))
}

/** A new first key in the file; those before it open what is not sealed anew yet. */
export async function addKey(settings: Place): Promise<void> {
  await writeKeys(settings, [newSecret(), ...readKeys(settings)])
  useKeyring(keyringOf(settings))
}

/**
 * Leaves only the first key in the file, once the others have been former ones for an hour: whoever
 * read the file before has written what it sealed by then.
 */
export async function dropFormerKeys(settings: Place, now: number): Promise<void> {
  const keys = readKeys(settings)
  if (keys.length < 2) return
  const { mtimeMs } = await stat(keyFile(settings))
  if (now - mtimeMs < formerMs) return
  await writeKeys(settings, keys.slice(0, 1))
  useKeyring(keyringOf(settings))
}

function keyringOf(settings: Place): Keyring {
  const { MALOTE_SECRET: secret, MALOTE_OLD_SECRETS: old } = settings
  const kept = readKeys(settings)
  const place = secret !== '' ? 'MALOTE_SECRET' : kept.length > 0 ? keyFile(settings) : ''
  const again = (): Keyring => keyringOf(settings)
  if (place === '') return { keys: [], place, again }
  // A former secret opens; it never seals.
  const secrets = [...(secret === '' ? [] : [secret]), ...kept, ...old]
  return { keys: secrets.map(keyOf), place, again }
}

const made = new Map<string, SealingKey>()

function keyOf(secret: Buffer | string): SealingKey {
  const name = typeof secret === 'string' ? secret : secret.toString('base64')
  const key = made.get(name) ?? sealingKey(secret)
  made.set(name, key)
  return key
}

/** One key a line, base64, the newest first. */
function readKeys(settings: Place): Buffer[] {
  const file = keyFile(settings)
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter(line => line.trim() !== '').map(line => Buffer.from(line, 'base64'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new DatabaseRefused(faultText('unreadable_file', { file, why: message }))
  }
}

/** Of all processes that start at once for the first time, one makes the key, and all read that. */
async function makeFirstKey(settings: Place): Promise<void> {
  const file = keyFile(settings)
  const mine = await writeBeside(file, [newSecret()])
  try {
    // Unlike a renaming it replaces nothing, and the file is whole from the first moment.
    await link(mine, file)
    await syncFolder(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(mine)
  }
}

async function writeKeys(settings: Place, keys: readonly Buffer[]): Promise<void> {
  const file = keyFile(settings)
  await rename(await writeBeside(file, keys), file)
  await syncFolder(file)
}

/** Safe on disk before anything is sealed under it; returns where it is. */
async function writeBeside(file: string, keys: readonly Buffer[]): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  const beside = `${file}.${newSecret().toString('hex', 0, 8)}`
  const handle = await open(beside, 'wx', 0o600)
  try {
    await handle.writeFile(keys.map(key => `${key.toString('base64')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return beside
}

async function syncFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}
