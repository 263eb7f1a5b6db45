/** SQL that takes a person's data out of webhooks: posts still owed and the log of attempts. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteSubjects } from '../queue/store.ts'
import { deleteOwed } from './owed-store.ts'

/**
 * Removes posts owed about events and the logged attempts of them. The queue first, as who settles
 * posts does: an attempt that was being written down is there by the deletes, and one still under
 * way finds its entry gone and writes nothing.
 */
export async function eraseMessages(
  tx: Sql,
  projectId: Uuid,
  eventIds: readonly Uuid[],
): Promise<void> {
  const about = [projectId, eventIds]
  // First of all: what is being made into posts meanwhile is among the posts then.
  await deleteOwed(tx, projectId, eventIds)
  await tx.query(
    `select q.id from queue q
     where q.kind in ('webhook', 'bulk_webhook') and q.subject in (
       select id from posts where project_id = $1 and event_id = any($2::uuid[]))
     order by q.id for update of q`,
    about,
  )
  const owed = await tx.query<{ id: Uuid }>(
    'delete from posts where project_id = $1 and event_id = any($2::uuid[]) returning id',
    about,
  )
  await deleteSubjects(
    tx,
    owed.map(post => post.id),
  )
  await tx.query(
    `delete from webhook_attempts a using unnest($2::uuid[]) as t (id)
     where a.project_id = $1 and a.event_id = t.id`,
    about,
  )
}
