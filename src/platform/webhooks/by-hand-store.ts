/** All SQL on what is asked before posts are added by hand. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** The posts of a webhook for these events that are under way, or wait to be tried again. */
export async function postsUnderWay(
  tx: Sql,
  webhook: { readonly projectId: Uuid; readonly id: Uuid },
  eventIds: readonly Uuid[],
): Promise<{ id: Uuid; eventId: Uuid }[]> {
  // Whoever adds posts by hand adds them one after the other.
  await tx.query('select from webhooks where project_id = $1 and id = $2 for no key update', [
    webhook.projectId,
    webhook.id,
  ])
  return tx.query<{ id: Uuid; eventId: Uuid }>(
    `select id, event_id as "eventId" from posts
     where project_id = $1 and webhook_id = $2 and event_id = any($3::uuid[])`,
    [webhook.projectId, webhook.id, eventIds],
  )
}
