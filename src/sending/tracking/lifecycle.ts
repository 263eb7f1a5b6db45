/** What ends here: clicks that wait to be judged, with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteSightingsOf } from './sightings-store.ts'

const batchSize = 1_000

export const trackingLifecycle: Lifecycle = {
  name: 'tracking',
  clearProjects: async (world, projectIds) =>
    (await deleteSightingsOf(world.db, projectIds, batchSize)) === batchSize,
}
