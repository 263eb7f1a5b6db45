/**
 * All SQL on emails, their contents, recipients and events. Statements take lists and unnest arrays:
 * one round trip and one plan for a whole batch (measured: 4 times the emails per second).
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import {
  type EmailContent,
  isShared,
  type LetterMark,
  type NewEmail,
  type OwnValues,
  type Stream,
  type TextMap,
} from '../events/email.ts'
import {
  type EmailStatus,
  type EventDetails,
  type EventType,
  isStatusEvent,
  type RecipientState,
  statusEvents,
} from '../events/event.ts'
import { sealedContent } from './sealed-content.ts'

export interface EventRow {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly emailId: Uuid
  readonly mode: Mode
  readonly type: EventType
  readonly at: number
  readonly recipient: string | null
  readonly details: EventDetails | null
}

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))

/** Writes accepted emails with contents, recipients and their first facts. */
export async function insertEmails(
  tx: Sql,
  emails: readonly NewEmail[],
  events: readonly EventRow[],
): Promise<void> {
  // Mostly none is unusual, and then nothing is looked at row by row.
  const unusual = statusEvents.map(type => `'${type}'`).join(', ')
  const emailXid = events.some(event => isStatusEvent(event.type))
    ? `case when t.type in (${unusual}) then position_now() end`
    : 'null'
  const recipients = emails.flatMap(email => email.recipients.map(one => ({ email, ...one })))
  const own = emails.flatMap(ownContent)
  await tx.query(
    `with accepted as (
       insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
                           subject, tags, metadata, size_bytes, scheduled_at, created_at, content_id,
                           letter, message_id, trace, last_event_at)
       select *, t.created_at
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
                   $7::text[], $8::jsonb[], $9::text[], $10::jsonb[], $11::jsonb[], $12::integer[],
                   $13::timestamptz[], $14::timestamptz[], $32::uuid[], $36::jsonb[], $38::text[], $40::text[])
         as t (project_id, id, mode, stream, status, sender, sender_domain, addressees, subject,
               tags, metadata, size_bytes, scheduled_at, created_at, content_id, letter, message_id, trace)
     ), contents as (
       insert into email_contents (project_id, email_id, html, text, headers, attachments, untracked,
                                   own_values, message, sealed)
       select project_id, email_id, html, text, headers, attachments,
         string_to_array(untracked, ','), own_values, message, sealed
       from unnest($33::uuid[], $34::uuid[], $15::text[], $16::text[], $17::jsonb[], $41::jsonb[],
                   $35::text[], $37::jsonb[], $39::bytea[], $18::bytea[])
         as t (project_id, email_id, html, text, headers, attachments, untracked, own_values,
               message, sealed)
     ), happened as (
       insert into events (project_id, id, email_id, mode, type, at, recipient, details, email_xid)
       select t.*, ${emailXid}
       from unnest($24::uuid[], $25::uuid[], $26::uuid[], $27::text[], $28::text[],
                   $29::timestamptz[], $30::text[], $31::jsonb[])
         as t (project_id, id, email_id, mode, type, at, recipient, details)
     )
     insert into recipients (project_id, email_id, n, address, state)
     select * from unnest($19::uuid[], $20::uuid[], $21::smallint[], $22::text[], $23::text[])`,
    [
      emails.map(e => e.projectId),
      emails.map(e => e.id),
      emails.map(e => e.mode),
      emails.map(e => e.stream),
      emails.map(e => e.status),
      emails.map(e => e.sender),
      emails.map(e => e.senderDomain),
      emails.map(e => JSON.stringify(e.addressees)),
      emails.map(e => e.subject),
      emails.map(e => json(e.tags)),
      emails.map(e => json(e.metadata)),
      emails.map(e => e.sizeBytes),
      emails.map(e => (e.scheduledAt === null ? null : new Date(e.scheduledAt))),
      emails.map(e => new Date(e.createdAt)),
      ...bodyColumns(own),
      recipients.map(r => r.email.projectId),
      recipients.map(r => r.email.id),
      recipients.map(r => r.n),
      recipients.map(r => r.address),
      recipients.map(r => r.state),
      ...eventColumns(events),
      emails.map(e => (isShared(e.content) ? e.content.sharedId : null)),
      ...ownColumns(own),
      ...rareColumns(emails, own),
    ],
  )
}

