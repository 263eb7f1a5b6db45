/**
 * Turns facts into posts: one per notice and enabled webhook that asks for its type, inside the
 * transaction of the fact itself, so that neither exists without the other; where they are very
 * many, what is owed is written there, and made into posts behind it (fan-out.ts). The bytes of the
 * body are fixed here; every attempt sends the same. This module knows nothing of email.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '../queue/destination.ts'
import { enqueue } from '../queue/enqueue.ts'
import { insertOwed, type OwedNotice } from './owed-store.ts'
import {
  findSubscriptions,
  insertPosts,
  type Subscription,
  type WebhookForm,
  type WebhookMessage,
} from './store.ts'

/**
 * The kinds of work in the queue that post one message to one webhook; their subject is the message.
 * What marketing causes has its own, so that no campaign's posts stand before others.
 */
export const webhookKind = 'webhook'
export const bulkWebhookKind = 'bulk_webhook'
/** Makes posts of notices that are owed; its subject is their batch. */
export const fanOutKind = 'fan_out'
/** Of one project in one transaction: twenty events that fifty webhooks hear of, or 8 MB of bodies. */
export const postsAtOnce = 1_000
export const postBytes = 8 * 1024

type Outside = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

/** A fact that customers may want to hear of. */
export interface Notice {
  readonly projectId: Uuid
  readonly mode: Mode
  /** What receivers drop duplicates by: the webhook-id of every attempt. */
  readonly eventId: Uuid
  readonly type: string
  /** When it happened, ms since 1970. */
  readonly at: number
  /** Caused by marketing. */
  readonly isBulk?: boolean
  /** What it belongs to, as receivers are told. */
  readonly trace?: KeptTrace | null
  /** The `data` of the body; must be plain JSON. As a function: made only if somebody subscribes. */
  readonly data: object | (() => object)
  /** For webhooks of Resend's form. null: it has no such event. Absent: told with our type and data. */
  readonly resend?: InForm | null
}

/** A notice in somebody else's words. */
export interface InForm {
  /** Our type that a webhook has to ask for. */
  readonly heardAs: string
  readonly type: string
  readonly data: object | (() => object)
}

/** The webhooks of these projects that are on, for `enqueueWebhooks`. */
export function readSubscriptions(
  sql: Sql,
  projectIds: Iterable<Uuid>,
): Promise<readonly Subscription[]> {
  return findSubscriptions(sql, [...new Set(projectIds)])
}

/**
 * Writes the posts of all notices and their queue entries. A project without webhooks costs one indexed
 * look-up for the whole list, or none where the caller has read the subscriptions with other things.
 */
export async function enqueueWebhooks(
  tx: Tx,
  world: Outside,
  notices: readonly Notice[],
  known?: readonly Subscription[],
): Promise<void> {
  if (notices.length === 0) return
  const subscriptions =
    known ??
    (await readSubscriptions(
      tx,
      notices.map(notice => notice.projectId),
    ))
  if (subscriptions.length === 0) return
  const posts: QueuedMessage[] = []
  const owed: Promise<void>[] = []
  for (const [projectId, heard] of heardOf(notices, subscriptions)) {
    const mine = heard.reduce((sum, one) => sum + postsFor(one), 0)
    if (mine > postsAtOnce) owed.push(owe(tx, world, projectId, heard))
    else posts.push(...heard.flatMap(one => postsOf(world, projectId, one)))
  }
  await Promise.all([addPosts(tx, world, posts), ...owed])
}

type NewNoticeOwed = Omit<OwedNotice, 'id'>

export const postsFor = ({ webhookIds, body }: NewNoticeOwed): number =>
  webhookIds.length * (1 + Math.floor(Buffer.byteLength(body) / postBytes))

/** The notices of each project that somebody is to hear of. */
function heardOf(
  notices: readonly Notice[],
  subscriptions: readonly Subscription[],
): Map<Uuid, NewNoticeOwed[]> {
  const byProject = Map.groupBy(subscriptions, one => one.projectId)
  const heard = new Map<Uuid, NewNoticeOwed[]>()
  for (const notice of notices) {
    const { projectId, eventId, isBulk = false, trace = null } = notice
    const hearing = (byProject.get(projectId) ?? []).filter(
      one => hears(one, notice) && !(one.isTestOnly && notice.mode === 'live'),
    )
    for (const [form, group] of Map.groupBy(hearing, one => one.form)) {
      const webhookIds = group.map(one => one.webhookId)
      const one = { eventId, body: bodyOf(notice, form), webhookIds, isBulk, trace }
      const mine = heard.get(projectId)
      if (mine) mine.push(one)
      else heard.set(projectId, [one])
    }
  }
  return heard
}

/** Whether a webhook asks for a notice, in the words that it is told in. */
export function hears(
  { events, form }: Pick<Subscription, 'events' | 'form'>,
  { type, resend }: Pick<Notice, 'type' | 'resend'>,
): boolean {
  if (form === null || resend === undefined) return wants(events, type)
  return resend !== null && wants(events, resend.heardAs)
}

export const postsOf = (
  world: Pick<World, 'ids'>,
  projectId: Uuid,
  { eventId, body, webhookIds, isBulk, trace }: NewNoticeOwed,
): QueuedMessage[] =>
  webhookIds.map(webhookId => {
    const id = world.ids.next()
    return { projectId, id, webhookId, eventId, body, isBulk, trace }
  })

async function owe(
  tx: Tx,
  world: Outside,
  projectId: Uuid,
  heard: readonly NewNoticeOwed[],
): Promise<void> {
  const notices = heard.map(one => ({ ...one, id: world.ids.next() }))
  const batchId = world.ids.next()
  const dueAt = world.clock.now()
  await Promise.all([
    insertOwed(tx, { projectId, batchId }, notices),
    enqueue(tx, world, [{ kind: fanOutKind, projectId, subject: batchId, dueAt }]),
  ])
}

/**
 * Whether a webhook asks for a type: by its name, or by `noun.*` for one with a dot. Types of email
 * events have none.
 */
function wants(events: readonly string[], type: string): boolean {
  if (events.includes(type)) return true
  const dot = type.indexOf('.')
  return dot !== -1 && events.includes(`${type.slice(0, dot)}.*`)
}

/** The body of a notice, as it is signed and sent. */
export function bodyOf(
  notice: Pick<Notice, 'type' | 'at' | 'data' | 'resend'>,
  form: WebhookForm = null,
): string {
  const { type, data } = (form === 'resend' ? notice.resend : null) ?? notice
  return JSON.stringify({
    type,
    [form === 'resend' ? 'created_at' : 'timestamp']: new Date(notice.at).toISOString(),
    data: dataOf({ data }),
  })
}

export const dataOf = ({ data }: Pick<Notice, 'data'>): object =>
  typeof data === 'function' ? data() : data

type QueuedMessage = WebhookMessage & { readonly isBulk?: boolean }

/** Writes posts that are due at once. */
export async function addPosts(
  tx: Tx,
  world: Outside,
  posts: readonly QueuedMessage[],
): Promise<void> {
  if (posts.length === 0) return
  const dueAt = world.clock.now()
  await Promise.all([
    insertPosts(tx, posts),
    enqueue(
      tx,
      world,
      posts.map(post => ({
        kind: post.isBulk ? bulkWebhookKind : webhookKind,
        projectId: post.projectId,
        subject: post.id,
        destination: destinationOf(post.webhookId),
        dueAt,
      })),
    ),
  ])
}
