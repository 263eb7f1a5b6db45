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

/** Attempts of one webhook that are looked at, from the end: of what nobody acknowledges, many. */
const lookedAt = 1_000

/** Up to `count` webhooks that are on, behind the given one. */
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
       from (select t.*, max(t.id::text) filter (where t.status_code between 200 and 299) over ()
               as good
             from (select id, event_id, at, status_code from webhook_attempts
                   where project_id = w.project_id and webhook_id = w.id
                   order by id desc limit ${lookedAt}) t) a
       where a.good is null or a.id::text > a.good
     ) f on true
     order by w.project_id, w.id`,
    [after.projectId, after.id, count],
  )
}