/** What is written of one email alone. */
interface OwnContent {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly content: EmailContent
  readonly values: OwnValues | null
  readonly sealed: Buffer | null
}

function ownContent({ projectId, id, content, isSecret }: NewEmail): OwnContent[] {
  if (!isShared(content)) {
    const { sealed, open } = isSecret ? sealedContent(content) : { sealed: null, open: content }
    return [{ projectId, id, content: open, values: null, sealed }]
  }
  return content.own ? [{ projectId, id, content: {}, values: content.own, sealed: null }] : []
}

const ownColumns = (own: readonly OwnContent[]): unknown[] => [
  own.map(e => e.projectId),
  own.map(e => e.id),
  own.map(e => e.content.untracked?.join(',') ?? null),
]

/** What few emails have. */
const rareColumns = (emails: readonly NewEmail[], own: readonly OwnContent[]): unknown[] => [
  emails.map(e => json(e.letter)),
  own.map(e => json(e.values)),
  emails.map(e => e.messageId ?? null),
  own.map(e => e.content.message ?? null),
  emails.map(e => e.trace ?? null),
  // The largest last: whatever were added to the statement behind it would move it once more.
  own.map(({ content }) => content.packed ?? json(content.attachments)),
]

const bodyColumns = (own: readonly OwnContent[]): unknown[] => [
  own.map(e => e.content.html ?? null),
  own.map(e => e.content.text ?? null),
  own.map(e => json(e.content.headers)),
  own.map(e => e.sealed),
]

function eventColumns(events: readonly EventRow[]): unknown[] {
  return [
    events.map(e => e.projectId),
    events.map(e => e.id),
    events.map(e => e.emailId),
    events.map(e => e.mode),
    events.map(e => e.type),
    events.map(e => new Date(e.at)),
    events.map(e => e.recipient),
    events.map(e => json(e.details)),
  ]
}

/** An email with the states of all its recipients, locked for the transaction. */
export interface LockedEmail {
  readonly projectId: Uuid
  readonly accountId: Uuid
  readonly id: Uuid
  readonly xid: string
  /** Where the row is in its partition. */
  readonly place: string
  readonly mode: Mode
  readonly stream: Stream
  readonly status: EmailStatus
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  readonly letter?: LetterMark | null
  readonly trace: KeptTrace | null
  readonly language: Language
  readonly timeZone: string
  readonly recipients: Map<number, { address: string; state: RecipientState; place: string }>
}

interface LockedRow {
  project_id: Uuid
  id: Uuid
  xid: string
  place: string
  mode: Mode
  stream: Stream
  status: EmailStatus
  tags: TextMap | null
  metadata: TextMap | null
  letter: LetterMark | null
  trace: KeptTrace | null
}

interface RecipientRow {
  email_id: Uuid
  n: number
  address: string
  state: RecipientState
  place: string
}

/**
 * Locks emails in id order (so that two batches never wait for each other in a ring), then reads
 * their recipients: as statements of their own, because what a statement joins to the rows it locks
 * is as old as its beginning, not as its lock. The statements travel together.
 */
