/** What ends here: the clock of test mode, with its project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteTestClocks } from './store.ts'

export const testClockLifecycle: Lifecycle = {
  name: 'test clocks',
  clearProjects: async (world, projectIds) => {
    await deleteTestClocks(world.db, projectIds)
    return false
  },
}
