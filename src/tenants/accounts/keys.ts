/**
 * API keys. A key is shown once, at creation; the database holds its SHA-256 and its first
 * characters. 190 random bits need no slow hash: there is nothing to guess.
 *
 * A key that was found is cached for less than a second; a deletion waits for that long, so that the
 * key is dead on every node when the caller hears that it is deleted.
 */
import { hash } from 'node:crypto'
import { type Networks, parseNetworks } from '#kernel/base/addresses.ts'
import { inCell } from '#kernel/base/cell.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { KeyPrincipal, Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { KeyRow, ShownKey } from './account.ts'
import { checkNewKey, type NewApiKey } from './new-key.ts'
import * as store from './store.ts'

/** A recognised key: whose data it opens, who acts, from where, and how often they may. */
export interface KeyRecord {
  readonly tenant: Tenant
  readonly principal: KeyPrincipal
  /** What of it is shown. */
  readonly prefix: string
  /** Null: from everywhere. */
  readonly allowed: Networks | null
  /** Calls per second; 0: no limit. */
  readonly rate: number
  /** When it stops working by itself; null: never. */
  readonly expiresAtMs: number | null
}

const defaultRate = 10
/** The list of keys has no pages. */
const maxKeys = 200
const randomLength = 32
const shownLength = 14

type MadeKey = ShownKey & { readonly key: string }

/** Makes a key; `key` is the only time that it is readable. */
export function createKey(
  world: Pick<World, 'db' | 'random' | 'ids' | 'clock' | 'settings'>,
  input: NewApiKey,
): Promise<MadeKey> {
  return world.db.transaction(tx => createKeyIn(tx, world, input))
}

/** The same in the caller's transaction. */
export async function createKeyIn(
  tx: Tx,
  world: Pick<World, 'random' | 'ids' | 'clock' | 'settings'>,
  input: NewApiKey,
): Promise<MadeKey> {
  checkNewKey(input)
  const key = `svc_${input.mode}_${inCell(world.settings.MALOTE_CELL, base62(world, randomLength))}`
  const now = world.clock.now()
  const { createdBy = null, expiresInDays = null } = input
  const record: ShownKey = {
    id: world.ids.next(),
    projectId: input.projectId,
    prefix: shownPart(key),
    name: input.name ?? '',
    mode: input.mode,
    scope: input.scope,
    allowIps: input.allowIps ?? [],
    rate: input.rate ?? null,
    createdAt: new Date(now),
    lastUsedAt: null,
    createdBy,
    expiresAt: expiresInDays === null ? null : new Date(now + expiresInDays * dayMs),
  }
  if (!(await store.selectProject(tx, input.projectId))) throw new Refusal('resource_not_found')
  if ((await store.selectKeys(tx, input.projectId)).length >= maxKeys) throw tooManyKeys()
  await store.insertKey(tx, { ...record, hash: hashOf(key) })
  return { ...record, key }
}

const tooManyKeys = () =>
  new Refusal('invalid_field', {
    param: 'name',
    why: {
      en: `A project has at most ${maxKeys} keys. Delete those that are no longer used.`,
      pt: `Um projeto tem no máximo ${maxKeys} chaves. Exclua as que não são mais usadas.`,
    },
  })

/** What of a key is shown after its creation: enough to tell it from others. */
export const shownPart = (key: string): string => key.slice(0, shownLength)

/** Newest first. */
export function listKeys(world: Pick<World, 'db'>, projectId: Uuid): Promise<readonly ShownKey[]> {
  return store.selectKeys(world.db, projectId)
}

/**
 * Deletes a key, of the project only where one is named. Resolves when no node believes it any more,
 * which takes a moment: the service's own, where the operator's command has deleted it, too.
 */
export async function deleteKey(
  world: Pick<World, 'db' | 'signals' | 'clock'>,
  keyId: Uuid,
  projectId: Uuid | null = null,
): Promise<void> {
  if (!(await store.deleteKeyRow(world.db, keyId, projectId))) {
    throw new Refusal('resource_not_found')
  }
  await keysAreGone(world)
}

/** Resolves when no node believes keys any more that have just stopped working. */
export async function keysAreGone(world: Pick<World, 'signals' | 'clock'>): Promise<void> {
  keysHaveChanged(world)
  await world.clock.sleep(cacheTtlMs)
}

