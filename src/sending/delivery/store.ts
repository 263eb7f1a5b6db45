/**
 * What a delivery needs to know, read in lists. Writes nothing: facts go through timeline/record.
 * `lateral … offset 0` makes each row a look-up by primary key in one partition, whatever the
 * planner believes about tables that it has no statistics of yet.
 */

import { followingFrom, type Uuid } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import { type Sql, sqlState } from '#kernel/world/db.ts'
import { loadLargeBytes } from '#kernel/world/large-bytes.ts'
import { UnopenedSeal } from '#kernel/world/sealed.ts'
import { isDeleted } from '#tenants/accounts/store.ts'
import type { Pause } from '#tenants/accounts/terms.ts'
import type {
  Addressees,
  EmailContent,
  Merging,
  OwnValues,
  StoredAttachment,
  Stream,
  TextMap,
  WatchedAct,
} from '../events/email.ts'
import type { EventDetails, RecipientState } from '../events/event.ts'
import { openBody } from '../timeline/sealed-content.ts'

/** One recipient to deliver to, with its email. */
export interface Delivery {
  readonly entryId: Uuid
  readonly projectId: Uuid
  readonly accountId: Uuid
  readonly emailId: Uuid
  /** Of a content that other emails have as well; null: its own. */
  readonly contentId: Uuid | null
  readonly n: number
  readonly address: string
  readonly state: RecipientState
  readonly stream: Stream
  readonly sender: string
  readonly senderDomain: string
  readonly addressees: Addressees
  readonly subject: string
  readonly sizeBytes: number
  readonly acceptedAt: number
  readonly pause: Pause
  readonly projectIsDeleted: boolean
  readonly trace?: KeptTrace | null
  /** Where links led when it was sent, for who makes it once more; absent: where they lead now. */
  readonly tracking?: string | null
  /** Of test mode: its links watch nobody. */
  readonly isCaptured?: boolean
  /** Of the source addresses when this was read (sources.ts). */
  readonly sourceStamp?: number
}

interface DeliveryRow {
  entry_id: Uuid
  project_id: Uuid
  account_id: Uuid
  email_id: Uuid
  content_id: Uuid | null
  n: number
  address: string
  state: RecipientState
  stream: Stream
  sender: string
  sender_domain: string
  addressees: Addressees
  subject: string
  size_bytes: number
  accepted_at: Date
  pause: Pause
  project_is_deleted: boolean
  trace: KeptTrace | null
  source_stamp: number
}

/** The deliveries behind claimed entries; an entry whose email is gone has none. */
export async function loadDeliveries(
  sql: Sql,
  entries: readonly { id: Uuid; projectId: Uuid; subject: Uuid; n: number }[],
): Promise<Map<Uuid, Delivery>> {
  const rows = await sql.query<DeliveryRow>(
    `select t.id as entry_id, e.project_id, p.account_id, e.id as email_id, e.content_id, r.n, r.address, r.state,
            e.stream, e.sender, e.sender_domain, e.addressees, e.subject, e.size_bytes,
            coalesce(e.scheduled_at, e.created_at) as accepted_at, e.trace, a.pause,
            ${isDeleted} as project_is_deleted, (select stamp from source_stamp) as source_stamp
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[]) as t (id, project_id, email_id, n)
     cross join lateral (
       select * from emails where project_id = t.project_id and id = t.email_id offset 0) e
     cross join lateral (
       select n, address, state from recipients
       where project_id = t.project_id and email_id = t.email_id and n = t.n offset 0) r
     join projects p on p.id = t.project_id
     join accounts a on a.id = p.account_id`,
    [
      entries.map(e => e.id),
      entries.map(e => e.projectId),
      entries.map(e => e.subject),
      entries.map(e => e.n),
    ],
  )
  return new Map(
    rows.map(row => [
      row.entry_id,
      {
        entryId: row.entry_id,
        projectId: row.project_id,
        accountId: row.account_id,
        emailId: row.email_id,
        contentId: row.content_id,
        n: row.n,
        address: row.address,
        state: row.state,
        stream: row.stream,
        sender: row.sender,
        senderDomain: row.sender_domain,
        addressees: row.addressees,
        subject: row.subject,
        sizeBytes: row.size_bytes,
        acceptedAt: row.accepted_at.getTime(),
        pause: row.pause,
        projectIsDeleted: row.project_is_deleted,
        trace: row.trace,
        sourceStamp: row.source_stamp,
      },
    ]),
  )
}

