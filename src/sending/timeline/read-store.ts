/**
 * Reading one email, its timeline and the list of events for the API: one project and mode at a
 * time, never across. The list of emails stands in list-store.ts.
 */
import { assert } from '#kernel/base/assert.ts'
import { followingFrom, type Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { loadLargeBytes, maxInRowBytes } from '#kernel/world/large-bytes.ts'
import { type Position, pageValues, positionsByMode } from '#kernel/world/listed.ts'
import type { Addressees, LetterMark, Stream, TextMap } from '../events/email.ts'
import {
  type EmailStatus,
  type EventDetails,
  type EventType,
  eventTypeNames,
  type RecipientState,
} from '../events/event.ts'
import type { KeptContent } from './kept-content.ts'

interface EmailRow {
  readonly id: Uuid
  readonly mode: Mode
  readonly stream: Stream
  readonly status: EmailStatus
  readonly sender: string
  readonly addressees: Addressees
  readonly subject: string
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  readonly scheduled_at: Date | null
  readonly created_at: Date
  readonly last_event_at: Date
  readonly size_bytes: number
  readonly content_id: Uuid | null
  readonly letter: LetterMark | null
  readonly message_id: string | null
}

/** How many of an email's recipients are in each state that occurs. */
type StateCounts = Readonly<Partial<Record<RecipientState, number>>>

/** An email as it is shown: with how it stands with its recipients. */
export interface CountedEmail extends EmailRow {
  readonly counts: StateCounts
}

/** `StateCounts` of the email with that id, in a statement whose first value is the project. */
export const stateCounts = (id: string): string =>
  `(select coalesce(jsonb_object_agg(state, count), '{}')
    from (select state, count(*)::integer as count from recipients
      where project_id = $1 and email_id = ${id} group by state) states) as counts`

export const emailColumns =
  'id, mode, stream, status, sender, addressees, subject, tags, metadata, scheduled_at, created_at, last_event_at, size_bytes, content_id, letter, message_id'

export interface MailOwner {
  readonly projectId: Uuid
  readonly mode: Mode
}

export async function emailOf(sql: Sql, owner: MailOwner, id: Uuid): Promise<EmailRow | null> {
  const rows = await sql.query<EmailRow>(
    `select ${emailColumns} from emails where project_id = $1 and id = $2 and mode = $3`,
    [owner.projectId, id, owner.mode],
  )
  return rows[0] ?? null
}

/** The same with its counts, as one moment shows them. */
export async function findCounted(
  sql: Sql,
  owner: MailOwner,
  id: Uuid,
): Promise<CountedEmail | null> {
  const rows = await sql.query<CountedEmail>(
    `select ${emailColumns}, ${stateCounts('e.id')} from emails e
     where project_id = $1 and id = $2 and mode = $3`,
    [owner.projectId, id, owner.mode],
  )
  return rows[0] ?? null
}

const eventColumns =
  'id, xid, (select settled_below()) as horizon, email_id, type, at, recipient, details'

export interface TimelineRow {
  readonly id: Uuid
  readonly email_id: Uuid
  readonly type: EventType
  readonly at: Date
  readonly recipient: string | null
  readonly details: EventDetails | null
}

export interface PlacedEvent extends TimelineRow {
  readonly xid: string
  readonly horizon: string
  /** Of its email, in the list of all. */
  readonly letter?: LetterMark | null
}

type JsonRow = Omit<TimelineRow, 'at'> & { readonly at: number }

/**
 * One email with its timeline, oldest first: in the order of commits, which no node's clock can
 * upset. One statement and so one moment, lest the status belong to another than the events.
 */
export async function findWithEvents(
  sql: Sql,
  owner: MailOwner,
  id: Uuid,
): Promise<{ email: CountedEmail; events: TimelineRow[] } | null> {
  const rows = await sql.query<CountedEmail & { events: readonly JsonRow[] | null }>(
    `select ${emailColumns}, ${stateCounts('e.id')},
       (select jsonb_agg(jsonb_build_object('id', id, 'email_id', email_id, 'type', type,
          'at', extract(epoch from at) * 1000, 'recipient', recipient, 'details', details)
          order by xid, id)
        from events where project_id = $1 and email_id = $2 and id >= $4) as events
     from emails e where project_id = $1 and id = $2 and mode = $3`,
    [owner.projectId, id, owner.mode, followingFrom(id)],
  )
  const [row] = rows
  if (!row) return null
  const { events, ...email } = row
  return { email, events: (events ?? []).map(event => ({ ...event, at: new Date(event.at) })) }
}

/** As it was handed over; null where it was not, or is forgotten. */
export const loadOwnMessage = (sql: Sql, projectId: Uuid, emailId: Uuid): Promise<Buffer | null> =>
  loadLargeBytes(
    sql,
    { column: 'message', from: 'email_contents where project_id = $1 and email_id = $2' },
    [projectId, emailId],
  )

export async function keptContent(
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<KeptContent | null> {
  const [row] = await sql.query<KeptContent & { isMessageLarge: boolean | null }>(
    `select html, text, headers, untracked, merging, own_values,
       octet_length(message) > $3 as "isMessageLarge",
       case when octet_length(message) <= $3 then message end as message,
       (select address from recipients where project_id = $1 and email_id = $2 and n = 0) as address,
       (select jsonb_agg(jsonb_build_object('filename', a ->> 'filename',
          'content_type', a ->> 'content_type', 'content_id', a ->> 'content_id',
          'size_bytes', length(rtrim(translate(a ->> 'content', E'\\r\\n', ''), '=')) * 3 / 4))
        from jsonb_array_elements(attachments) a) as attachments
     from (
       select o.html, o.text, o.headers, o.attachments, o.untracked, null::jsonb as merging,
         null::jsonb as own_values, o.message
       from email_contents o join emails e on e.project_id = o.project_id and e.id = o.email_id
       where o.project_id = $1 and o.email_id = $2 and e.content_id is null
       union all
       select c.html, c.text, c.headers, c.attachments, c.untracked, c.merging, o.own_values,
         null::bytea as message
       from emails e
       join contents c on c.project_id = e.project_id and c.id = e.content_id
       left join email_contents o on o.project_id = e.project_id and o.email_id = e.id
       where e.project_id = $1 and e.id = $2) own_or_shared`,
    [projectId, emailId, maxInRowBytes],
  )
  if (row === undefined) return null
  const { isMessageLarge, ...content } = row
  if (isMessageLarge !== true) return content
  return { ...content, message: await loadOwnMessage(sql, projectId, emailId) }
}

interface EventFilter {
  readonly type?: EventType
  readonly emailId?: Uuid
}

/** Where an event stands in the project's list, or null if it is not one of the caller's. */
export const eventPosition = positionsByMode('events')

const letterOfEvent =
  '(select letter from emails where project_id = $1 and id = e.email_id) as letter'

/** Up to `count` of the project's events before a position, newest first (routes/paging.ts). */
export async function listEvents(
  sql: Sql,
  owner: MailOwner,
  filter: EventFilter,
  page: { before: Position; count: number },
): Promise<PlacedEvent[]> {
  const values = pageValues(owner, page)
  const add = (value: unknown): string => `$${values.push(value)}`
  const where = ['project_id = $1', 'mode = $2', '(xid, id) < ($3::xid8, $4::uuid)']
  if (filter.type !== undefined) {
    assert(eventTypeNames.includes(filter.type), 'the schema lets only known types through')
    // In the text, so that a prepared plan may use the index of the rare types (events_of_note).
    where.push(`type = '${filter.type}'`)
  }
  if (filter.emailId !== undefined) {
    where.push(`email_id = ${add(filter.emailId)}`, `id >= ${add(followingFrom(filter.emailId))}`)
  }
  return sql.query<PlacedEvent>(
    `select ${eventColumns}, ${letterOfEvent} from events e
     where ${where.join(' and ')} order by xid desc, id desc limit $5`,
    values,
  )
}

/** More than a word means are not looked at. */
const maxAddresses = 100

/** Addresses of a project's recipients that begin like this, each once. */
export async function recipientAddressesFrom(
  sql: Sql,
  { projectId }: Pick<MailOwner, 'projectId'>,
  start: string,
): Promise<string[]> {
  // Each by a look into the index, however many emails went to it.
  const next = (after: string) => `(select lower(address) as address from recipients
    where project_id = $1 and ${after} and lower(address) < $3 order by lower(address) limit 1)`
  const rows = await sql.query<{ address: string }>(
    `with recursive found as (
       ${next('lower(address) >= $2')}
       union all
       select n.address from found f,
         lateral ${next('lower(address) > f.address')} n
     ) select address from found limit $4`,
    [projectId, start.toLowerCase(), `${start.toLowerCase()}\u{10FFFF}`, maxAddresses],
  )
  return rows.map(row => row.address)
}

/** What happened to emails for an address, before an id, newest first. */
export async function listEventsOfAddress(
  sql: Sql,
  owner: MailOwner,
  address: string,
  page: { readonly before: Uuid; readonly count: number },
): Promise<PlacedEvent[]> {
  return sql.query<PlacedEvent>(
    `select ${eventColumns}, ${letterOfEvent} from events e
     where project_id = $1 and mode = $2 and id < $4 and lower(recipient) = $3
       and email_id in (select email_id from recipients
         where project_id = $1 and lower(address) = $3)
     order by id desc limit $5`,
    [owner.projectId, owner.mode, address.toLowerCase(), page.before, page.count],
  )
}

/** Where an email stands in the project's list, or null if it is not one of the caller's. */
export const emailPosition = positionsByMode('emails')
