/** All SQL on the log of attempts, of which each webhook keeps the last hundred. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export const keptAttempts = 100

export interface Attempt {
  readonly projectId: Uuid
  readonly webhookId: Uuid
  readonly id: Uuid
  readonly eventId: Uuid
  readonly at: number
  readonly durationMs: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly responseBody: string | null
  readonly nextAttemptAt: number | null
  readonly requestBody: string
}

export interface AttemptRow {
  readonly id: Uuid
  readonly event_id: Uuid
  readonly at: Date
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: string | null
  readonly response_body: string | null
  readonly next_attempt_at: Date | null
  readonly request_body: string
}

const columns = `id, event_id, at, duration_ms, status_code, error, response_body, next_attempt_at,
                 request_body`

/** Logs attempts of webhooks that still exist. */
export async function insertAttempts(tx: Sql, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await tx.query(
    `insert into webhook_attempts (project_id, webhook_id, ${columns})
     select t.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[],
                            $6::integer[], $7::integer[], $8::text[], $9::text[],
                            $10::timestamptz[], $11::text[])
       as t (project_id, webhook_id, id, event_id, at, duration_ms, status_code, error,
             response_body, next_attempt_at, request_body)
     join webhooks w on w.project_id = t.project_id and w.id = t.webhook_id`,
    [
      attempts.map(a => a.projectId),
      attempts.map(a => a.webhookId),
      attempts.map(a => a.id),
      attempts.map(a => a.eventId),
      attempts.map(a => new Date(a.at)),
      attempts.map(a => a.durationMs),
      attempts.map(a => a.statusCode),
      attempts.map(a => a.error),
      attempts.map(a => a.responseBody),
      attempts.map(a => (a.nextAttemptAt === null ? null : new Date(a.nextAttemptAt))),
      attempts.map(a => a.requestBody),
    ],
  )
}

export interface PrunedLog {
  readonly webhookId: Uuid
  /** The last one removed; null where the log is not full yet. */
  readonly gone: Uuid | null
}

/**
 * Removes all but the last hundred attempts of each of these webhooks, above `after` only: until a
 * vacuum, whoever comes from the beginning of the index passes everything that ever was removed.
 */
export async function pruneAttempts(
  sql: Sql,
  webhooks: readonly { projectId: Uuid; webhookId: Uuid; after: Uuid }[],
): Promise<PrunedLog[]> {
  return sql.query<PrunedLog>(
    `with old as (
       select t.project_id, t.webhook_id, t.after,
              (select id from webhook_attempts l
               where l.project_id = t.project_id and l.webhook_id = t.webhook_id
               order by id desc offset $4 limit 1) as gone
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (project_id, webhook_id, after)
     ), removed as (
       delete from webhook_attempts a using old
       where a.project_id = old.project_id and a.webhook_id = old.webhook_id
         and a.id > old.after and a.id <= old.gone
     )
     select webhook_id as "webhookId", gone from old`,
    [
      webhooks.map(w => w.projectId),
      webhooks.map(w => w.webhookId),
      webhooks.map(w => w.after),
      keptAttempts,
    ],
  )
}

/** The last hundred attempts of a webhook, newest first. */
export async function listAttempts(
  sql: Sql,
  projectId: Uuid,
  webhookId: Uuid,
): Promise<AttemptRow[]> {
  return sql.query<AttemptRow>(
    `select ${columns} from webhook_attempts
     where project_id = $1 and webhook_id = $2 order by id desc limit $3`,
    [projectId, webhookId, keptAttempts],
  )
}

export async function findAttempt(
  sql: Sql,
  key: { projectId: Uuid; webhookId: Uuid; id: Uuid },
): Promise<AttemptRow | null> {
  const [row] = await sql.query<AttemptRow>(
    `select ${columns} from webhook_attempts
     where project_id = $1 and webhook_id = $2 and id = $3`,
    [key.projectId, key.webhookId, key.id],
  )
  return row ?? null
}
