/**
 * From which name a project may send, and with which keys it signs. Looked up for every email, so
 * answers are kept for a second; "not verified" is never kept, so that a domain works in the moment
 * in which its page says so.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { findVerifiedDomain } from './sender-store.ts'
import type { Sender } from './sending-domain.ts'

interface CachedSender {
  readonly sender: Promise<Sender | null>
  readonly until: number
}

const cacheTtlMs = 1_000
const maxKept = 10_000
const senderCache: Part<Map<string, CachedSender>, unknown> = {
  name: 'sender domains',
  make: () => new Map(),
}

/** Whether a project may send from a domain as it stands now, read in somebody's transaction. */
export const mayBeSender = async (sql: Sql, projectId: Uuid, domain: string): Promise<boolean> =>
  (await findVerifiedDomain(sql, projectId, domain)) !== null

/** The verified sending domain of a project, or null: then nothing may be sent from it. */
export async function findSender(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  projectId: Uuid,
  domain: string,
): Promise<Sender | null> {
  const cache = world.runtime.get(senderCache, world)
  const key = `${projectId} ${domain}`
  const now = world.clock.monotonic()
  const hit = cache.get(key)
  if (hit && hit.until > now) return hit.sender
  const sender = findVerifiedDomain(world.db, projectId, domain)
  if (cache.size >= maxKept) cache.clear()
  cache.set(key, { sender, until: now + cacheTtlMs })
  const forget = (): void => {
    if (cache.get(key)?.sender === sender) cache.delete(key)
  }
  const found = await sender.catch((error: unknown) => {
    forget()
    throw error
  })
  if (found === null) forget()
  return found
}

/** Forgets what is kept: a domain of this process has just changed. */
export function senderChanged(world: Pick<World, 'runtime'>): void {
  world.runtime.get(senderCache, world).clear()
}

/** The host of the envelope sender of mail from a domain. */
export const returnPathOf = async (
  world: Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>,
  projectId: Uuid,
  domain: string,
): Promise<string> =>
  (await findSender(world, projectId, domain))?.returnPath ??
  world.settings.MALOTE_RETURN_PATH_DOMAIN

/** The same, read in somebody's transaction: what another connection is asked would hold it open. */
export const returnPathWithin = async (
  tx: Sql,
  { settings }: Pick<World, 'settings'>,
  { projectId, domain }: { readonly projectId: Uuid; readonly domain: string },
): Promise<string> =>
  (await findVerifiedDomain(tx, projectId, domain))?.returnPath ??
  settings.MALOTE_RETURN_PATH_DOMAIN
