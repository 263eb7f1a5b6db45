/** What ends here: segments with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteSegmentsOf } from './store.ts'
import { deleteTrackedOf } from './tracked-store.ts'

const batchSize = 1_000

export const segmentsLifecycle: Lifecycle = {
  name: 'segments',
  async clearProjects(world, projectIds) {
    await deleteTrackedOf(world.db, projectIds)
    return (await deleteSegmentsOf(world.db, projectIds, batchSize)) === batchSize
  },
}
