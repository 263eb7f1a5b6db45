/** What ends here: campaigns with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteCounts } from '../contacts/letter-counts.ts'
import { deleteLinksOf } from './links-store.ts'
import { deleteCampaignsOf } from './store.ts'

const batchSize = 1_000

export const campaignsLifecycle: Lifecycle = {
  name: 'campaigns',
  clearProjects: async (world, projectIds) => {
    await deleteLinksOf(world.db, projectIds)
    await deleteCounts(world.db, projectIds)
    return (await deleteCampaignsOf(world.db, projectIds, batchSize)) === batchSize
  },
}
