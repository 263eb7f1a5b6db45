/** SQL on how receivers answer webhooks, by the attempts that are kept of each. Reads only. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** How the attempts at one webhook were answered, of the last hundred. */
interface WebhookAnswers {
  readonly id: Uuid
  readonly url: string
  readonly attempts: number
  readonly acknowledged: number
  /** It is on, and as many as make it so failed in a row. */
  readonly isFailing: boolean
  readonly lastAt: Date | null
  /** null: nobody answered. */
  readonly lastCode: number | null
}

/** So many failed attempts in a row, the last of all, and a webhook is said to fail. */
const failingFrom = 5

export function selectAnswers(sql: Sql, projectId: Uuid): Promise<WebhookAnswers[]> {
  return sql.query<WebhookAnswers>(
    `select w.id, w.url, a.attempts, a.acknowledged, a.last_at as "lastAt",
       a.last_code as "lastCode", w.enabled and a.failed_in_row >= ${failingFrom} as "isFailing"
     from webhooks w, lateral (
       select count(*)::integer as attempts,
         (count(*) filter (where is_good))::integer as acknowledged,
         (array_agg(at order by n))[1] as last_at,
         (array_agg(status_code order by n))[1] as last_code,
         coalesce(min(n) filter (where is_good) - 1, count(*)) as failed_in_row
       from (select at, status_code, coalesce(status_code between 200 and 299, false) as is_good,
               row_number() over (order by id desc) as n
             from webhook_attempts where project_id = w.project_id and webhook_id = w.id) t
     ) a
     where w.project_id = $1 order by w.id`,
    [projectId],
  )
}
