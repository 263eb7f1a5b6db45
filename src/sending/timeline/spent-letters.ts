/**
 * The installation's own letters carry links with which one resets a password or takes up an
 * invitation. Once a letter has arrived, or never will, nobody has a use for its content here.
 */
import type { World } from '#kernel/world/world.ts'
import { findSystemProject } from '#tenants/installation/system-project.ts'
import { dropEndedContents } from './retention-store.ts'

export async function forgetSpentLetters(world: Pick<World, 'db'>): Promise<void> {
  const projectId = await findSystemProject(world)
  if (projectId !== null) await dropEndedContents(world.db, projectId)
}
