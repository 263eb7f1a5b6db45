/**
 * The keys that secrets in the database are sealed under (world/sealed.ts): MALOTE_SECRET, or a file
 * beside the embedded database, made at the first start and readable by its owner alone. Without
 * either, as with DATABASE_URL alone, secrets stay plain and the doctor says so: nodes that each made
 * a key of their own could not read each other's.
 */
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '#kernel/base/config.ts'
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

const formerMs = 3_600_000

export const keyFile = ({ MALOTE_DATA_DIR: folder }: Pick<Place, 'MALOTE_DATA_DIR'>): string =>
  path.resolve(folder, 'sealing.key')

/** Finds the keys, makes the file's where there is none yet, and refuses where they are the wrong ones. */
export async function openKeyring(sql: Sql, settings: Place): Promise<void> {
  const mayMake = settings.MALOTE_SECRET === '' && settings.DATABASE_URL === ''
  if (mayMake && readKeys(settings).length === 0 && !(await sealCheckExists(sql))) {
    await writeKeys(settings, [newSecret()])
  }
  useKeyring(keyringOf(settings))
  if (await isSealCheckReadable(sql)) return
  throw new DatabaseRefused(
    `The secrets in this database are sealed under a key that is not here: set the MALOTE_SECRET that they were sealed under (a former one in MALOTE_OLD_SECRETS), or bring back the file ${keyFile(settings)} from where this database comes from.`,
  )
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
    throw new DatabaseRefused(`${file} cannot be read: ${message}.`)
  }
}

/** Safe on disk before anything is sealed under it. */
async function writeKeys(settings: Place, keys: readonly Buffer[]): Promise<void> {
  const file = keyFile(settings)
  await mkdir(path.dirname(file), { recursive: true })
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(keys.map(key => `${key.toString('base64')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}
