/** The secret behind every token of this installation: return paths, unsubscribe and click links. */
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { keepLargest, keepOrGet } from './store.ts'

/** MALOTE_SECRET, or 32 random bytes made once and shared by all nodes through the database. */
export async function installationSecret(
  world: Pick<World, 'db' | 'random' | 'settings'>,
): Promise<Buffer> {
  const configured = world.settings.MALOTE_SECRET
  if (configured !== '') return Buffer.from(configured)
  return keepOrGet(world.db, 'token_secret', world.random.bytes(32))
}

/** How far in the future this database has been at most, this time included; ms. */
export const furthestAhead = (sql: Sql, aheadMs: number): Promise<number> =>
  keepLargest(sql, 'clock_ahead', aheadMs)
