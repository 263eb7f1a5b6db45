/** What ends here: templates with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteTemplatesOf } from './store.ts'

export const templatesLifecycle: Lifecycle = {
  name: 'templates',
  clearProjects: async (world, projectIds) => {
    await deleteTemplatesOf(world.db, projectIds)
    return false
  },
}
