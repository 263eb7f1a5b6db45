/**
 * The endpoints of webhooks. What may be subscribed to and what a test notification looks like is
 * handed in: this module knows nothing of email.
 */
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { type Prefix, read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { madeBy } from '#kernel/routes/made-by.ts'
import { listPage, pageOf, pageOfRows, pageQuery } from '#kernel/routes/paging.ts'
import { type Answer, type Call, type Caller, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { keepDeleted } from '../lifecycle/deleted.ts'
import { attemptFilters, fits, unacknowledged, withoutNewPost } from './attempt-filters.ts'
import { type AttemptRow, findAttempt, listAttempts } from './attempts-store.ts'
import { postsUnderWay } from './by-hand-store.ts'
import { webhookNoun } from './deleted-webhook.ts'
import { checkDestination } from './destination.ts'
import { webhookCacheTtlMs } from './dispatch.ts'
import { addPosts, bodyOf, dataOf, type InForm } from './enqueue.ts'
import { mustHaveRoom, mustHaveRoomForOne } from './room.ts'
import { replaceSecret } from './secrets-store.ts'
import {
  attemptShape,
  eventShape,
  idParams,
  type Shapes,
  shapesOf,
  showAttempt,
  showWebhook,
} from './shapes.ts'
import { newSecret, showSecret } from './sign.ts'
import {
  deleteWebhook,
  findWebhook,
  findWebhookPosition,
  insertWebhook,
  listWebhooks,
  lockUrls,
  updateWebhook,
  type WebhookForm,
  type WebhookRow,
} from './store.ts'

/** What there is to subscribe to. */
interface EventCatalogue {
  readonly types: readonly string[]
  /** Of what somebody subscribes to, a type that may be posted: a wildcard is none. */
  readonly typeOf: (subscribed: string) => string
  /** An example of a type's `data`; `event_id` and `test: true` are added. */
  readonly sample: (type: string, language: Language) => object
  /** The same for webhooks of Resend's form, where it has such an event. */
  readonly resendSample?: (type: string, language: Language) => InForm | null
}

const secretOverlapMs = dayMs

export function webhookRoutes(catalogue: EventCatalogue): readonly Route[] {
  const shapes = shapesOf(catalogue.types)
  return [
    ...collection(shapes),
    ...single(shapes),
    ...attempts(),
    rotateSecret(),
    sendTest(catalogue),
  ]
}

// What the handlers share ------------------------------------------------------------------------

const notFound = (): Refusal => new Refusal('resource_not_found')

function idOf(prefix: Prefix, text: string): Uuid {
  const id = read(prefix, text)
  if (id === null) throw notFound()
  return id
}

const keyOf = (call: Call<unknown, unknown, { id: string }>) => ({
  projectId: call.tenant.projectId,
  id: idOf('whk', call.params.id),
})

async function mustFind(sql: Sql, key: { projectId: Uuid; id: Uuid }): Promise<WebhookRow> {
  const row = await findWebhook(sql, key.projectId, key.id)
  if (!row) throw notFound()
  return row
}

const ofPath = (sql: Sql, call: Call<unknown, unknown, { id: string }>): Promise<WebhookRow> =>
  mustFind(sql, keyOf(call))

/** What was posted of live mode, and how it was answered, is not for a test key. */
function maySee(caller: Caller, { request_body: body }: AttemptRow): boolean {
  if (madeBy(caller) === 'live') return true
  const { data } = JSON.parse(body) as { readonly data?: { readonly test?: unknown } }
  return data?.test === true
}

/** For what posts at once: a paused webhook would swallow it silently. */
async function mustBeOn(tx: Tx, key: { projectId: Uuid; id: Uuid }): Promise<WebhookRow> {
  const row = await mustFind(tx, key)
  if (row.enabled) return row
  throw new Refusal('invalid_field', {
    param: 'enabled',
    why: {
      en: 'The webhook is paused and posts nothing. Enable it first.',
      pt: 'O webhook está pausado e não envia nada. Ative-o primeiro.',
    },
  })
}

/** Lets posts that were read as wanted go out, so that none follows the answer. */
async function letPostsGo(call: Call): Promise<void> {
  await call.world.clock.sleep(webhookCacheTtlMs)
}

// The endpoints ----------------------------------------------------------------------------------

function collection(shapes: Shapes): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/webhooks',
      name: 'webhooks.create',
      scope: 'admin',
      changes: 'nothing',
      summary: 'Create a webhook',
      description: 'The answer holds the secret, which is shown only this once.',
      body: shapes.create,
      success: { status: 201, schema: shapes.created },
      errors: ['missing_field', 'invalid_field'],
      handle: call => createWebhook(call, null),
    }),
    route({
      method: 'GET',
      path: '/v1/webhooks',
      name: 'webhooks.list',
      scope: 'read',
      summary: 'List webhooks',
      query: Type.Object(pageQuery),
      success: { status: 200, schema: pageOf(shapes.webhook) },
      errors: ['invalid_field'],
      handle: async call => {
        const { db } = call.world
        const { projectId } = call.tenant
        const body = await listPage(call.world, {
          page: call.query,
          prefix: 'whk',
          find: id => findWebhookPosition(db, { projectId }, id),
          read: (before, count) => listWebhooks(db, projectId, { before, count }),
          show: showWebhook,
          showsUnsettled: true,
        })
        return { status: 200, body }
      },
    }),
  ]
}

