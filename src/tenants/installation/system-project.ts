/**
 * The project that the installation's own mail belongs to. It is marked deleted from its first
 * moment, so that no key, no session and no member of any account ever reads what is in it: the
 * links of other people's accounts.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { insertHiddenProject } from '../accounts/store.ts'
import { findKept, keepOrGet } from './store.ts'

/** The same without making it: null where it was never needed. */
export async function findSystemProject(sql: Sql): Promise<Uuid | null> {
  const kept = await findKept(sql, 'letters_project')
  return kept === null ? null : kept.toString()
}

/** Made when first needed; null while there is no account that it could belong to. */
export async function systemProject(
  world: Pick<World, 'db' | 'clock' | 'ids'>,
): Promise<Uuid | null> {
  const kept = await keepOrGet(world.db, 'letters_project', Buffer.from(world.ids.next()))
  const id = kept.toString()
  const isThere = await insertHiddenProject(world.db, id, new Date(world.clock.now()))
  return isThere ? id : null
}
