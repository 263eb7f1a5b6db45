/** SQL that takes a person's data out of the log of webhook attempts. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from '../world/db.ts'

/** Removes the logged attempts of events; posts that are still owed go out as they are. */
export async function deleteAttemptsOf(
  tx: Sql,
  projectId: Uuid,
  eventIds: readonly Uuid[],
): Promise<void> {
  await tx.query(
    `delete from webhook_attempts a using unnest($2::uuid[]) as t (id)
     where a.project_id = $1 and a.event_id = t.id`,
    [projectId, eventIds],
  )
}
