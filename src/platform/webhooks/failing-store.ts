/** SQL that finds webhooks which acknowledge nothing. Reads only. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface WebhookHealth {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly url: string
  /** Tried since the last one that was acknowledged, as far as the log goes. */
  readonly messages: number
  readonly since: Date | null
}

/**
 * Up to `count` webhooks that are on, behind the given one. The log of each is read from its end, a
 * hundred attempts at the most; of one whose last attempt went well, that attempt alone.
 */
export function selectHealth(
  sql: Sql,
  after: { readonly projectId: Uuid; readonly id: Uuid },
  count: number,
): Promise<WebhookHealth[]> {
  return sql.query<WebhookHealth>(
    `select w.project_id as "projectId", w.id, w.url, coalesce(f.messages, 0) as messages, f.since
     from (select project_id, id, url from webhooks
           where enabled and (project_id, id) > ($1::uuid, $2::uuid)
           order by project_id, id limit $3) w
     left join lateral (
       select count(distinct a.event_id)::integer as messages, min(a.at) as since
       from webhook_attempts a
       where a.project_id = w.project_id and a.webhook_id = w.id
         and a.id > coalesce((select g.id from webhook_attempts g
                              where g.project_id = w.project_id and g.webhook_id = w.id
                                and g.status_code between 200 and 299
                              order by g.id desc limit 1), '00000000-0000-0000-0000-000000000000')
     ) f on true
     order by w.project_id, w.id`,
    [after.projectId, after.id, count],
  )
}
