/**
 * What waits in the queue, per project and per kind, and how a project stands. Reads only.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Who has counted the whole queue rests so many times as long as that took. */
export const restsAfterCount = 20

export interface QueueDepth {
  readonly project_id: Uuid
  readonly waiting: number
  readonly due: number
  readonly oldest: Date
}

/** The deliveries that wait, per project. Reads the whole queue: ask seldom. */
export async function queueDepths(sql: Sql, now: Date): Promise<QueueDepth[]> {
  return sql.query<QueueDepth>(
    `select project_id, count(*)::integer as waiting,
       (count(*) filter (where due_at <= $1))::integer as due, min(due_at) as oldest
     from queue where kind in ('delivery', 'bulk') group by project_id`,
    [now],
  )
}

export interface DomainState {
  readonly verified_domains: number
  readonly failed_domains: readonly string[] | null
}

/** Of the domains what may need attention. */
export async function selectDomainState(sql: Sql, projectId: Uuid): Promise<DomainState> {
  const [row] = await sql.query<DomainState>(
    `select
       (select count(*)::integer from domains
        where project_id = $1 and status = 'verified') as verified_domains,
       (select array_agg(name order by name) from domains
        where project_id = $1 and status = 'failed') as failed_domains`,
    [projectId],
  )
  return row!
}

export interface KindDepth {
  readonly kind: string
  readonly waiting: number
  readonly due: number
  readonly oldest: Date
}

/** Everything that waits, by its kind. Reads the whole queue: ask seldom. */
export async function kindDepths(sql: Sql, now: Date): Promise<KindDepth[]> {
  return sql.query<KindDepth>(
    `select kind, count(*)::integer as waiting,
       (count(*) filter (where due_at <= $1))::integer as due, min(due_at) as oldest
     from queue group by kind order by kind`,
    [now],
  )
}
