/** All SQL on what people spent after a click. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'

interface RevenueOf {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly ids: readonly Uuid[]
  /** The name of the activity, and in its data the amount and the currency. */
  readonly event: string
  readonly amount: string
  readonly currencyProperty: string | null
  /** Of an activity that names none; ISO 4217. */
  readonly currency: string
  readonly withinMs: number
}

interface RevenueRow {
  readonly id: Uuid
  readonly currency: string
  readonly amount: number
  readonly events: number
  readonly people: number
}

/**
 * What followed the clicks of campaigns, by currency. An activity counts once: for the letter that
 * the person clicked last before it, of whatever campaign or sequence.
 */
export async function revenueOf(sql: Sql, asked: RevenueOf): Promise<RevenueRow[]> {
  return sql.query<RevenueRow>(
    `select l.source_id as id, paid.currency, sum(paid.amount)::float8 as amount,
       count(*)::integer as events, count(distinct l.contact_id)::integer as people
     from letters l
     join campaigns k on k.project_id = l.project_id and k.id = l.source_id and k.mode = $8
     cross join lateral (
       select a.at,
         case when jsonb_typeof(a.data -> $4) = 'number'
           then case when abs((a.data ->> $4)::numeric) < 1e15 then (a.data ->> $4)::numeric end
           when a.data ->> $4 ~ '^-?[0-9]{1,15}([.][0-9]{1,6})?$'
           then (a.data ->> $4)::numeric end as amount,
         case when a.data ->> $5 ~ '^[A-Za-z]{3}$' then upper(a.data ->> $5) else $6 end as currency
       from activity a
       where a.project_id = l.project_id and a.contact_id = l.contact_id and a.name = $3
         and a.at >= l.clicked_at
         and a.at < l.clicked_at + make_interval(secs => $7::float8 / 1000)) paid
     where l.project_id = $1 and l.source_id = any($2::uuid[]) and l.clicked_at is not null
       and paid.amount is not null
       and not exists (select from letters n
         where n.project_id = l.project_id and n.contact_id = l.contact_id
           and n.clicked_at <= paid.at
           and (n.clicked_at, n.email_id) > (l.clicked_at, l.email_id))
     group by 1, 2 order by 1, 3 desc`,
    [
      asked.projectId,
      asked.ids,
      asked.event,
      asked.amount,
      asked.currencyProperty,
      asked.currency,
      asked.withinMs,
      asked.mode,
    ],
  )
}
