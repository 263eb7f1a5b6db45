/** What a delivery needs to know, read in lists. Writes nothing: facts go through timeline/record. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from '../world/db.ts'
import type { RecipientState } from '../timeline/event.ts'
import type { Addressees, EmailContent, Stream, StoredAttachment, TextMap } from '../timeline/store.ts'

/** One recipient to deliver to, with its email. */
export interface Delivery {
  readonly entryId: Uuid
  readonly projectId: Uuid
  readonly accountId: Uuid
  readonly emailId: Uuid
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
  readonly pause: 'none' | 'regular' | 'full'
}

interface DeliveryRow {
  entry_id: Uuid
  project_id: Uuid
  account_id: Uuid
  email_id: Uuid
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
  pause: 'none' | 'regular' | 'full'
}

/** The deliveries behind claimed entries; an entry whose email is gone has none. */
export async function loadDeliveries(
  sql: Sql,
  entries: readonly { id: Uuid; projectId: Uuid; subject: Uuid; n: number }[],
): Promise<Map<Uuid, Delivery>> {
  const rows = await sql.query<DeliveryRow>(
    `select t.id as entry_id, e.project_id, p.account_id, e.id as email_id, r.n, r.address, r.state,
            e.stream, e.sender, e.sender_domain, e.addressees, e.subject, e.size_bytes,
            coalesce(e.scheduled_at, e.created_at) as accepted_at, a.pause
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[]) as t (id, project_id, email_id, n)
     join emails e on e.project_id = t.project_id and e.id = t.email_id and e.id = any($3::uuid[])
     join recipients r on r.project_id = e.project_id and r.email_id = e.id and r.n = t.n
       and r.email_id = any($3::uuid[])
     join projects p on p.id = e.project_id
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
      },
    ]),
  )
}

/** Contents of several emails at once; the caller keeps the list small in bytes. */
export async function loadContents(
  sql: Sql,
  projectIds: readonly Uuid[],
  emailIds: readonly Uuid[],
): Promise<Map<Uuid, EmailContent>> {
  const rows = await sql.query<{
    email_id: Uuid
    html: string | null
    text: string | null
    headers: TextMap | null
    attachments: StoredAttachment[] | null
  }>(
    `select email_id, html, text, headers, attachments from email_contents
     where project_id = any($1::uuid[]) and email_id = any($2::uuid[])`,
    [[...new Set(projectIds)], emailIds],
  )
  return new Map(
    rows.map(row => [
      row.email_id,
      {
        ...(row.html === null ? {} : { html: row.html }),
        ...(row.text === null ? {} : { text: row.text }),
        ...(row.headers === null ? {} : { headers: row.headers }),
        ...(row.attachments === null ? {} : { attachments: row.attachments }),
      },
    ]),
  )
}

/** When a recipient's domain was first found not to exist, ms since 1970; null if never before. */
export async function firstNotFound(sql: Sql, delivery: Delivery): Promise<number | null> {
  const [row] = await sql.query<{ at: Date | null }>(
    `select min(at) as at from events
     where project_id = $1 and email_id = $2 and recipient = $3 and id >= $2
       and type = 'deferred' and details ->> 'cause' = 'domain_not_found_yet'`,
    [delivery.projectId, delivery.emailId, delivery.address],
  )
  return row?.at?.getTime() ?? null
}
