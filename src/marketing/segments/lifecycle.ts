/** What ends here: segments with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteSegmentsOf } from './store.ts'

const batchSize = 1_000

export const segmentsLifecycle: Lifecycle = {
  name: 'segments',
  clearProjects: async (world, projectIds) =>
    (await deleteSegmentsOf(world.db, projectIds, batchSize)) === batchSize,
}
