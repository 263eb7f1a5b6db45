/** What one person did, for the modules that know people. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import { eraseMessages } from '#platform/webhooks/erase-store.ts'
import { deleteActivityOf } from './store.ts'

/** What a person did goes with the person, and the notifications of it. */
export async function forgetActivity(tx: Tx, projectId: Uuid, contactId: Uuid): Promise<void> {
  await eraseMessages(tx, projectId, await deleteActivityOf(tx, projectId, [contactId]))
}
