/**
 * Emails and events as the public API shows them (docs/contract.md#email,
 * docs/contract.md#timeline-event).
 */
import { Type } from 'typebox'
import type { Settings } from '#kernel/base/config.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { listsOf } from '../events/email.ts'
import { eventTypeNames } from '../events/event.ts'
import { explain } from '../explain/explain.ts'
import type { ShownContent } from './kept-content.ts'
import type { ListedEmail } from './list-store.ts'
import { ownMessageId } from './message-id.ts'
import type { CountedEmail, PlacedEvent, TimelineRow } from './read-store.ts'
import { eventFacts, showDetails } from './record.ts'

const timestamp = Type.String({ format: 'date-time' })
const texts = Type.Record(Type.String(), Type.String())
const addresses = Type.Array(Type.String())

export const statusNames = [
  'queued',
  'sent',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'captured',
  'cancelled',
] as const

/** Of the letters of campaigns and sequences. */
const letterSchema = {
  campaign_id: Type.Optional(Type.String()),
  sequence_id: Type.Optional(Type.String()),
  step: Type.Optional(Type.String()),
  variant: Type.Optional(Type.String()),
  contact_id: Type.Optional(Type.String()),
}

export const eventSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(eventTypeNames),
    at: timestamp,
    email_id: Type.Optional(Type.String()),
    recipient: Type.Optional(Type.String()),
    mx: Type.Optional(Type.String({ description: 'Receiving server.' })),
    provider: Type.Optional(
      Type.String({ description: 'Destination group: provider_1 … provider_7 or other.' }),
    ),
    smtp_code: Type.Optional(
      Type.String({ description: 'Reply code with enhanced status, such as `550 5.1.1`.' }),
    ),
    smtp_response: Type.Optional(Type.String({ description: "The receiving server's own words." })),
    explanation: Type.Optional(Type.String({ description: 'What happened, in plain words.' })),
    cause: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    tls: Type.Optional(Type.String({ description: 'How the connection was secured.' })),
    attempt: Type.Optional(Type.Integer()),
    next_attempt_at: Type.Optional(timestamp),
    gives_up_at: Type.Optional(timestamp),
    slowed_until: Type.Optional(timestamp),
    uncertain: Type.Optional(
      Type.Boolean({
        description: 'The connection was lost after the final dot: it may have arrived.',
      }),
    ),
    late: Type.Optional(
      Type.Boolean({ description: 'Bounced by a report, after the server had accepted it.' }),
    ),
    machine: Type.Optional(
      Type.Boolean({ description: 'Opened or clicked by a program rather than a person.' }),
    ),
    machine_reason: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    ...letterSchema,
  },
  { $id: 'EmailEvent' },
)

const emailSummary = {
  id: Type.String(),
  from: Type.String(),
  to: addresses,
  cc: Type.Optional(addresses),
  bcc: Type.Optional(addresses),
  reply_to: Type.Optional(addresses),
  subject: Type.String(),
  stream: Type.Union([Type.Literal('transactional'), Type.Literal('marketing')]),
  status: Type.Enum(statusNames),
  tags: texts,
  metadata: texts,
  message_id: Type.String({ description: 'Of its message, with angle brackets.' }),
  submitted: Type.Optional(
    Type.Boolean({ description: 'Handed over by SMTP, and carried as it came.' }),
  ),
  ...letterSchema,
  scheduled_at: Type.Optional(timestamp),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many of its recipients are in each state that occurs.',
  }),
  created_at: timestamp,
}
export const emailSummarySchema = Type.Object(emailSummary, { $id: 'EmailSummary' })
/** In a list that was asked for an address. */
export const listedEmailSchema = Type.Object(
  {
    ...emailSummary,
    recipient: Type.Optional(
      Type.Object(
        {
          address: Type.String(),
          state: Type.Enum(statusNames),
          reason: Type.Optional(
            Type.String({
              description: 'Of `suppressed` and `failed` the reason, else the cause.',
            }),
          ),
        },
        { description: 'The one whose address was asked for.' },
      ),
    ),
    matched_recipients: Type.Optional(
      Type.Array(Type.String(), {
        description: 'With `event` and what stands beside it: to whom it happened.',
      }),
    ),
  },
  { $id: 'ListedEmail' },
)
export const emailSchema = Type.Object(
  { ...emailSummary, events: Type.Array(eventSchema) },
  { $id: 'Email' },
)

export const contentSchema = Type.Object(
  {
    id: Type.String(),
    html: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    text_made: Type.Optional(
      Type.String({ description: 'The text part made from the html, where none was given.' }),
    ),
    headers: texts,
    attachments: Type.Array(
      Type.Object({
        filename: Type.String(),
        content_type: Type.Optional(Type.String()),
        content_id: Type.Optional(Type.String()),
        size_bytes: Type.Integer(),
      }),
    ),
  },
  { $id: 'EmailContent' },
)

/** Who reads: in which language and zone, and which mode's events. */
interface Reader {
  readonly language: Language
  readonly mode: Mode
  readonly timeZone: string
}

/** One event; `accepted` and `queued` carry id, type and time alone. */
export function showEvent(
  row: TimelineRow,
  { language, mode, timeZone }: Reader,
): Record<string, unknown> {
  const base = { id: show('evt', row.id), type: row.type, at: row.at.toISOString() }
  if (row.type === 'accepted' || row.type === 'queued') return base
  return {
    ...base,
    ...(row.recipient === null ? {} : { recipient: row.recipient }),
    ...showDetails(row.details),
    explanation: explain({ type: row.type, mode, timeZone, ...eventFacts(row) }, language),
  }
}

/** An event in the project-wide list: with the email it belongs to. */
export function showListedEvent(row: PlacedEvent, reader: Reader): Record<string, unknown> {
  const { id, ...rest } = showEvent(row, reader)
  return { id, email_id: show('msg', row.email_id), ...rest, ...row.letter }
}

export function showEmail(row: CountedEmail): Record<string, unknown> {
  return {
    id: show('msg', row.id),
    from: row.sender,
    ...listsOf(row.addressees),
    ...(row.addressees.submitted ? { submitted: true } : {}),
    message_id: row.message_id ?? ownMessageId(row),
    subject: row.subject,
    stream: row.stream,
    status: row.status,
    tags: row.tags ?? {},
    metadata: row.metadata ?? {},
    ...row.letter,
    ...(row.scheduled_at === null ? {} : { scheduled_at: row.scheduled_at.toISOString() }),
    counts: row.counts,
    created_at: row.created_at.toISOString(),
  }
}

/** In a list, with the recipient that was asked for. */
export function showListed(row: ListedEmail): Record<string, unknown> {
  const { recipient, matched } = row
  return {
    ...showEmail(row),
    ...(recipient ? { recipient } : {}),
    ...(matched === undefined ? {} : { matched_recipients: matched }),
  }
}

/** What was sent, as the caller gave it. */
export function showContent(
  id: Uuid,
  content: ShownContent,
  settings: Settings,
): Record<string, unknown> {
  return {
    id: show('msg', id),
    ...withoutNulls({
      html: content.html,
      text: content.text,
      text_made: madeText(content, settings),
    }),
    headers: content.headers ?? {},
    attachments: (content.attachments ?? []).map(withoutNulls),
  }
}

function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