export async function createWebhook(
  call: Call<{ url: string; events: string[] }>,
  form: WebhookForm,
): Promise<Answer> {
  const { world, body, tenant } = call
  await checkDestination(world, body.url)
  const secret = newSecret(world)
  return call.commit(async tx => {
    const kept = await lockUrls(tx, tenant.projectId, madeBy(call))
    mustHaveRoomForOne(kept, body.url)
    const row = await insertWebhook(tx, {
      projectId: tenant.projectId,
      id: world.ids.next(),
      url: body.url,
      events: [...new Set(body.events)],
      secret,
      form,
      createdAt: world.clock.now(),
      madeBy: madeBy(call),
    })
    return { status: 201, body: { ...showWebhook(row), secret: showSecret(secret) } }
  })
}

/** Deletes a webhook; it is kept aside for a while. */
const remove = (world: World, key: { readonly projectId: Uuid; readonly id: Uuid }) =>
  world.db.transaction(async tx => {
    const { url: name } = await mustFind(tx, key)
    await keepDeleted(tx, world, webhookNoun, { ...key, name })
    if (!(await deleteWebhook(tx, key.projectId, key.id))) throw notFound()
  })

function single(shapes: Shapes): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/webhooks/{id}',
      name: 'webhooks.get',
      scope: 'read',
      summary: 'Read a webhook',
      params: idParams,
      success: { status: 200, schema: shapes.webhook },
      errors: ['resource_not_found'],
      handle: async call => ({
        status: 200,
        body: showWebhook(await mustFind(call.world.db, keyOf(call))),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/v1/webhooks/{id}',
      name: 'webhooks.update',
      scope: 'admin',
      changes: { of: ofPath },
      summary: 'Change, pause or resume a webhook',
      params: idParams,
      body: shapes.update,
      success: { status: 200, schema: shapes.webhook },
      errors: ['invalid_field', 'resource_not_found'],
      handle: async call => {
        const key = keyOf(call)
        const { url, events, enabled } = call.body
        await mustFind(call.world.db, key)
        if (url != null) await checkDestination(call.world, url)
        const row = await call.world.db.transaction(async tx => {
          const kept = url == null ? [] : await lockUrls(tx, key.projectId, madeBy(call))
          const others = kept.filter(one => one.id !== key.id)
          if (url != null) mustHaveRoom(others, url)
          return updateWebhook(tx, key, {
            url: url ?? null,
            events: events == null ? null : [...new Set(events)],
            enabled: enabled ?? null,
          })
        })
        if (!row) throw notFound()
        if (url != null || !row.enabled) await letPostsGo(call)
        return { status: 200, body: showWebhook(row) }
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/webhooks/{id}',
      name: 'webhooks.delete',
      scope: 'admin',
      changes: { of: ofPath },
      summary: 'Delete a webhook',
      params: idParams,
      success: deleted,
      errors: ['resource_not_found'],
      handle: async call => {
        await remove(call.world, keyOf(call))
        await letPostsGo(call)
        return { status: 200, body: { id: call.params.id, deleted: true } }
      },
    }),
  ]
}

function attempts(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/webhooks/{id}/attempts',
      name: 'webhooks.attempts',
      scope: 'read',
      summary: 'List the last 100 attempts of a webhook',
      description: 'Newest first; all of them unless a limit is given.',
      params: idParams,
      query: Type.Object({ ...pageQuery, ...attemptFilters }),
      success: { status: 200, schema: pageOf(attemptShape) },
      errors: ['resource_not_found', 'invalid_field'],
      handle: async call => {
        const key = keyOf(call)
        await mustFind(call.world.db, key)
        const all = await listAttempts(call.world.db, key.projectId, key.id)
        const kept = all.filter(one => maySee(call, one) && fits(one, call.query))
        const { rows, has_more } = pageOfRows(kept, call.query, 'att')
        return { status: 200, body: { data: rows.map(showAttempt), has_more } }
      },
    }),
    route({
      method: 'POST',
      path: '/v1/webhooks/{id}/attempts/{attempt_id}/resend',
      name: 'webhooks.resend',
      scope: 'admin',
      changes: 'nothing',
      summary: 'Send a notification again at once',
      description: 'The same webhook-id and the same body, with attempts of its own.',
      params: Type.Object({ id: Type.String(), attempt_id: Type.String() }),
      success: { status: 202, schema: eventShape },
      errors: ['invalid_field', 'resource_not_found'],
      handle: async call => {
        const key = keyOf(call)
        const id = idOf('att', call.params.attempt_id)
        return postNow(call, async tx => {
          await mustBeOn(tx, key)
          const { projectId, id: webhookId } = key
          const old = await findAttempt(tx, { projectId, webhookId, id })
          if (!old || !maySee(call, old)) throw notFound()
          return { webhookId, eventId: old.event_id, body: old.request_body }
        })
      },
    }),
    resendFailed(),
  ]
}

