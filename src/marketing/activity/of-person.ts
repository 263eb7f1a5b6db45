/** What one person did, for the modules that know people. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { eraseMessages } from '#platform/webhooks/lifecycle.ts'
import {
  type ActivityRow,
  deleteActivityOf,
  isActivityOf,
  listHistory,
  readActivityOf,
} from './store.ts'

/** Activities of some names, newest first. */
export const activityOf = (
  sql: Sql,
  tenant: Tenant,
  contactId: Uuid,
  names: readonly string[],
): Promise<ActivityRow[]> => readActivityOf(sql, tenant, contactId, names)

/** All that a person did before an id, newest first, `without` some names. */
export const historyOf = (
  sql: Sql,
  tenant: Tenant,
  contactId: Uuid,
  page: Parameters<typeof listHistory>[3],
): Promise<ActivityRow[]> => listHistory(sql, tenant, contactId, page)

/** Whether this is something that the person did. */
export const findActivityOf = (
  sql: Sql,
  tenant: Tenant,
  contactId: Uuid,
  id: Uuid,
): Promise<boolean> => isActivityOf(sql, tenant, contactId, id)

/** What a person did goes with the person, and the notifications of it. */
export async function forgetActivity(tx: Tx, projectId: Uuid, contactId: Uuid): Promise<void> {
  await eraseMessages(tx, projectId, await deleteActivityOf(tx, projectId, [contactId]))
}
