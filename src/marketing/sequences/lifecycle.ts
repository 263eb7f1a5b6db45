/** What ends here: sequences with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { forgetOldHours } from '../contacts/letters/letter-counts.ts'
import { deleteSequencesOf } from './store.ts'

export const sequencesLifecycle: Lifecycle = {
  name: 'sequences',
  clearProjects: async (world, projectIds) => {
    await deleteSequencesOf(world.db, projectIds)
    return false
  },
  retain: forgetOldHours,
}
