/**
 * The judge of a storm. It shares no code with the program: it reads the tables at rest, the records
 * of the simulated internet and the customers' ledger, and knows the rules from the specification.
 * Ground truth is what the mail servers stored and what the receivers heard.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Copy } from '../world/mail-store.ts'
import { auditCampaigns } from './audit-campaigns.ts'
import { auditMail } from './audit-mail.ts'
import { auditMoney } from './audit-money.ts'
import { auditPeople } from './audit-people.ts'
import { auditSequences } from './audit-sequences.ts'
import { auditTimelines } from './audit-timelines.ts'
import { auditWebhooks } from './audit-webhooks.ts'
import type { Case, EmailRow, EventRow, Finding, SuppressionRow } from './case.ts'
import type { Request } from './ledger.ts'
import type { Records } from './records.ts'

interface AuditReport {
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<string, number>>
  readonly digest: string
}

export async function audit(records: Records): Promise<AuditReport> {
  const findings: Finding[] = []
  const report = (rule: string, detail: string): void => {
    findings.push({ rule, detail })
  }
  const { universe, ledger, left } = records
  const one = await gather(records, report)
  if (left > 0) report('the queue is empty at rest', `${left} entries wait after everything ended`)
  // A process that stood still finds its time-outs run out; that is no fault of its own.
  for (const { life, text } of universe.faults) {
    if (life.freezes.length === 0) report('the program trips over nothing of its own', text)
  }
  for (const { by, text } of ledger.serverErrors) {
    if (by.freezes.length === 0) report('no call fails by our fault', text)
  }
  for (const stray of universe.internet.strays) report('only mail servers are dialled', stray)
  auditTimelines(one)
  auditMail(one)
  await auditPeople(records, report)
  await auditMoney(records, report)
  await auditWebhooks(one)
  await auditCampaigns(one)
  await auditSequences(one)
  for (const { name, rows } of await brokenInvariants(records)) report(name, rows)
  return { findings, counts: countsOf(one), digest: digestOf(one) }
}

async function gather(records: Records, report: Case['report']): Promise<Case> {
  const { sql, ledger, universe } = records
  const emails = await sql.query<Omit<EmailRow, 'recipients' | 'events'>>(
    `select id, project_id, mode, status, letter, created_at, own.is_own,
       case when letter is null and not own.is_own then coalesce(tags ->> 'marker', '')
         else id::text end as marker
     from emails cross join lateral (select exists (
       select from installation where name = 'letters_project'
         and convert_from(value, 'UTF8') = project_id::text) as is_own) own
     order by id`,
  )
  const recipients = await sql.query<{ email_id: string; address: string; state: string }>(
    'select email_id, address, state from recipients order by email_id, n',
  )
  const events = await sql.query<EventRow>(
    'select id, email_id, type, at, recipient, details from events order by xid, id',
  )
  const recipientsOf = Map.groupBy(recipients, row => row.email_id)
  const eventsOf = Map.groupBy(events, row => row.email_id)
  const rows = emails.map(email => ({
    ...email,
    recipients: recipientsOf.get(email.id) ?? [],
    events: eventsOf.get(email.id) ?? [],
  }))
  const copies = new Map<string, Copy[]>()
  for (const copy of universe.internet.room.copies) {
    for (const recipient of copy.recipients) {
      const key = `${markerOf(copy)} ${recipient.toLowerCase()}`
      copies.set(key, [...(copies.get(key) ?? []), copy])
    }
  }
  return {
    records,
    copies,
    report,
    emails: rows,
    byMarker: new Map(rows.map(row => [row.marker, row])),
    requests: new Map(
      [...ledger.requests, ...rows.flatMap(letterAsked)].map(one => [one.marker, one]),
    ),
    suppressions: await sql.query<SuppressionRow>(
      `select project_id, address, stream, created_at from suppressions where mode = 'live'`,
    ),
  }
}

/**
 * Whoever ordered a campaign or a sequence has asked for its letters, and the installation for its
 * own, which tell members of notices.
 */
