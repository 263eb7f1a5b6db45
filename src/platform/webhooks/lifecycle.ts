import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import { deleteOwedOf } from './owed-store.ts'
import { deleteWebhooksOf } from './store.ts'

export const webhooksLifecycle: Lifecycle = {
  name: 'webhooks',
  async endProjects(tx, projectIds) {
    await deleteOwedOf(tx, projectIds)
    await deleteWebhooksOf(tx, projectIds)
  },
}
