/** What ends here: what people did, with the project and after 13 months. */
import { floorId } from '#kernel/base/ids.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteActivityOfProjects, deleteOldActivity } from './store.ts'
import { keyTtlMs } from './take.ts'

const batchSize = 1_000
const keptMs = 396 * 86_400_000

export const activityLifecycle: Lifecycle = {
  name: 'activity',
  clearProjects: async (world, projectIds) =>
    (await deleteActivityOfProjects(world.db, projectIds, batchSize)) === batchSize,
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    const now = world.clock.now()
    const old = {
      before: floorId(Math.max(0, now - keptMs)),
      keysBefore: new Date(now - keyTtlMs),
      most: batchSize,
    }
    while ((await deleteOldActivity(world.db, old)) === batchSize) {
      if (world.clock.monotonic() >= deadline) return
    }
  },
}
