/**
 * The list of emails with its filters, for GET /v1/emails and its export. Each set of filters is a
 * text of its own, and each call is planned for its own values: a sender of all mail and a sender of
 * one email want different ways through the same five million rows.
 */
import { assert } from '../base/assert.ts'
import { floorId } from '../base/ids.ts'
import type { Placed, Position } from '../base/paging.ts'
import type { Db } from '../world/db.ts'
import type { EmailStatus } from './event.ts'
import { type EmailRow, emailColumns, type Owner } from './read-store.ts'
import type { Stream, TextMap } from './store.ts'

export interface EmailFilter {
  readonly status?: EmailStatus
  readonly stream?: Stream
  /** Bare addresses; compared without regard to case. */
  readonly from?: string
  readonly to?: string
  /** Contained, without regard to case. */
  readonly subject?: string
  /** All of them. */
  readonly tag?: TextMap
  /** ms since 1970: from this moment on, and before this one. */
  readonly createdAfter?: number
  readonly createdBefore?: number
}

export type ListedEmail = EmailRow & Placed

/** Up to `count` of the project's emails before a position, newest first (base/paging.ts). */
export async function listEmails(
  db: Db,
  owner: Owner,
  filter: EmailFilter,
  page: { before: Position; count: number },
): Promise<ListedEmail[]> {
  const values: unknown[] = [
    owner.projectId,
    owner.mode,
    page.before.xid,
    page.before.id,
    page.count,
  ]
  const where = conditions(filter, value => `$${values.push(value)}`)
  const text = `select ${emailColumns}, xid, pg_snapshot_xmin(pg_current_snapshot()) as horizon
    from emails e
    where project_id = $1 and mode = $2 and (xid, id) < ($3::xid8, $4::uuid)
    ${where.map(one => `and ${one}`).join(' ')}
    order by xid desc, id desc limit $5`
  if (where.length === 0) return db.query<ListedEmail>(text, values)
  return db.transaction(async tx => {
    await tx.query(`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
    return tx.query<ListedEmail>(text, values)
  })
}

/** Ids and times of acceptance come from one clock but for what lies between them. */
const slackMs = 10 * 60_000

function conditions(filter: EmailFilter, add: (value: unknown) => string): string[] {
  const where: string[] = []
  if (filter.status !== undefined) where.push(...withStatus(filter.status))
  if (filter.stream !== undefined) where.push(`stream = ${add(filter.stream)}`)
  if (filter.from !== undefined) where.push(`${senderAddress} = lower(${add(filter.from)})`)
  if (filter.to !== undefined) where.push(...writtenTo(add(filter.to)))
  if (filter.subject !== undefined) {
    where.push(`subject ilike ${add(`%${filter.subject.replace(/[\\%_]/g, '\\$&')}%`)}`)
  }
  if (filter.tag !== undefined) where.push(`tags @> ${add(JSON.stringify(filter.tag))}::jsonb`)
  if (filter.createdAfter !== undefined) {
    where.push(`created_at >= ${add(new Date(filter.createdAfter))}`)
    where.push(`id >= ${add(floorId(Math.max(0, filter.createdAfter - slackMs)))}`)
  }
  if (filter.createdBefore !== undefined) {
    where.push(`created_at < ${add(new Date(filter.createdBefore))}`)
    where.push(`id < ${add(floorId(Math.max(0, filter.createdBefore + slackMs)))}`)
  }
  return where
}

/** The expression of the index emails_by_sender. */
const senderAddress = `(lower(regexp_replace(regexp_replace(sender, '^.*<', ''), '@.*$', '')) || '@' || sender_domain)`

/** Recipients are numbered as they were listed: those of `to` come first. */
function writtenTo(address: string): string[] {
  return [
    `id in (select r.email_id from recipients r
       where r.project_id = $1 and lower(r.address) = lower(${address}))`,
    `exists (select from recipients r
       where r.project_id = e.project_id and r.email_id = e.id
         and lower(r.address) = lower(${address}) and r.n < jsonb_array_length(e.addressees -> 'to'))`,
  ]
}

/**
 * The status itself, and what follows from it, for the sake of a short way there: an email with an
 * unusual status has an event of that type, and one that is open has an entry in the queue.
 */
function withStatus(status: EmailStatus): string[] {
  assert(/^[a-z]+$/.test(status), 'the schema lets only known statuses through')
  const own = `status = '${status}'`
  switch (status) {
    case 'queued':
    case 'sent':
    case 'deferred':
      return [own, `id in (select subject from queue where project_id = $1 and kind = 'delivery')`]
    case 'bounced':
    case 'complained':
    case 'failed':
    case 'suppressed':
    case 'cancelled':
      return [
        own,
        `id in (select email_id from events
           where project_id = $1 and mode = $2 and type = '${status}')`,
      ]
    case 'delivered':
    case 'captured':
      return [own]
  }
}
