/**
 * An event as Resend's webhooks tell it (its OpenAPI, `webhooks`): for webhooks that were made on its
 * surface. Where their words have no place for what we know, ours stand.
 */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { InForm } from '#platform/webhooks/enqueue.ts'
import type { LetterMark, TextMap } from '../events/email.ts'
import { bounceClassIn, type EventDetails, type EventType } from '../events/event.ts'
import { ownMessageId } from './message-id.ts'

/** What their bodies say of an email beyond ours. */
export interface Envelope {
  readonly id: Uuid
  readonly sender: string
  readonly to: readonly string[]
  readonly subject: string
  readonly createdAt: number
  readonly messageId: string | null
}

interface FormEmail {
  readonly mode: Mode
  readonly tags: TextMap | null
  readonly letter?: LetterMark | null
}

interface FormEvent {
  readonly type: EventType
  readonly at: number
  readonly recipient: string | null
  readonly details: EventDetails | null
}

/** Those that are not ours with a prefix. An event of waiting is theirs of a scheduled email. */
const theirNames: Partial<Record<EventType, string>> = {
  deferred: 'email.delivery_delayed',
  queued: 'email.scheduled',
}

export const resendTypeOf = (type: EventType): string => theirNames[type] ?? `email.${type}`

/** null: they have no such event. `explanation` makes a sentence about it. */
export function inResendForm(
  event: FormEvent,
  email: FormEmail,
  envelope: Envelope,
  explanation: () => string,
): InForm | null {
  const { type, details } = event
  if (type === 'queued' && details?.scheduled_at === undefined) return null
  return {
    heardAs: type,
    type: resendTypeOf(type),
    data: () => ({
      ...aboutEmail(event, email, envelope),
      ...aboutEvent(event, explanation),
      ...(email.mode === 'test' ? { test: true } : {}),
    }),
  }
}

function aboutEmail({ recipient }: FormEvent, { tags, letter }: FormEmail, envelope: Envelope) {
  const { id, sender, to, subject, createdAt, messageId } = envelope
  const broadcast = letter?.campaign_id
  return {
    email_id: show('msg', id),
    message_id: messageId ?? ownMessageId({ id, sender }),
    created_at: new Date(createdAt).toISOString(),
    from: sender,
    to: recipient === null ? to : [recipient],
    subject,
    ...(broadcast === undefined ? {} : { broadcast_id: broadcast }),
    tags: tags ?? {},
  }
}

function aboutEvent({ type, at, details }: FormEvent, explanation: () => string): object {
  const { reason, url, scheduled_at, smtp_response } = details ?? {}
  const diagnosticCode = smtp_response === undefined ? [] : [`smtp; ${smtp_response}`]
  switch (type) {
    case 'bounced':
      return { bounce: { diagnosticCode, message: explanation(), ...bounceOf(details) } }
    case 'clicked':
      // Where and with what somebody clicked is not kept.
      return { click: { ipAddress: '', link: url, timestamp: isoOf(at), userAgent: '' } }
    case 'failed':
      return { failed: { reason } }
    case 'suppressed':
      return {
        suppressed: {
          diagnosticCode,
          message: explanation(),
          reason: suppressedFor[reason ?? ''] ?? reason,
          type: 'OnAccountSuppressionList',
        },
      }
    case 'queued':
      return { scheduled_at }
    default:
      return {}
  }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const suppressedFor: Readonly<Record<string, string>> = {
  hard_bounce: 'previous_bounce',
  repeated_soft_bounce: 'previous_bounce',
  complaint: 'previous_complaint',
}

const subTypes: Readonly<Record<string, string>> = {
  mailbox_full: 'MailboxFull',
  too_big: 'MessageTooLarge',
  attachment_refused: 'AttachmentRejected',
  virus: 'AttachmentRejected',
  spam_content: 'ContentRejected',
  link_blocklisted: 'ContentRejected',
  content_refused: 'ContentRejected',
  content_format: 'ContentRejected',
  not_compliant: 'ContentRejected',
}

/** Permanent is what their readers strike addresses out by, so it is said of those alone. */
function bounceOf(details: EventDetails | null): { subType: string; type: string } {
  const bounce = bounceClassIn(details)
  const subType = subTypes[details?.cause ?? '']
  if (bounce === 'hard') return { subType: subType ?? 'General', type: 'Permanent' }
  if (subType === undefined && bounce === 'policy') {
    return { subType: 'Undetermined', type: 'Undetermined' }
  }
  return { subType: subType ?? 'General', type: 'Transient' }
}
