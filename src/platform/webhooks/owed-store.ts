/** SQL on notices that are owed to webhooks and not posts yet. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Sql } from '#kernel/world/db.ts'

/** One notice, with the webhooks that are to hear of it. */
export interface OwedNotice {
  readonly id: Uuid
  readonly eventId: Uuid
  readonly body: string
  readonly webhookIds: readonly Uuid[]
  readonly isBulk: boolean
  readonly trace: KeptTrace | null
}

interface Batch {
  readonly projectId: Uuid
  readonly batchId: Uuid
}

export async function insertOwed(
  tx: Sql,
  { projectId, batchId }: Batch,
  notices: readonly OwedNotice[],
): Promise<void> {
  await tx.query(
    `insert into notices_owed (project_id, batch_id, id, event_id, body, webhook_ids, is_bulk,
                               trace)
     select $1, $2, t.id, t.event_id, t.body, t.webhook_ids::uuid[], t.is_bulk, t.trace
     from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::boolean[], $8::text[])
       as t (id, event_id, body, webhook_ids, is_bulk, trace)`,
    [
      projectId,
      batchId,
      notices.map(one => one.id),
      notices.map(one => one.eventId),
      notices.map(one => one.body),
      notices.map(one => `{${one.webhookIds.join()}}`),
      notices.map(one => one.isBulk),
      notices.map(one => one.trace),
    ],
  )
}

/** Takes the first notices of a batch away, in order, with as many posts as asked for or a few more. */
export async function takeOwed(
  tx: Sql,
  { projectId, batchId }: Batch,
  { posts, postBytes }: { readonly posts: number; readonly postBytes: number },
): Promise<OwedNotice[]> {
  return tx.query<OwedNotice>(
    `with first as (
       select id, cardinality(webhook_ids) * (1 + octet_length(body) / $4) as posts from notices_owed
       where project_id = $1 and batch_id = $2 order by id limit $3 for update),
     counted as (
       select id, sum(posts) over (order by id) - posts as before from first),
     taken as (
       delete from notices_owed n using counted c
       where n.project_id = $1 and n.batch_id = $2 and n.id = c.id and c.before < $3
       returning n.id, n.event_id as "eventId", n.body, n.webhook_ids as "webhookIds",
         n.is_bulk as "isBulk", n.trace)
     select * from taken order by id`,
    [projectId, batchId, posts, postBytes],
  )
}

/** Of events, as they are taken out of what webhooks are told. */
export async function deleteOwed(
  tx: Sql,
  projectId: Uuid,
  eventIds: readonly Uuid[],
): Promise<void> {
  await tx.query('delete from notices_owed where project_id = $1 and event_id = any($2::uuid[])', [
    projectId,
    eventIds,
  ])
}

export async function deleteOwedOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query('delete from notices_owed where project_id = any($1::uuid[])', [projectIds])
}
