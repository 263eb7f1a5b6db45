/** What ends here: templates and saved blocks with their project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteSavedOf } from './saved-store.ts'
import { deleteTemplatesOf } from './store.ts'

export const templatesLifecycle: Lifecycle = {
  name: 'templates',
  clearProjects: async (world, projectIds) => {
    await deleteTemplatesOf(world.db, projectIds)
    await deleteSavedOf(world.db, projectIds)
    return false
  },
}
