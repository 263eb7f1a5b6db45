/** What ends with a project here: its API keys, and what was told of it. */

import type { Tx } from '#kernel/world/db.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { sealTotpAnew } from './members-store.ts'
import { deleteNoticesOf } from './notices-store.ts'
import { deleteKeysOf } from './store.ts'

export const accountsLifecycle: Lifecycle = {
  name: 'accounts',
  async endProjects(tx, projectIds) {
    await deleteKeysOf(tx, projectIds)
    await deleteNoticesOf(tx, projectIds)
  },
}

/** Seals secrets of two-step log-in under the first key that are not, some at a time; returns how many. */
export const sealTwoStep = (tx: Tx, limit: number): Promise<number> => sealTotpAnew(tx, limit)
