/** What ends with a project here: its domains and claims, so that their names are free. */

import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { senderChanged } from './sender.ts'
import { deleteDomainsOf } from './store.ts'

export const domainsLifecycle: Lifecycle = {
  name: 'domains',
  endProjects: deleteDomainsOf,
  projectsEnded: senderChanged,
}
