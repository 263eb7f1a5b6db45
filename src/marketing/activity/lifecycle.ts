/** What ends here: what people did, with the project; the keys of reports, with time. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteActivityOfProjects, deleteOldKeys } from './store.ts'
import { keyTtlMs } from './take.ts'

const batchSize = 1_000

export const activityLifecycle: Lifecycle = {
  name: 'activity',
  clearProjects: async (world, projectIds) =>
    (await deleteActivityOfProjects(world.db, projectIds, batchSize)) === batchSize,
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    const before = new Date(world.clock.now() - keyTtlMs)
    while ((await deleteOldKeys(world.db, before, batchSize)) === batchSize) {
      if (world.clock.monotonic() >= deadline) return
    }
  },
}
