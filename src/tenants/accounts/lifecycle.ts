/** What ends with a project here: its API keys. */
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteKeysOf } from './store.ts'

export const accountsLifecycle: Lifecycle = { name: 'accounts', endProjects: deleteKeysOf }
