/** An example of each event's webhook data, for test notifications and the documentation. */

import type { Language } from '#kernel/base/languages.ts'
import type { InForm } from '#platform/webhooks/enqueue.ts'
import type { EventDetails, EventType } from '../events/event.ts'
import { explain } from '../explain/explain.ts'
import { inResendForm } from './resend-form.ts'

const recipient = 'someone@example.net'
const mx = { mx: 'mx.example.net', provider: 'other', tls: 'verified' } as const

const details: Readonly<Record<EventType, EventDetails>> = {
  accepted: {},
  queued: {},
  sent: { ...mx, attempt: 1 },
  delivered: {
    ...mx,
    attempt: 1,
    smtp_code: '250 2.0.0',
    smtp_response: '250 2.0.0 Ok: queued as 4F1A2',
  },
  deferred: {
    ...mx,
    attempt: 1,
    smtp_code: '451 4.7.1',
    smtp_response: '451 4.7.1 Greylisted, try again later',
    cause: 'greylisted',
    next_attempt_at: '2026-01-05T12:01:00.000Z',
    gives_up_at: '2026-01-08T12:00:00.000Z',
  },
  bounced: {
    ...mx,
    attempt: 1,
    smtp_code: '550 5.1.1',
    smtp_response: '550 5.1.1 No such user here',
    cause: 'unknown_user',
  },
  complained: { provider: 'other' },
  opened: { machine: false },
  clicked: { machine: false, url: 'https://example.com/' },
  suppressed: { reason: 'hard_bounce' },
  failed: { reason: 'phishing_link_mismatch' },
  cancelled: {},
}

const exampleAt = Date.parse('2026-01-05T12:00:00.000Z')

/** The same event as webhooks of Resend's form are told it. */
export function resendSample(type: EventType, language: Language): InForm | null {
  const waiting = type === 'queued' ? { scheduled_at: new Date(exampleAt).toISOString() } : {}
  const event = { type, at: exampleAt, recipient, details: { ...details[type], ...waiting } }
  const envelope = {
    id: '00000000-0000-7000-8000-000000000000',
    sender: 'Shop <hello@example.com>',
    to: [recipient],
    subject: 'Your order',
    createdAt: exampleAt,
    messageId: null,
  }
  const explanation = () => explain({ ...event.details, type, recipient }, language)
  return inResendForm(event, { mode: 'test', tags: null }, envelope, explanation)
}

/** The `data` of an example event, explained in the project's language. */
export function sampleData(type: string, language: Language): object {
  const kind = type as EventType
  const facts = details[kind]
  return {
    email_id: 'msg_00000000000070008000000000000000',
    recipient,
    ...facts,
    explanation: explain({ type: kind, ...facts, recipient }, language),
    tags: {},
    metadata: {},
  }
}
