/** What ends with a project here: its domains and claims, so that their names are free. */

import type { Tx } from '#kernel/world/db.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { sealKeysAnew } from './dkim-keys-store.ts'
import { senderChanged } from './sender.ts'
import { deleteDomainsOf } from './store.ts'

export const domainsLifecycle: Lifecycle = {
  name: 'domains',
  endProjects: deleteDomainsOf,
  projectsEnded: senderChanged,
}

/** Seals private keys under the first key that are not, some at a time; returns how many. */
export const sealSigningKeys = (tx: Tx, limit: number): Promise<number> => sealKeysAnew(tx, limit)
