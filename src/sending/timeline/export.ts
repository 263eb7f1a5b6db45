/**
 * The email log as CSV (RFC 4180), of any length in the memory of one batch: rows are read page by
 * page as the caller takes them, and no transaction stays open meanwhile. Few run at a time
 * (export-places.ts). A cell that a spreadsheet would run as a formula gets an apostrophe in front.
 */
import type { Readable } from 'node:stream'
import { csv } from '#kernel/base/csv.ts'
import { show } from '#kernel/base/ids.ts'
import { newest, type Position } from '#kernel/routes/paging.ts'
import type { World } from '#kernel/world/world.ts'
import { exportPlaces } from './export-places.ts'
import { type EmailFilter, type ListedEmail, listEmails, wholeSlices } from './list-store.ts'
import type { MailOwner } from './read-store.ts'

/** Emails per statement: a page of the widest rows still weighs only a few megabytes. */
const batchSize = 500

type Outside = Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>

const columns = [
  'id',
  'created_at',
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'stream',
  'status',
  'last_event_at',
  'tags',
  'metadata',
] as const

/**
 * A stream of text: the header line, then one line per email, newest first. Throws `rate_limited`
 * while too many run.
 */
export const exportCsv = (world: Outside, owner: MailOwner, filter: EmailFilter): Readable =>
  world.runtime.get(exportPlaces, world).stream(owner.projectId, lines(world, owner, filter))

async function* lines(
  world: Outside,
  owner: MailOwner,
  filter: EmailFilter,
): AsyncGenerator<string> {
  yield csv([columns])
  let before: Position = newest
  for (;;) {
    const page = { before, count: batchSize, slices: wholeSlices }
    const { emails } = await listEmails(world, owner, filter, page)
    if (emails.length > 0) yield csv(emails.map(cells))
    const last = emails.at(-1)
    if (last === undefined || emails.length < batchSize) return
    before = last
  }
}

function cells(email: ListedEmail): string[] {
  const { to, cc = [], bcc = [] } = email.addressees
  return [
    show('msg', email.id),
    email.created_at.toISOString(),
    email.sender,
    to.join(', '),
    cc.join(', '),
    bcc.join(', '),
    email.subject,
    email.stream,
    email.status,
    email.last_event_at.toISOString(),
    JSON.stringify(email.tags ?? {}),
    JSON.stringify(email.metadata ?? {}),
  ]
}
