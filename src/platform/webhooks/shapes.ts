/** What callers send and get: the schemas of webhooks and attempts, and rows put into them. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import type { AttemptRow } from './attempts-store.ts'
import type { WebhookRow } from './store.ts'

export const idParams = Type.Object({ id: Type.String() })
const timestamp = Type.String({ format: 'date-time' })

export type Shapes = ReturnType<typeof shapesOf>

export function shapesOf(types: readonly string[]) {
  const events = Type.Array(Type.Enum([...types]), {
    minItems: 1,
    maxItems: 100,
    description: 'Which events are sent.',
  })
  const url = Type.String({ description: 'Starts with https:// and is publicly reachable.' })
  const fields = {
    id: Type.String({ description: 'whk_…' }),
    url,
    events,
    enabled: Type.Boolean({ description: 'false: paused; nothing is posted.' }),
    created_at: timestamp,
  }
  return {
    create: Type.Object({ url, events }, { additionalProperties: false }),
    update: Type.Object(
      {
        url: Type.Optional(url),
        events: Type.Optional(events),
        enabled: Type.Optional(fields.enabled),
      },
      { additionalProperties: false },
    ),
    webhook: Type.Object(fields, { $id: 'Webhook' }),
    created: Type.Object(
      {
        ...fields,
        secret: Type.String({ description: 'whsec_…, for verifying signatures; shown only here.' }),
      },
      { $id: 'CreatedWebhook' },
    ),
  }
}

export const attemptShape = Type.Object(
  {
    id: Type.String({ description: 'att_…' }),
    event_id: Type.String({ description: 'evt_…, the webhook-id of the notification.' }),
    type: Type.Union([Type.String(), Type.Null()], { description: 'What it told of.' }),
    email_id: Type.Union([Type.String(), Type.Null()], { description: 'msg_…' }),
    recipient: Type.Union([Type.String(), Type.Null()]),
    at: timestamp,
    duration_ms: Type.Integer(),
    status_code: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no answer.' }),
    response_body: Type.Union([Type.String(), Type.Null()], { description: 'Its first 1 KB.' }),
    next_attempt_at: Type.Union([timestamp, Type.Null()]),
  },
  { $id: 'WebhookAttempt' },
)

export const eventShape = Type.Object({ event_id: Type.String() }, { $id: 'PostedEvent' })

export function showWebhook(row: WebhookRow) {
  return {
    id: show('whk', row.id),
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    created_at: row.created_at.toISOString(),
  }
}

/** An attempt as the API shows it; the dashboard shows the body it sent as well. */
export function showAttempt(row: AttemptRow) {
  return {
    id: show('att', row.id),
    event_id: show('evt', row.event_id),
    ...toldIn(row.request_body),
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    status_code: row.status_code,
    error: row.error,
    response_body: row.response_body,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  }
}

/** Posts are long where their emails have much metadata; what they are about stands at the front. */
const frontLength = 2_000

/** What a post was about, in our form and in Resend's. */
function toldIn(body: string) {
  const front = body.slice(0, frontLength)
  const find = (pattern: RegExp): string | null => pattern.exec(front)?.[1] ?? null
  return {
    type: find(/"type":"([\w.]+)"/),
    email_id: find(/"email_id":"(msg_\w+)"/),
    recipient: find(/"recipient":"([^"\\]+)"/) ?? find(/"to":\["([^"\\]+)"\]/),
  }
}