function letterAsked({ letter, is_own: isOwn, mode, marker, recipients }: EmailRow): Request[] {
  if (letter === null && !isOwn) return []
  const asked = {
    marker,
    project: -1,
    mode: mode as Request['mode'],
    stream: isOwn ? 'transactional' : 'marketing',
    recipients: recipients.map(one => one.address),
    scheduledAt: null,
    hasKey: true,
    ids: new Set([`msg_${marker.replaceAll('-', '')}`]),
    refusal: null,
    unclear: 0,
    cancelledAt: null,
  } as const
  return [asked]
}

/** The marker in the body of a copy, or the id of the letter. Base64 bodies are read as well. */
function markerOf(copy: Copy): string {
  const letter = /^Message-ID: <(.{8})(.{4})(.{4})(.{4})(.{12})@club\d+\.com>/im.exec(copy.message)
  if (letter) return letter.slice(1).join('-')
  const plain = /marker=?[ \r\n]*(m\d+x[0-9a-f]{8})/.exec(copy.message)
  if (plain) return plain[1]!
  for (const block of copy.message.match(/(?:^[A-Za-z0-9+/=]{40,}\r\n)+/gm) ?? []) {
    const found = /marker (m\d+x[0-9a-f]{8})/.exec(Buffer.from(block, 'base64').toString())
    if (found) return found[1]!
  }
  return ''
}

const invariantsFile = new URL('../../db/invariants.sql', import.meta.url)

/** The rules that the database at rest obeys by itself; `malote doctor` runs the same file. */
export async function brokenInvariants({
  sql,
}: Pick<Records, 'sql'>): Promise<{ name: string; rows: string }[]> {
  const broken: { name: string; rows: string }[] = []
  for (const part of readFileSync(invariantsFile, 'utf8')
    .split(/^-- name: /m)
    .slice(1)) {
    const [name = '', ...query] = part.split('\n')
    const rows = await sql.query(query.join('\n').trim().replace(/;\s*$/, ''))
    if (rows.length > 0) broken.push({ name, rows: JSON.stringify(rows.slice(0, 3)) })
  }
  return broken
}

function countsOf({ records, emails, copies }: Case): Record<string, number> {
  const { universe, ledger } = records
  const states = emails.flatMap(email => email.recipients.map(one => one.state))
  const extra = [...copies.values()].reduce((sum, list) => sum + list.length - 1, 0)
  return {
    emails: emails.length,
    recipients: states.length,
    ...Object.fromEntries(
      [...Map.groupBy(states, state => state)].sort().map(([state, all]) => [state, all.length]),
    ),
    duplicates: extra,
    unclear: ledger.requests.filter(one => one.unclear > 0).length,
    posts: universe.internet.posts.length,
    deaths: universe.lives.filter(life => life.death !== null).length,
    deals: ledger.deals.filter(one => one.isDone).length,
    campaigns: ledger.market.campaigns.filter(one => one.status === 'sent').length,
    exits: ledger.market.sequences.reduce((sum, one) => sum + one.exits.length, 0),
    reports: ledger.market.reports.filter(one => one.isMatched).length,
    letters: emails.filter(email => email.letter !== null).length,
    freezes: universe.lives.reduce((sum, life) => sum + life.freezes.length, 0),
    statements: universe.database.statements,
    turns: universe.time.turns,
  }
}

function digestOf({ records, emails }: Case): string {
  const { room, posts } = records.universe.internet
  const hash = createHash('sha256')
  for (const { marker, events } of emails) {
    for (const e of events)
      hash.update(`${marker} ${e.id} ${e.type} ${e.at.getTime()} ${e.recipient}\n`)
  }
  for (const copy of room.copies)
    hash.update(`${copy.at} ${copy.host} ${copy.mailFrom} ${copy.message}\n`)
  for (const post of posts) hash.update(`${post.at} ${post.host} ${post.body}\n`)
  return hash.digest('hex').slice(0, 16)
}
