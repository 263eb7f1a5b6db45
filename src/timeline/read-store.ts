/** Reading emails and events for the API: one project and mode at a time, never across. */
import { floorId, timeOfId, type Uuid } from '../base/ids.ts'
import type { Position } from '../base/paging.ts'
import type { Mode } from '../base/route.ts'
import type { Sql } from '../world/db.ts'
import type { EmailStatus, EventDetails, EventType, RecipientState } from './event.ts'
import type { Addressees, EmailContent, Stream, StoredAttachment, TextMap } from './store.ts'

export interface EmailRow {
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
}

export const emailColumns =
  'id, mode, stream, status, sender, addressees, subject, tags, metadata, scheduled_at, created_at, last_event_at, size_bytes'

export interface Owner {
  readonly projectId: Uuid
  readonly mode: Mode
}

export async function findEmail(sql: Sql, owner: Owner, id: Uuid): Promise<EmailRow | null> {
  const rows = await sql.query<EmailRow>(
    `select ${emailColumns} from emails where project_id = $1 and id = $2 and mode = $3`,
    [owner.projectId, id, owner.mode],
  )
  return rows[0] ?? null
}

const eventColumns =
  'id, xid, pg_snapshot_xmin(pg_current_snapshot()) as horizon, email_id, type, at, recipient, details'

export interface EventRow {
  readonly id: Uuid
  readonly xid: string
  readonly horizon: string
  readonly email_id: Uuid
  readonly type: EventType
  readonly at: Date
  readonly recipient: string | null
  readonly details: EventDetails | null
}

/** The timeline of one email, oldest first: in the order of commits, which no node's clock can upset. */
export async function eventsOfEmail(sql: Sql, projectId: Uuid, emailId: Uuid): Promise<EventRow[]> {
  return sql.query<EventRow>(
    `select ${eventColumns} from events
     where email_id = $2 and project_id = $1 and id >= $3
     order by xid, id`,
    [projectId, emailId, eventFloor(emailId)],
  )
}

/** Events of an email are never older than the email but for clock differences of nodes. */
function eventFloor(emailId: Uuid): Uuid {
  return floorId(Math.max(0, timeOfId(emailId) - 5_000))
}

export async function findContent(sql: Sql, projectId: Uuid, emailId: Uuid): Promise<EmailContent | null> {
  const rows = await sql.query<{
    html: string | null
    text: string | null
    headers: TextMap | null
    attachments: StoredAttachment[] | null
  }>('select html, text, headers, attachments from email_contents where project_id = $1 and email_id = $2', [
    projectId,
    emailId,
  ])
  const row = rows[0]
  if (!row) return null
  return {
    ...(row.html === null ? {} : { html: row.html }),
    ...(row.text === null ? {} : { text: row.text }),
    ...(row.headers === null ? {} : { headers: row.headers }),
    ...(row.attachments === null ? {} : { attachments: row.attachments }),
  }
}

export async function recipientsOf(
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<{ n: number; address: string; state: RecipientState }[]> {
  return sql.query(
    'select n, address, state from recipients where project_id = $1 and email_id = $2 order by n',
    [projectId, emailId],
  )
}

export interface EventFilter {
  readonly type?: string
  readonly emailId?: Uuid
}

/** Where an event stands in the project's list, or null if it is not one of the caller's. */
export async function eventPosition(sql: Sql, owner: Owner, id: Uuid): Promise<Position | null> {
  const rows = await sql.query<Position>(
    'select xid, id from events where project_id = $1 and id = $2 and mode = $3',
    [owner.projectId, id, owner.mode],
  )
  return rows[0] ?? null
}

/** Up to `count` of the project's events before a position, newest first (base/paging.ts). */
export async function listEvents(
  sql: Sql,
  owner: Owner,
  filter: EventFilter,
  page: { before: Position; count: number },
): Promise<EventRow[]> {
  const values: unknown[] = [owner.projectId, owner.mode, page.before.xid, page.before.id, page.count]
  const add = (value: unknown): string => `$${values.push(value)}`
  const where = ['project_id = $1', 'mode = $2', '(xid, id) < ($3::xid8, $4::uuid)']
  if (filter.type !== undefined) where.push(`type = ${add(filter.type)}`)
  if (filter.emailId !== undefined) {
    where.push(`email_id = ${add(filter.emailId)}`, `id >= ${add(eventFloor(filter.emailId))}`)
  }
  return sql.query<EventRow>(
    `select ${eventColumns} from events
     where ${where.join(' and ')} order by xid desc, id desc limit $5`,
    values,
  )
}
