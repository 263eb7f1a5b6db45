/**
 * The email log as CSV (RFC 4180), of any length in the memory of one batch: rows are read page by
 * page as the caller takes them, and no transaction stays open meanwhile. Few run at a time
 * (export-places.ts). A cell that a spreadsheet would run as a formula gets an apostrophe in front.
 */
import type { Readable } from 'node:stream'
import { type CsvDelimiter, csv } from '#kernel/base/csv.ts'
import { show } from '#kernel/base/ids.ts'
import { addressKey } from '#kernel/mail/address.ts'
import { newest } from '#kernel/routes/paging.ts'
import type { Position } from '#kernel/world/listed.ts'
import type { World } from '#kernel/world/world.ts'
import { exportPlaces } from './export-places.ts'
import type { EmailFilter } from './filter-store.ts'
import { allLooks, type ListedEmail, listEmails, type RecipientStanding } from './list-store.ts'
import type { MailOwner } from './read-store.ts'
import { type FactsOfRecipient, factsOf, reasonOf, recipientsOfAll } from './standing-store.ts'

/** Emails per statement: a page of the widest rows still weighs only a few megabytes. */
const batchSize = 500
/** The same where each has up to 50 lines. */
const batchOfRecipients = 100

type Outside = Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>

/** What is exported, in which form. */
interface ExportForm {
  readonly rows: 'emails' | 'recipients'
  readonly delimiter: CsvDelimiter
  /** Without the mark some spreadsheets take UTF-8 for something else. */
  readonly hasMark: boolean
}

const plain: ExportForm = { rows: 'emails', delimiter: ',', hasMark: false }

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

const columnsOfRecipients = [
  'email_id',
  'created_at',
  'from',
  'address',
  'kind',
  'subject',
  'stream',
  'state',
  'reason',
  'smtp_code',
  'last_event_at',
  'tags',
  'metadata',
] as const

interface Export {
  readonly owner: MailOwner
  readonly filter: EmailFilter
  readonly form: ExportForm
}

/**
 * A stream of text: the header line, then one line per email or recipient, newest first. Throws
 * `rate_limited` while too many run.
 */
export const exportCsv = (
  world: Outside,
  owner: MailOwner,
  filter: EmailFilter,
  form: ExportForm = plain,
): Readable =>
  world.runtime
    .get(exportPlaces, world)
    .stream(owner.projectId, lines(world, { owner, filter, form }))

async function* lines(world: Outside, asked: Export): AsyncGenerator<string> {
  const { owner, filter, form } = asked
  const isOfRecipients = form.rows === 'recipients'
  const count = isOfRecipients ? batchOfRecipients : batchSize
  const head = csv([isOfRecipients ? columnsOfRecipients : columns], form.delimiter)
  yield form.hasMark ? `\ufeff${head}` : head
  let before: Position = newest
  for (;;) {
    const page = { before, count, looks: allLooks }
    const { emails } = await listEmails(world, owner, filter, page)
    const rows = isOfRecipients ? await recipientRows(world, asked, emails) : emails.map(cells)
    if (rows.length > 0) yield csv(rows, form.delimiter)
    const last = emails.at(-1)
    if (last === undefined || emails.length < count) return
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
    ...mapCells(email),
  ]
}

const mapCells = ({ tags, metadata }: ListedEmail): string[] => [
  JSON.stringify(tags ?? {}),
  JSON.stringify(metadata ?? {}),
]

/** Where some were asked for, by address, state or what happened, the others have no line. */
async function recipientRows(
  { db }: Outside,
  { owner, filter }: Export,
  emails: readonly ListedEmail[],
): Promise<string[][]> {
  const ids = emails.map(one => one.id)
  const recipients = await recipientsOfAll(db, owner, ids)
  // Afterwards: whatever state they are in has its event.
  const facts = await factsOf(db, owner, ids)
  const wanted = filter.to === undefined ? null : addressKey(filter.to)
  return emails.flatMap(email =>
    (recipients.get(email.id) ?? [])
      .filter(
        ({ address, state }) =>
          (wanted === null || addressKey(address) === wanted) &&
          (filter.recipientState === undefined || state === filter.recipientState) &&
          (email.matched === undefined || email.matched.includes(address)),
      )
      .map(one => cellsOfRecipient(email, one, facts.get(email.id)?.[one.address] ?? {})),
  )
}

function cellsOfRecipient(
  email: ListedEmail,
  { address, state }: RecipientStanding,
  facts: FactsOfRecipient,
): string[] {
  const times = Object.values(facts).map(fact => fact.at)
  const lastAt = Math.max(email.created_at.getTime(), ...times)
  return [
    show('msg', email.id),
    email.created_at.toISOString(),
    email.sender,
    address,
    kindOf(email, address),
    email.subject,
    email.stream,
    state,
    reasonOf(facts[state]) ?? '',
    facts[state]?.smtp_code ?? '',
    new Date(lastAt).toISOString(),
    ...mapCells(email),
  ]
}

/** Whom no header names has a hidden copy. */
function kindOf({ addressees: { to, cc = [] } }: ListedEmail, address: string): string {
  const key = addressKey(address)
  const isIn = (list: readonly string[]) => list.some(one => addressKey(one) === key)
  return isIn(to) ? 'to' : isIn(cc) ? 'cc' : 'bcc'
}
