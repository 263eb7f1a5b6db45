/** Resend's calls on webhooks. What is made here is posted in their shape (timeline/resend-form.ts). */
import type {
  CreateWebhookResponseSuccess,
  GetWebhookResponseSuccess,
  RemoveWebhookResponseSuccess,
  RotateWebhookSigningSecretResponseSuccess,
  UpdateWebhookResponseSuccess,
  Webhook,
} from 'resend'
import { type Static, Type } from 'typebox'
import type { Call, Route } from '#kernel/routes/route.ts'
import { createWebhook } from '#platform/webhooks/routes.ts'
import type { Shapes } from '#platform/webhooks/shapes.ts'
import { type EventType, eventTypeNames } from '#sending/events/event.ts'
import { resendTypeOf } from '#sending/timeline/resend-form.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

type OurWebhook = Static<Shapes['webhook']>
type WithSecret = Static<Shapes['created']>

export const webhookRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/webhooks',
    name: 'webhooks.create',
    scope: 'admin',
    status: 201,
    summary: 'Create a webhook',
    takesBody: true,
    handle: call =>
      through(
        'webhooks.create',
        call,
        { body: ours(call.body), by: created },
        ({ id, secret }: WithSecret): CreateWebhookResponseSuccess => ({
          object: 'webhook',
          id,
          signing_secret: secret,
        }),
      ),
  }),
  theirRoute({
    method: 'GET',
    path: '/webhooks',
    name: 'webhooks.list',
    scope: 'read',
    summary: 'List webhooks',
    query: Type.Object(theirPage),
    handle: call => through('webhooks.list', call, { query: pageAsked(call.query) }, listed(shown)),
  }),
  theirRoute({
    method: 'GET',
    path: '/webhooks/{id}',
    name: 'webhooks.get',
    scope: 'read',
    summary: 'Read one webhook',
    handle: call =>
      through(
        'webhooks.get',
        call,
        { params: call.params },
        (webhook: OurWebhook): WholeWebhook => ({
          object: 'webhook',
          ...shown(webhook),
          signing_secret: null,
        }),
      ),
  }),
  theirRoute({
    method: 'PATCH',
    path: '/webhooks/{id}',
    name: 'webhooks.update',
    scope: 'admin',
    summary: 'Change, pause or resume a webhook',
    takesBody: true,
    handle: call =>
      through('webhooks.update', call, { params: call.params, body: ours(call.body) }, named),
  }),
  theirRoute({
    method: 'DELETE',
    path: '/webhooks/{id}',
    name: 'webhooks.remove',
    scope: 'admin',
    summary: 'Delete a webhook',
    handle: call =>
      through(
        'webhooks.delete',
        call,
        { params: call.params },
        (answer: RemovalAnswer): RemoveWebhookResponseSuccess => ({
          object: 'webhook',
          ...answer,
        }),
      ),
  }),
  theirRoute({
    method: 'POST',
    path: '/webhooks/{id}/signing-secret/rotate',
    name: 'webhooks.rotateSecret',
    scope: 'admin',
    summary: 'Replace the secret',
    handle: call =>
      through(
        'webhooks.rotateSecret',
        call,
        { params: call.params },
        ({ id, secret }: WithSecret): RotateWebhookSigningSecretResponseSuccess => ({
          object: 'webhook',
          id,
          signing_secret: secret,
        }),
      ),
  }),
]

type RemovalAnswer = Omit<RemoveWebhookResponseSuccess, 'object'>

/** A secret is shown once, and ours have events that their package does not know. */
interface WholeWebhook extends Omit<GetWebhookResponseSuccess, 'signing_secret' | 'events'> {
  readonly events: readonly string[]
  readonly signing_secret: null
}

const named = ({ id }: OurWebhook): UpdateWebhookResponseSuccess => ({ object: 'webhook', id })

const created = (call: Call<{ url: string; events: string[] }>) => createWebhook(call, 'resend')

const ourEvents = new Map(eventTypeNames.map(type => [resendTypeOf(type), type]))

/** What has no such name is left as it is, for our own rules to refuse. */
const ourEvent = (name: unknown): unknown =>
  typeof name === 'string' ? (ourEvents.get(name) ?? name.replace(/^email\./, '')) : name

const theirEvent = (name: string): string =>
  name.includes('.') ? name : resendTypeOf(name as EventType)

function ours(body: unknown): Fields {
  const { endpoint, events, status, ...rest } = fieldsOf(body)
  return {
    ...rest,
    ...(endpoint == null ? {} : { url: endpoint }),
    ...(events == null ? {} : { events: Array.isArray(events) ? events.map(ourEvent) : events }),
    ...(status == null ? {} : { enabled: enabled(status) }),
  }
}

const enabled = (status: unknown): unknown =>
  status === 'enabled' ? true : status === 'disabled' ? false : status

type ShownWebhook = Omit<Webhook, 'events'> & { readonly events: readonly string[] }

const shown = (webhook: OurWebhook): ShownWebhook => ({
  id: webhook.id,
  endpoint: webhook.url,
  status: webhook.enabled ? 'enabled' : 'disabled',
  events: webhook.events.map(theirEvent),
  created_at: webhook.created_at,
})
