/** All SQL on what is asked before posts are added by hand. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { keptAttempts } from './attempts-store.ts'

/**
 * The posts that are under way, or wait to be tried again, of each event that a webhook was lately
 * told of, or was to be. Of no others: where it has been down, very many wait.
 */
export async function postsUnderWay(
  tx: Sql,
  webhook: { readonly projectId: Uuid; readonly id: Uuid },
): Promise<ReadonlyMap<Uuid, readonly Uuid[]>> {
  // Whoever adds posts by hand adds them one after the other.
  await tx.query('select from webhooks where project_id = $1 and id = $2 for no key update', [
    webhook.projectId,
    webhook.id,
  ])
  const rows = await tx.query<{ eventId: Uuid; ids: Uuid[] }>(
    `select e.event_id as "eventId", array_remove(array_agg(p.id), null) as ids
     from (select distinct event_id from (
       select event_id from webhook_attempts
       where project_id = $1 and webhook_id = $2 order by id desc limit $3) last) e
     left join posts p on p.project_id = $1 and p.webhook_id = $2 and p.event_id = e.event_id
     group by e.event_id`,
    [webhook.projectId, webhook.id, keptAttempts],
  )
  return new Map(rows.map(({ eventId, ids }) => [eventId, ids]))
}