export async function lockEmails(
  tx: Sql,
  asked: readonly { projectId: Uuid; emailId: Uuid }[],
): Promise<Map<Uuid, LockedEmail>> {
  const pairs = [asked.map(one => one.projectId), asked.map(one => one.emailId)]
  const [emails, recipients, projects] = await Promise.all([
    tx.query<LockedRow>(
      `select e.project_id, e.id, e.xid, e.ctid as place, e.mode, e.stream, e.status, e.tags, e.metadata,
         e.letter, e.trace
       from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
       join emails e on e.project_id = t.project_id and e.id = t.id
       order by e.id for update of e`,
      pairs,
    ),
    tx.query<RecipientRow>(
      `select t.email_id, r.n, r.address, r.state, r.place
       from unnest($1::uuid[], $2::uuid[]) as t (project_id, email_id)
       cross join lateral (
         select n, address, state, ctid as place from recipients
         where project_id = t.project_id and email_id = t.email_id offset 0) r`,
      pairs,
    ),
    tx.query<{ id: Uuid; account_id: Uuid; language: Language; zone: string }>(
      `select p.id, p.account_id, coalesce(p.language, a.language) as language,
         a.time_zone as zone
       from projects p join accounts a on a.id = p.account_id where p.id = any($1::uuid[])`,
      [[...new Set(asked.map(one => one.projectId))]],
    ),
  ])
  const owners = new Map(projects.map(one => [one.id, one]))
  const found = new Map<Uuid, LockedEmail>()
  for (const { project_id: projectId, ...email } of emails) {
    const owner = owners.get(projectId)
    assert(owner, 'an email belongs to a project and its account')
    const { account_id: accountId, language, zone: timeZone } = owner
    const reader = { accountId, language, timeZone }
    found.set(email.id, { ...email, projectId, ...reader, recipients: new Map() })
  }
  for (const { email_id: emailId, n, ...recipient } of recipients) {
    found.get(emailId)?.recipients.set(n, recipient)
  }
  return found
}

export interface RecipientChange {
  readonly emailId: Uuid
  readonly place: string
  readonly state: RecipientState
}

export interface EmailChange {
  readonly id: Uuid
  readonly place: string
  readonly status: EmailStatus
  readonly lastEventAt: number
}

/** A fact about an email that was there before. */
interface LaterEvent extends EventRow {
  /** The email's own, where the fact is one of `statusEvents`: null on all others. */
  readonly emailXid: string | null
}

/**
 * Writes facts, the recipients' new states and the emails' new status in one statement. The emails
 * are locked by this transaction, and nobody changes their recipients without that lock: the rows
 * are still where `lockEmails` has found them. Looked up by key, a plan that was made while their
 * partition was small may walk through another index of the project. Should one have moved, the
 * statement fails (by a division by zero): its answer may come behind the COMMIT.
 */
export async function applyChanges(
  tx: Sql,
  events: readonly LaterEvent[],
  recipients: readonly RecipientChange[],
  emails: readonly EmailChange[],
): Promise<void> {
  await tx.query(
    `with happened as (
       insert into events (project_id, id, email_id, mode, type, at, recipient, details, email_xid)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[],
                            $6::timestamptz[], $7::text[], $8::jsonb[], $16::xid8[])
     ), moved as (
       update recipients r set state = t.state
       from unnest($9::tid[], $10::uuid[], $11::text[]) as t (place, email_id, state)
       where r.ctid = t.place and r.email_id = t.email_id
       returning 1
     ), updated as (
       update emails e set status = t.status, last_event_at = greatest(e.last_event_at, t.at)
       from unnest($12::tid[], $13::uuid[], $14::text[], $15::timestamptz[]) as t (place, id, status, at)
       where e.ctid = t.place and e.id = t.id
       returning 1
     )
     select 1 / ((select count(*) from moved) = cardinality($9::tid[])
             and (select count(*) from updated) = cardinality($12::tid[]))::integer as all_in_place`,
    [
      ...eventColumns(events),
      recipients.map(r => r.place),
      recipients.map(r => r.emailId),
      recipients.map(r => r.state),
      emails.map(e => e.place),
      emails.map(e => e.id),
      emails.map(e => e.status),
      emails.map(e => new Date(e.lastEventAt)),
      events.map(e => e.emailXid),
    ],
  )
}

/** Writes down a new time of sending; the queue is moved beside it. */
export async function updateSchedule(
  tx: Sql,
  projectId: Uuid,
  id: Uuid,
  at: number,
): Promise<void> {
  await tx.query('update emails set scheduled_at = $3 where project_id = $1 and id = $2', [
    projectId,
    id,
    new Date(at),
  ])
}
