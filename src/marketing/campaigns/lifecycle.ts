/** What ends here: campaigns with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteCountsOf } from '../contacts/letters/letter-counts-store.ts'
import { deleteLinksOf } from './report/links-store.ts'
import { deleteCampaignsOf } from './store.ts'

const batchSize = 1_000

export const campaignsLifecycle: Lifecycle = {
  name: 'campaigns',
  clearProjects: async (world, projectIds) => {
    await deleteLinksOf(world.db, projectIds)
    const gone = [
      await deleteCountsOf(world.db, projectIds, batchSize),
      await deleteCampaignsOf(world.db, projectIds, batchSize),
    ]
    return gone.some(count => count === batchSize)
  },
}
