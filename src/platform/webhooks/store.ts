/** All SQL on webhooks and on the posts owed to them; the log of attempts has its own file. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { MadeByMode, Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { seal } from '#kernel/world/sealed.ts'
import { tableOf } from '#kernel/world/table.ts'
import { type KeptSecrets, secretColumns, signingSecrets } from './secrets-store.ts'

/** In whose words and headers a webhook is told; null: our own. */
export type WebhookForm = 'resend' | null

export interface Subscription {
  readonly projectId: Uuid
  readonly webhookId: Uuid
  readonly events: readonly string[]
  /** A test key made it: it hears of nothing that is live. */
  readonly isTestOnly: boolean
  readonly form: WebhookForm
}

/** A notification owed to one webhook. */
export interface WebhookMessage {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly webhookId: Uuid
  readonly eventId: Uuid
  readonly body: string
  readonly trace: KeptTrace | null
}

/** A post as it goes out: with what its webhook says right now. */
export interface LoadedMessage extends WebhookMessage {
  readonly url: string
  readonly form: WebhookForm
  readonly secrets: readonly Buffer[]
}

/** A webhook without its secrets. */
export interface WebhookRow extends MadeByMode {
  readonly id: Uuid
  readonly url: string
  readonly events: readonly string[]
  readonly enabled: boolean
  readonly form: WebhookForm
  readonly created_at: Date
}

const shown = 'id, url, events, enabled, form, created_at, made_by_mode'

/** The webhooks of these projects that are on. */
export async function findSubscriptions(
  sql: Sql,
  projectIds: readonly Uuid[],
): Promise<Subscription[]> {
  return sql.query<Subscription>(
    `select project_id as "projectId", id as "webhookId", events, form,
       made_by_mode is not distinct from 'test' as "isTestOnly" from webhooks
     where project_id = any($1::uuid[]) and enabled`,
    [projectIds],
  )
}

export async function insertPosts(tx: Sql, posts: readonly WebhookMessage[]): Promise<void> {
  await tx.query(
    `insert into posts (project_id, id, webhook_id, event_id, body, trace)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])`,
    [
      posts.map(p => p.projectId),
      posts.map(p => p.id),
      posts.map(p => p.webhookId),
      posts.map(p => p.eventId),
      posts.map(p => p.body),
      posts.map(p => p.trace),
    ],
  )
}

/** Those of the posts whose webhook exists and is on, by the post's id. */
export async function loadPosts(
  sql: Sql,
  wanted: readonly { projectId: Uuid; postId: Uuid }[],
  now: number,
): Promise<Map<Uuid, LoadedMessage>> {
  // Secrets one by one: an array of bytes would come as text to be taken apart.
  const rows = await sql.query<Omit<LoadedMessage, 'secrets'> & KeptSecrets>(
    `select p.project_id as "projectId", p.id, p.webhook_id as "webhookId", p.event_id as "eventId",
            p.body, p.trace, w.url, w.form, ${secretColumns}
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     join posts p on p.project_id = t.project_id and p.id = t.id
     join webhooks w on w.project_id = p.project_id and w.id = p.webhook_id
     where w.enabled`,
    [wanted.map(w => w.projectId), wanted.map(w => w.postId)],
  )
  return new Map(
    rows.map(({ projectId, id, webhookId, eventId, body, trace, url, form, ...kept }) => {
      const secrets = signingSecrets(kept, now)
      return [id, { projectId, id, webhookId, eventId, body, trace, url, form, secrets }]
    }),
  )
}

export async function deletePosts(
  tx: Sql,
  posts: readonly { projectId: Uuid; postId: Uuid }[],
): Promise<void> {
  if (posts.length === 0) return
  await tx.query(
    `delete from posts p using unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     where p.project_id = t.project_id and p.id = t.id`,
    [posts.map(p => p.projectId), posts.map(p => p.postId)],
  )
}

interface NewWebhook {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly url: string
  readonly events: readonly string[]
  readonly secret: Buffer
  readonly form?: WebhookForm
  readonly createdAt: number
  readonly madeBy: Mode
}

export async function insertWebhook(tx: Sql, webhook: NewWebhook): Promise<WebhookRow> {
  const [row] = await tx.query<WebhookRow>(
    `insert into webhooks (project_id, id, url, events, enabled, secret, created_at,
       made_by_mode, form)
     values ($1, $2, $3, $4, true, $5, $6, $7, $8) returning ${shown}`,
    [
      webhook.projectId,
      webhook.id,
      webhook.url,
      webhook.events,
      seal('webhook', webhook.secret),
      new Date(webhook.createdAt),
      webhook.madeBy,
      webhook.form ?? null,
    ],
  )
  return row!
}

/**
 * The ids and addresses of a project's webhooks, held: none is added or moved until the end. What
 * test keys made does not count for whoever makes a live one.
 */
export async function lockUrls(
  tx: Sql,
  projectId: Uuid,
  madeBy: Mode,
): Promise<{ id: Uuid; url: string }[]> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [
    projectId,
  ])
  return tx.query<{ id: Uuid; url: string }>(
    `select id, url from webhooks
     where project_id = $1 and ($2::text = 'test' or made_by_mode is distinct from 'test')`,
    [projectId, madeBy],
  )
}

export const {
  find: findWebhook,
  page: listWebhooks,
  findPosition: findWebhookPosition,
} = tableOf<WebhookRow>('webhooks', shown)

/** Changes what is given and leaves the rest; null where there is no such webhook. */
export async function updateWebhook(
  sql: Sql,
  key: { projectId: Uuid; id: Uuid },
  change: { url: string | null; events: readonly string[] | null; enabled: boolean | null },
): Promise<WebhookRow | null> {
  const [row] = await sql.query<WebhookRow>(
    `update webhooks set url = coalesce($3, url), events = coalesce($4::text[], events),
                         enabled = coalesce($5, enabled)
     where project_id = $1 and id = $2 returning ${shown}`,
    [key.projectId, key.id, change.url, change.events, change.enabled],
  )
  return row ?? null
}

/** Removes a webhook with its log; its posts go when their turn comes. False: no such webhook. */
export async function deleteWebhook(sql: Sql, projectId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await sql.query(
    `with log as (delete from webhook_attempts where project_id = $1 and webhook_id = $2)
     delete from webhooks where project_id = $1 and id = $2 returning id`,
    [projectId, id],
  )
  return rows.length > 0
}

/** Removes all webhooks of projects with their logs. */
export async function deleteWebhooksOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query('delete from webhooks where project_id = any($1::uuid[])', [projectIds])
  await tx.query('delete from webhook_attempts where project_id = any($1::uuid[])', [projectIds])
}
