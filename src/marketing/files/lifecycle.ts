/** What ends here: files with their project, and bytes once nothing needs them. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { removeBytes } from './remove.ts'
import { deleteFilesOf, listToRemove } from './store.ts'

const batchSize = 1_000
const removedAtOnce = 50

export const filesLifecycle: Lifecycle = {
  name: 'files',
  clearProjects: async ({ db, clock }, projectIds) =>
    (await deleteFilesOf(db, projectIds, { count: batchSize, at: new Date(clock.now()) })) > 0,
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    for (;;) {
      const names = await listToRemove(world.db, new Date(world.clock.now()), removedAtOnce)
      if (names.length === 0) return
      for (const name of names) {
        if (!(await removeBytes(world, name))) return
        if (world.clock.monotonic() >= deadline) return
      }
    }
  },
}
