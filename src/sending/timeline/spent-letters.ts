/**
 * The installation's own letters carry links with which one resets a password or takes up an
 * invitation. They lie sealed while they wait, and once a letter has arrived, or never will, nobody
 * has a use for its content here.
 */
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { findSystemProject } from '#tenants/installation/system-project.ts'
import { dropEndedContents } from './retention-store.ts'
import { sealContentsAnew } from './sealed-store.ts'

export async function forgetSpentLetters(world: Pick<World, 'db'>): Promise<void> {
  const projectId = await findSystemProject(world.db)
  if (projectId !== null) await dropEndedContents(world.db, projectId)
}

/** Seals those under the first key that are not, some at a time; returns how many. */
export async function sealLetters(tx: Tx, limit: number): Promise<number> {
  const projectId = await findSystemProject(tx)
  return projectId === null ? 0 : sealContentsAnew(tx, projectId, limit)
}
