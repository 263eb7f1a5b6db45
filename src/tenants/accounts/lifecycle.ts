/** What ends with a project here: its API keys, and what was told of it. */

import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteNoticesOf } from './notices-store.ts'
import { deleteKeysOf } from './store.ts'

export const accountsLifecycle: Lifecycle = {
  name: 'accounts',
  async endProjects(tx, projectIds) {
    await deleteKeysOf(tx, projectIds)
    await deleteNoticesOf(tx, projectIds)
  },
}
