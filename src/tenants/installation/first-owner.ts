/** Whether the installation is somebody's already, and the code by which it becomes somebody's. */
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { findKept, forgetKept, isKept, keepOrGet } from './store.ts'

/** Kept once the installation is somebody's, by whichever way. */
const ownedName = 'first_start'
const codeName = 'first_claim'

export const isOwned = (sql: Sql): Promise<boolean> => isKept(sql, ownedName)

/** Notes in the caller's transaction that there is an owner; false where another came first. */
export async function markOwned(tx: Tx, world: Pick<World, 'random'>): Promise<boolean> {
  const mark = world.random.bytes(16)
  if (!mark.equals(await keepOrGet(tx, ownedName, mark))) return false
  await forgetKept(tx, codeName)
  return true
}

/** The code that is waited for; null where none is. */
export const findClaimCode = async (sql: Sql): Promise<string | null> =>
  (await findKept(sql, codeName))?.toString() ?? null

/** The same, which is the given one where none was there. */
export const keepClaimCode = async (sql: Sql, code: string): Promise<string> =>
  (await keepOrGet(sql, codeName, Buffer.from(code))).toString()
