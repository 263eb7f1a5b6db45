/** What ends here: forms with their project, and what they remember of addresses after a day. */
import { dayMs } from '#kernel/base/durations.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteFormsOf, forgetUses } from './store.ts'

const keptMs = dayMs

export const formsLifecycle: Lifecycle = {
  name: 'forms',
  async clearProjects(world, projectIds) {
    await deleteFormsOf(world.db, projectIds)
    return false
  },
  retain: world => forgetUses(world.db, new Date(world.clock.now() - keptMs)),
}