function resendFailed(): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks/{id}/resend-failed',
    name: 'webhooks.resendFailed',
    scope: 'admin',
    changes: 'nothing',
    summary: 'Send again at once what was not acknowledged',
    description:
      'Of the last 100 attempts each notification that no attempt delivered, once, with the same webhook-id and body.',
    params: idParams,
    success: {
      status: 202,
      schema: Type.Object({ resent: Type.Integer() }, { $id: 'ResentWebhooks' }),
    },
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const key = keyOf(call)
      const { world, tenant, trace = null } = call
      return call.commit(async tx => {
        await mustBeOn(tx, key)
        const underWay = await postsUnderWay(tx, key)
        // Read after them: what was under way a moment ago may be acknowledged by now.
        const last = unacknowledged(await listAttempts(tx, key.projectId, key.id))
        const seen = last.filter(one => maySee(call, one))
        const failed = withoutNewPost(seen, underWay)
        const posts = failed.map(one => ({
          ...{ projectId: tenant.projectId, id: world.ids.next(), webhookId: key.id, trace },
          ...{ eventId: one.event_id, body: one.request_body },
        }))
        await addPosts(tx, world, posts)
        return { status: 202, body: { resent: posts.length } }
      })
    },
  })
}

function rotateSecret(): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    name: 'webhooks.rotateSecret',
    scope: 'admin',
    changes: { of: ofPath },
    summary: 'Replace the secret of a webhook',
    description:
      'For 24 hours the old secret signs beside the new one, however often it is replaced meanwhile.',
    params: idParams,
    success: { status: 200, schema: Type.Object({ id: Type.String(), secret: Type.String() }) },
    errors: ['resource_not_found'],
    handle: async call => {
      const key = keyOf(call)
      await mustFind(call.world.db, key)
      const secret = newSecret(call.world)
      return call.commit(async tx => {
        const now = call.world.clock.now()
        const until = now + secretOverlapMs
        if (!(await replaceSecret(tx, key, secret, { now, until }))) throw notFound()
        return { status: 200, body: { id: call.params.id, secret: showSecret(secret) } }
      })
    },
  })
}

function sendTest(catalogue: EventCatalogue): Route {
  return route({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    name: 'webhooks.test',
    scope: 'admin',
    changes: 'nothing',
    summary: 'Send a test notification',
    description: 'An example of the first event type subscribed to, with data.test: true.',
    params: idParams,
    success: { status: 202, schema: eventShape },
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const key = keyOf(call)
      const { world } = call
      return postNow(call, async tx => {
        const { events, form } = await mustBeOn(tx, key)
        const type = catalogue.typeOf(events[0]!)
        const eventId = world.ids.next()
        const { projectLanguage: language } = call.tenant
        const ids = { event_id: show('evt', eventId), test: true }
        const data = { ...catalogue.sample(type, language), ...ids }
        const theirs = form === 'resend' ? catalogue.resendSample?.(type, language) : null
        const resend = theirs ? { ...theirs, data: { ...dataOf(theirs), test: true } } : undefined
        const told = { type, at: world.clock.now(), data, ...(resend ? { resend } : {}) }
        const body = bodyOf(told, form)
        return { webhookId: key.id, eventId, body }
      })
    },
  })
}

/** Queues one post that somebody asked for by hand. */
async function postNow(
  call: Call,
  choose: (tx: Tx) => Promise<{ webhookId: Uuid; eventId: Uuid; body: string }>,
): Promise<Answer> {
  const { world, tenant } = call
  return call.commit(async tx => {
    const chosen = await choose(tx)
    const { trace = null } = call
    const post = { ...chosen, projectId: tenant.projectId, id: world.ids.next(), trace }
    await addPosts(tx, world, [post])
    return { status: 202, body: { event_id: show('evt', chosen.eventId) } }
  })
}