/** A key as the API and the operator's command show it. */
export function showKey(key: ShownKey): Record<string, unknown> {
  return {
    id: show('key', key.id),
    prefix: key.prefix,
    name: key.name,
    mode: key.mode,
    scope: key.scope,
    allow_ips: key.allowIps,
    rate: key.rate,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}

const changed = 'keys'

/** Makes this node forget the keys that it has seen; the others do so by themselves. */
export function keysHaveChanged(world: Pick<World, 'signals'>): void {
  world.signals.emit(changed)
}

/** What the process knows of keys seen within the last second. */
interface Keyring {
  find(token: string): KeyRecord | null | Promise<KeyRecord | null>
}

type KeyWorld = Pick<World, 'db' | 'clock' | 'signals' | 'log'>

const keyring: Part<Keyring, KeyWorld> = { name: 'API keys', make: createKeyring }

/**
 * The key behind a token, or null where none is; a promise only where the database must be asked.
 * Notes its use, at most once a minute.
 */
export function findKey(
  world: KeyWorld & Pick<World, 'runtime'>,
  token: string,
): KeyRecord | null | Promise<KeyRecord | null> {
  const found = world.runtime.get(keyring, world).find(token)
  const unlessExpired = (key: KeyRecord | null) =>
    key?.expiresAtMs != null && key.expiresAtMs <= world.clock.now() ? null : key
  return found instanceof Promise ? found.then(unlessExpired) : unlessExpired(found)
}

const cacheTtlMs = 900
const notedEveryMs = 60_000
const maxKept = 10_000
/** Longer ones cannot exist, so nothing is hashed for them. */
const tokenShape = /^svc_(live|test)_[0-9A-Za-z]{32}$/

function createKeyring(world: KeyWorld): Keyring {
  const kept = new Map<string, CachedKey>()
  const notedAt = new Map<Uuid, number>()
  world.signals.on(changed, () => kept.clear())

  async function ask(name: string): Promise<KeyRecord | null> {
    const row = await store.selectKeyByHash(world.db, Buffer.from(name, 'base64'))
    return row === null ? null : readRow(row)
  }

  /** Asks once for all who want to know meanwhile. */
  async function learn(name: string, now: number): Promise<KeyRecord | null> {
    let entry = kept.get(name)
    if (!entry || now - entry.at >= cacheTtlMs) {
      if (kept.size >= maxKept) kept.clear()
      // The age counts from before the question: the answer may be as old as that.
      entry = { found: ask(name), at: now }
      kept.set(name, entry)
    }
    try {
      const record = await entry.found
      // Unknown ones are not kept: a key may be tried a moment before it exists.
      if (record === null) kept.delete(name)
      else {
        entry.record = record
        note(record)
      }
      return record
    } catch (error) {
      kept.delete(name)
      throw error
    }
  }

  function note({ tenant: { projectId }, principal: { keyId } }: KeyRecord): void {
    const now = world.clock.now()
    if (now - (notedAt.get(keyId) ?? 0) < notedEveryMs) return
    if (notedAt.size >= maxKept) notedAt.clear()
    notedAt.set(keyId, now)
    store.touchKeys(world.db, [{ keyId, projectId, at: new Date(now) }]).catch((error: Error) => {
      world.log.warn({ key: keyId, error: error.message }, 'the use of a key was not noted')
    })
  }

  return {
    find(token) {
      if (!tokenShape.test(token)) return null
      const name = markOfKey(token)
      const now = world.clock.monotonic()
      const entry = kept.get(name)
      if (entry?.record === undefined || now - entry.at >= cacheTtlMs) return learn(name, now)
      note(entry.record)
      return entry.record
    },
  }
}

interface CachedKey {
  readonly found: Promise<KeyRecord | null>
  readonly at: number
  /** Once it was found. */
  record?: KeyRecord
}

function readRow(row: KeyRow): KeyRecord {
  const { keyId, projectId, accountId, mode, scope, projectLanguage, timeZone } = row
  return {
    tenant: { projectId, accountId, mode, projectLanguage, timeZone },
    principal: { kind: 'key', keyId, scope },
    prefix: row.prefix,
    allowed: row.allowIps.length === 0 ? null : parseNetworks(row.allowIps.join(',')),
    rate: row.keyRate ?? row.accountRate ?? defaultRate,
    expiresAtMs: row.expiresAt?.getTime() ?? null,
  }
}

/** By what a key is known that has gone to another cell. */
export const markOfKey = (token: string): string => hash('sha256', token, 'base64')

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Uniform: bytes past the largest multiple of 62 are thrown away. */
function base62(world: Pick<World, 'random'>, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of world.random.bytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}
