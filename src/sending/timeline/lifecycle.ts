/** What ends here: emails, contents and timelines, by age and with a person; words with the project. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { eraseFromEmails } from './erase.ts'
import { forget } from './retention.ts'
import { deleteVolumesOf } from './volumes-store.ts'

/** Half a megabyte each. */
const volumesAtOnce = 20

export const emailsLifecycle: Lifecycle = {
  name: 'emails',
  eraseAddress: eraseFromEmails,
  clearProjects: async (world, projectIds) =>
    (await deleteVolumesOf(world.db, projectIds, volumesAtOnce)) === volumesAtOnce,
  retain: async (world, budgetMs) => void (await forget(world, budgetMs)),
}