/** The pauses of those projects whose account has one. */
export async function selectPauses(
  sql: Sql,
  projectIds: readonly Uuid[],
): Promise<Map<Uuid, Pause>> {
  const rows = await sql.query<{ id: Uuid; pause: Pause }>(
    `select p.id, a.pause from projects p join accounts a on a.id = p.account_id
     where p.id = any($1) and a.pause <> 'none'`,
    [projectIds],
  )
  return new Map(rows.map(({ id, pause }) => [id, pause]))
}

/** Whose content is wanted. */
type ContentOf = Pick<Delivery, 'projectId' | 'emailId' | 'contentId'>

/** What a content is known by: emails that share one have one name for it. */
export const contentName = (one: Pick<ContentOf, 'emailId' | 'contentId'>): Uuid =>
  one.contentId ?? one.emailId

interface ContentRow {
  name: Uuid
  html: string | null
  text: string | null
  headers: TextMap | null
  attachments: StoredAttachment[] | null
  untracked: WatchedAct[] | null
  merging: Merging | null
  message: Buffer | null
  sealed: Buffer | null
  packed?: string | null
}

/**
 * Contents of several emails at once, by `contentName`, each once; the caller keeps the list small in
 * bytes.
 */
export async function loadContents(
  sql: Sql,
  asked: readonly ContentOf[],
): Promise<Map<Uuid, EmailContent>> {
  const distinct = [...new Map(asked.map(one => [contentName(one), one])).values()]
  const own = distinct.filter(one => one.contentId === null)
  const shared = distinct.filter(one => one.contentId !== null)
  const [rows, sharedRows] = await Promise.all([
    own.length === 0 ? [] : selectOwnContents(sql, own),
    shared.length === 0 ? [] : selectSharedContents(sql, shared),
  ])
  return new Map([...rows, ...sharedRows].flatMap(row => opened(row, distinct.length === 1)))
}

/** Up to this size attachments are read here: a few milliseconds. */
const maxReadBytes = 256 * 1024

const ownMessage = {
  column: 'message',
  from: 'email_contents where project_id = $1 and email_id = $2',
}

/** The content of one email; its own attachments, where it is large, as they are kept. */
export async function loadContent(
  sql: Sql,
  one: ContentOf & Pick<Delivery, 'sizeBytes'>,
): Promise<EmailContent | undefined> {
  if (one.contentId !== null || one.sizeBytes <= maxReadBytes) {
    return (await loadContents(sql, [one])).get(contentName(one))
  }
  const [[row], message] = await Promise.all([
    sql.query<ContentRow>(
      `select email_id as name, html, text, headers, null::jsonb as attachments, untracked,
         null::jsonb as merging, null::bytea as message, sealed, attachments::text as packed
       from email_contents where project_id = $1 and email_id = $2`,
      [one.projectId, one.emailId],
    ),
    loadLargeBytes(sql, ownMessage, [one.projectId, one.emailId]),
  ])
  return row && contentOf({ ...row, message })
}

/** What no key here opens fails alone: it is asked for by itself again, and holds up no other. */
function opened(row: ContentRow, isAlone: boolean): [Uuid, EmailContent][] {
  try {
    return [[row.name, contentOf(row)]]
  } catch (error) {
    if (isAlone || !(error instanceof UnopenedSeal)) throw error
    return []
  }
}

/** All of an email, in the order in which they were listed. */
export const recipientsOf = (
  sql: Sql,
  projectId: Uuid,
  emailId: Uuid,
): Promise<{ readonly n: number; readonly address: string; readonly state: RecipientState }[]> =>
  sql.query(
    `select n, address, state from recipients
     where project_id = $1 and email_id = $2 order by n`,
    [projectId, emailId],
  )

/** What is kept of how a message was sent to a recipient, the last time; null: it was not yet. */
export async function lastSent(
  sql: Sql,
  { projectId, emailId, address }: Pick<Delivery, 'projectId' | 'emailId' | 'address'>,
): Promise<EventDetails | null> {
  const [row] = await sql.query<{ details: EventDetails | null }>(
    `select details from events
     where project_id = $1 and email_id = $2 and recipient = $3 and id >= $4 and type = 'sent'
     order by id desc limit 1`,
    [projectId, emailId, address, followingFrom(emailId)],
  )
  return row?.details ?? null
}

