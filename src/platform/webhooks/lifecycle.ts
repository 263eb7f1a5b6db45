/** What ends with a project here: its webhooks; with a person: messages about them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import { erasePosts } from './erase-store.ts'
import { deleteOwedOf } from './owed-store.ts'
import { sealSecretsAnew } from './secrets-store.ts'
import { deleteWebhooksOf } from './store.ts'

export const webhooksLifecycle: Lifecycle = {
  name: 'webhooks',
  async endProjects(tx, projectIds) {
    await deleteOwedOf(tx, projectIds)
    await deleteWebhooksOf(tx, projectIds)
  },
}

/** Removes messages still owed about events, and the logged attempts of them. */
export function eraseMessages(tx: Tx, projectId: Uuid, eventIds: readonly Uuid[]): Promise<void> {
  return erasePosts(tx, projectId, eventIds)
}

/** Seals secrets of webhooks under the first key that are not, some at a time; returns how many. */
export const sealWebhooks = (tx: Tx, limit: number): Promise<number> => sealSecretsAnew(tx, limit)
