/** The secret behind every token of this installation: return paths, unsubscribe and click links. */

import type { Sql } from '#kernel/world/db.ts'
import { currentHead, seal, unseal } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import { findKept, keep, keepLargest, keepOrGet } from './store.ts'

/** MALOTE_SECRET, or 32 random bytes made once and shared by all nodes through the database. */
export async function installationSecret(
  world: Pick<World, 'db' | 'random' | 'settings'>,
): Promise<Buffer> {
  const configured = world.settings.MALOTE_SECRET
  if (configured !== '') return Buffer.from(configured)
  const made = seal('token', world.random.bytes(32))
  return unseal('token', await keepOrGet(world.db, tokenName, made))
}

const tokenName = 'token_secret'

/** Seals it under the first key, if it is not. */
export async function sealTokenAnew(sql: Sql): Promise<number> {
  const [kept, head] = [await findKept(sql, tokenName), currentHead()]
  if (kept === null || head === null || kept.toString('latin1', 0, head.length) === head) return 0
  await keep(sql, tokenName, seal('token', unseal('token', kept)))
  return 1
}

/** How far in the future this database has been at most, this time included; ms. */
export const furthestAhead = (sql: Sql, aheadMs: number): Promise<number> =>
  keepLargest(sql, 'clock_ahead', aheadMs)