/** What each letter of a merged content has for itself, by its email. */
export async function loadOwnValues(
  sql: Sql,
  asked: readonly ContentOf[],
): Promise<Map<Uuid, OwnValues>> {
  const rows = await sql.query<{ email_id: Uuid; own_values: OwnValues | null }>(
    `select c.email_id, c.own_values
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, email_id)
     cross join lateral (
       select * from email_contents
       where project_id = t.project_id and email_id = t.email_id offset 0) c`,
    [asked.map(one => one.projectId), asked.map(one => one.emailId)],
  )
  return new Map(rows.flatMap(row => (row.own_values ? [[row.email_id, row.own_values]] : [])))
}

/** A message as text with a character for each byte: hex takes twice the room here, and 1 ms for 100 KB. */
const messageAsText = `convert_from(c.message, 'LATIN1')`
/** Of convert_from: text holds every byte but NUL (character_not_in_repertoire). */
const holdsNul = '22021'

async function selectOwnContents(sql: Sql, asked: readonly ContentOf[]): Promise<ContentRow[]> {
  const rows = await selectOwn<string>(sql, asked, messageAsText).catch(error => {
    if (sqlState(error) !== holdsNul) throw error
    return selectOwn<Buffer>(sql, asked, 'c.message')
  })
  return rows.map(row => ({ ...row, message: bytesOf(row.message) }))
}

const bytesOf = (message: string | Buffer | null): Buffer | null =>
  typeof message === 'string' ? Buffer.from(message, 'latin1') : message

function selectOwn<Message>(
  sql: Sql,
  asked: readonly ContentOf[],
  message: string,
): Promise<(Omit<ContentRow, 'message'> & { readonly message: Message | null })[]> {
  return sql.query(
    `select c.email_id as name, c.html, c.text, c.headers, c.attachments, c.untracked,
       null::jsonb as merging, ${message} as message, c.sealed
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, email_id)
     cross join lateral (
       select * from email_contents
       where project_id = t.project_id and email_id = t.email_id offset 0) c`,
    [asked.map(one => one.projectId), asked.map(one => one.emailId)],
  )
}

function selectSharedContents(sql: Sql, asked: readonly ContentOf[]): Promise<ContentRow[]> {
  return sql.query<ContentRow>(
    `select c.id as name, c.html, c.text, c.headers, c.attachments, c.untracked,
       c.merging, null::bytea as message, null::bytea as sealed
     from unnest($1::uuid[], $2::uuid[]) as t (project_id, id)
     cross join lateral (
       select * from contents where project_id = t.project_id and id = t.id offset 0) c`,
    [asked.map(one => one.projectId), asked.map(one => one.contentId)],
  )
}

const contentOf = ({
  html,
  text,
  headers,
  attachments,
  untracked,
  merging,
  message,
  sealed,
  packed = null,
}: ContentRow): EmailContent => ({
  ...(html === null ? {} : { html }),
  ...(text === null ? {} : { text }),
  ...(headers === null ? {} : { headers }),
  ...(attachments === null ? {} : { attachments }),
  ...(untracked === null ? {} : { untracked }),
  ...(merging === null ? {} : { merging }),
  ...(message === null ? {} : { message }),
  ...(sealed === null ? {} : openBody(sealed)),
  ...(packed === null ? {} : { packed }),
})

const followingOf = ({ projectId, emailId, address }: Delivery) =>
  [projectId, emailId, address, followingFrom(emailId)] as const

/** When a recipient's domain or its servers were first not found, ms since 1970; null if never before. */
export async function firstNotFound(
  sql: Sql,
  delivery: Delivery,
  cause: 'domain_not_found_yet' | 'no_mail_server',
): Promise<number | null> {
  const [row] = await sql.query<{ at: Date | null }>(
    `select min(at) as at from events
     where project_id = $1 and email_id = $2 and recipient = $3 and id >= $4
       and type = 'deferred' and details ->> 'cause' = $5`,
    [...followingOf(delivery), cause],
  )
  return row?.at?.getTime() ?? null
}

/**
 * What a server last said to an attempt, and who; null: none has said anything. Where its words to
 * another email made this one wait, they are none of this one's.
 */
export async function lastReply(sql: Sql, delivery: Delivery): Promise<EventDetails | null> {
  const [row] = await sql.query<{ said: EventDetails }>(
    `select jsonb_strip_nulls(jsonb_build_object(
         'smtp_code', details -> 'smtp_code', 'smtp_response', details -> 'smtp_response',
         'cause', details -> 'cause', 'mx', details -> 'mx', 'provider', details -> 'provider'
       )) as said
     from events
     where project_id = $1 and email_id = $2 and recipient = $3 and id >= $4
       and type = 'deferred' and details ? 'smtp_response' and not details ? 'slowed_until'
     order by id desc limit 1`,
    followingOf(delivery),
  )
  return row?.said ?? null
}
