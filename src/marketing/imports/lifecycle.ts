/** What ends here: imports with their project, files and what could be undone after seven days. */
import { dayMs } from '#kernel/base/durations.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteImportsOf, forgetOldChanges, forgetPersonIn } from './forget-store.ts'

const batchSize = 1_000
const keptMs = 7 * dayMs

export const importsLifecycle: Lifecycle = {
  name: 'imports',
  async eraseAddress(world, person) {
    await world.db.transaction(tx => forgetPersonIn(tx, person))
    return undefined
  },
  clearProjects: async (world, projectIds) =>
    (await deleteImportsOf(world.db, projectIds, batchSize)) > 0,
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    const before = new Date(world.clock.now() - keptMs)
    while ((await forgetOldChanges(world.db, before, batchSize)) > 0) {
      if (world.clock.monotonic() >= deadline) return
    }
  },
}
