/** An example of each event's webhook data, for test notifications and the documentation. */

import type { Language } from '#kernel/base/languages.ts'
import type { EventDetails, EventType } from '../events/event.ts'
import { explain } from '../explain/explain.ts'

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

/** The `data` of an example event, explained in the project's language. */
export function sampleData(type: string, language: Language): object {
  const kind = type as EventType
  const facts = details[kind]
  return {
    email_id: 'msg_00000000000070008000000000000000',
    recipient: 'someone@example.net',
    ...facts,
    explanation: explain({ type: kind, ...facts, recipient: 'someone@example.net' }, language),
    tags: {},
    metadata: {},
  }
}
