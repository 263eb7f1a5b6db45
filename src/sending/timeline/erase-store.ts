/** SQL that takes a person's data out of emails and timelines. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Addressees } from '../events/email.ts'
import type { RecipientState } from '../events/event.ts'
import { loadOwnMessage } from './read-store.ts'

export interface AddressedEmail {
  readonly emailId: Uuid
  readonly n: number
  readonly state: RecipientState
  readonly addressees: Addressees
  /** Recipients of the email in all. */
  readonly recipients: number
}

interface AddressQuery {
  readonly projectId: Uuid
  /** In lower case. */
  readonly address: string
  readonly modes: readonly Mode[]
  readonly after: Uuid
  readonly below: Uuid
}

/**
 * Locks the deliveries of the emails that `lockAddressed` will find. Whoever else locks both locks
 * the queue first: the other way round two would wait for each other.
 */
export async function lockDeliveries(tx: Sql, asked: AddressQuery, max: number): Promise<void> {
  await tx.query(
    `select q.id from queue q
     where q.kind in ('delivery', 'bulk') and q.subject in (
       select r.email_id from recipients r
       join emails e on e.project_id = r.project_id and e.id = r.email_id
       where r.project_id = $1 and lower(r.address) = $2 and r.email_id > $3
         and r.email_id < $6 and e.mode = any($5)
       order by r.email_id limit $4)
     order by q.id for update of q`,
    [asked.projectId, asked.address, asked.after, max, asked.modes, asked.below],
  )
}

/** Emails to an address after one id, by id, locked. */
export async function lockAddressed(
  tx: Sql,
  asked: AddressQuery,
  max: number,
): Promise<AddressedEmail[]> {
  return tx.query<AddressedEmail>(
    `select r.email_id as "emailId", r.n, r.state, e.addressees,
            (select count(*)::integer from recipients o
             where o.project_id = r.project_id and o.email_id = r.email_id) as recipients
     from recipients r
     join emails e on e.project_id = r.project_id and e.id = r.email_id
     where r.project_id = $1 and lower(r.address) = $2 and r.email_id > $3
       and r.email_id < $6 and e.mode = any($5)
     order by r.email_id limit $4 for update of e`,
    [asked.projectId, asked.address, asked.after, max, asked.modes, asked.below],
  )
}

export interface Erasure {
  readonly emailId: Uuid
  readonly n: number
  readonly placeholder: string
  readonly addressees: Addressees
  /** Nobody else got the email: its words go, too. */
  readonly whole: boolean
}

/**
 * Replaces the address everywhere and removes what servers said with it. Returns the events that
 * told of the person: those about nobody by name as well, for notifications of them carry all
 * addressees (resend-form.ts), and tags and metadata of an email that is emptied.
 */
export async function eraseRecipients(
  tx: Sql,
  projectId: Uuid,
  address: string,
  erasures: readonly Erasure[],
): Promise<Uuid[]> {
  const ids = erasures.map(one => one.emailId)
  const placeholders = erasures.map(one => one.placeholder)
  const [events] = await Promise.all([
    tx.query<{ id: Uuid }>(
      `update events v
       set recipient = case when v.recipient is not null then t.placeholder end,
           details = v.details - 'smtp_response' - 'url'
       from unnest($2::uuid[], $3::text[], $5::boolean[]) as t (id, placeholder, whole)
       where v.project_id = $1 and v.email_id = t.id and (t.whole or v.recipient is null or lower(v.recipient) = $4)
       returning v.id`,
      [projectId, ids, placeholders, address, erasures.map(one => one.whole)],
    ),
    tx.query(
      `update recipients r set address = t.placeholder
       from unnest($2::uuid[], $3::text[], $4::smallint[]) as t (id, placeholder, n)
       where r.project_id = $1 and r.email_id = t.id and r.n = t.n`,
      [projectId, ids, placeholders, erasures.map(one => one.n)],
    ),
    tx.query(
      `update emails e set addressees = t.addressees,
              subject = case when t.whole then '' else e.subject end,
              tags = case when t.whole then null else e.tags end,
              metadata = case when t.whole then null else e.metadata end,
              letter = case when t.whole then null else e.letter end
       from unnest($2::uuid[], $3::jsonb[], $4::boolean[]) as t (id, addressees, whole)
       where e.project_id = $1 and e.id = t.id`,
      [
        projectId,
        ids,
        erasures.map(one => JSON.stringify(one.addressees)),
        erasures.map(one => one.whole),
      ],
    ),
    tx.query(
      // What others have as well stays with them: this email has words of its own from now on, none.
      `with own as (
         update emails e set content_id = null
         where e.project_id = $1 and e.id = any($2::uuid[]) and e.content_id is not null
         returning e.id)
       insert into email_contents (project_id, email_id) select $1, id from own
       on conflict (project_id, email_id) do nothing`,
      [projectId, erasures.filter(one => one.whole).map(one => one.emailId)],
    ),
    tx.query(
      `update email_contents c set html = null, text = null, headers = null, attachments = null,
         own_values = null, message = null, sealed = null
       where c.project_id = $1 and c.email_id = any($2::uuid[])`,
      [projectId, erasures.filter(one => one.whole).map(one => one.emailId)],
    ),
  ])
  return events.map(event => event.id)
}

/** Writes what others keep of a carried message that named a person; one at a time. */
export async function changeMessage(
  tx: Sql,
  { projectId, emailId }: { readonly projectId: Uuid; readonly emailId: Uuid },
  change: (message: Buffer) => Buffer,
): Promise<void> {
  const key = [projectId, emailId]
  const message = await loadOwnMessage(tx, projectId, emailId)
  if (message === null) return
  const changed = change(message)
  if (changed === message) return
  await tx.query('update email_contents set message = $3 where project_id = $1 and email_id = $2', [
    ...key,
    changed,
  ])
}
