/**
 * What an installation keeps of what happened, where no answer shows it: what waits in the queue,
 * what is owed to webhooks, what is left of a person who is gone. Specs ask here and know no table.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

type Kept = Pick<Sql, 'query'>

/** Rows of a table, or a number of them: what counts is counted where it lies. */
async function countOf(sql: Kept, from: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await sql.query<{ n: number }>(`select count(*)::integer as n from ${from}`, [
    ...values,
  ])
  return row!.n
}

// The queue

export interface WaitingWork {
  readonly kind: string
  readonly tries: number
  readonly attempt: number
  /** Whether a node has it in hand. */
  readonly held: boolean
  readonly faults: number
  readonly due_at: Date
}

/** All that waits to be done, by whichever node. */
export const waitingWork = (sql: Kept): Promise<WaitingWork[]> =>
  sql.query<WaitingWork>('select kind, tries, attempt, held, faults, due_at from queue')

/** What of it went wrong and is done again. */
export const failedWork = async (sql: Kept): Promise<WaitingWork[]> =>
  (await waitingWork(sql)).filter(one => one.faults > 0)

/** Of a kind, what a node has in hand or should have by now. */
export const workUnderWay = async (sql: Kept, kind: string, now: number): Promise<WaitingWork[]> =>
  (await waitingWork(sql)).filter(one => one.kind === kind && (one.held || +one.due_at <= now))

// Webhooks

export interface OwedPost {
  readonly url: string
  /** As it will be posted. */
  readonly body: string
}

/** What is written down for webhooks, in the order in which it came: whoever is not told stands here not. */
export const owedPosts = (sql: Kept): Promise<OwedPost[]> =>
  sql.query<OwedPost>(
    `select w.url, p.body from posts p join webhooks w on w.id = p.webhook_id order by p.id`,
  )

// People who are gone

/** Calls of erasure that are not finished. */
export const erasuresUnderWay = (sql: Kept): Promise<number> => countOf(sql, 'erasures')

/** What is kept of who left for good, and of people: each row as text, behind what it is of. */
export async function keptOfPeople(sql: Kept): Promise<string[]> {
  const rows: string[] = []
  for (const table of ['leavings', 'earlier_addresses', 'contacts', 'contact_topics']) {
    const found = await sql.query<{ row: string }>(
      `select to_jsonb(x)::text as row from ${table} x`,
    )
    rows.push(...found.map(one => `${table} ${one.row}`))
  }
  return rows
}

/** Where in contacts and proofs of consent such words stand. */
export async function traceOf(sql: Kept, ...words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of ['contacts', 'consents']) {
    const any = words.map(word => `%${word}%`)
    const text = `${table} x where to_jsonb(x)::text ilike any($1::text[])`
    if ((await countOf(sql, text, [any])) > 0) found.push(table)
  }
  return found
}

/** People of whom a company is known, whether or not it can be read. */
export const knownCompanies = (sql: Kept): Promise<number> =>
  countOf(sql, `contacts where company is not null or folded ? 'company'`)

/** What a person who has not confirmed wrote into a form. */
export const unconfirmedFields = (sql: Kept): Promise<number> => countOf(sql, 'pending_fields')

/** People of whom it is known which import brought or changed them. */
export const importedPeople = (sql: Kept): Promise<number> => countOf(sql, 'import_changes')

/** Those of them whose import could still be undone. */
export const undoableChanges = (sql: Kept): Promise<number> =>
  countOf(sql, 'import_changes where after is not null')

/** Letters that came by SMTP, in the order in which they came, as they are kept; null without one. */
export async function keptMessages(sql: Kept): Promise<(string | null)[]> {
  const rows = await sql.query<{ message: Buffer | null }>(
    'select message from email_contents order by email_id',
  )
  return rows.map(({ message }) => message && String(message))
}

// Accounts, domains, nodes

/** Notices of what goes on that nobody has said to be over. */
export const openNotices = (sql: Kept, accountId: Uuid): Promise<number> =>
  countOf(sql, 'notices where account_id = $1 and cause is not null and ended_at is null', [
    accountId,
  ])

/** What an account was told, newest first. */
export const noticesOf = (
  sql: Kept,
  accountId: Uuid,
): Promise<{ code: string; text: { en: string; pt: string } }[]> =>
  sql.query('select code, text from notices where account_id = $1 order by id desc', [accountId])

/** What an account stands on by now: its trust, and what may not be sent for the moment. */
export async function standingOf(
  sql: Kept,
  accountId: Uuid,
): Promise<{ trust: number; pause: string }> {
  const [account] = await sql.query<{ trust: number; pause: string }>(
    'select trust_level as trust, pause from accounts where id = $1',
    [accountId],
  )
  return account!
}

/** Keys that sign no more, and by which kept mail is shown. */
export const retiredKeys = (sql: Kept): Promise<number> =>
  countOf(sql, `dkim_keys where state = 'retired'`)

/** All that is written down of domains. */
export async function keptOfDomains(sql: Kept): Promise<string> {
  const rows = await sql.query<{ row: string }>('select d::text as row from domains d')
  return rows.map(one => one.row).join('\n')
}

/** To which projects what is kept of deleted ones belongs. */
export async function ownersOf(
  sql: Kept,
  what: 'suppressions' | 'webhooks' | 'domain_claims' | 'api_keys',
): Promise<(Uuid | null)[]> {
  const rows = await sql.query<{ project_id: Uuid | null }>(`select project_id from ${what}`)
  return rows.map(row => row.project_id)
}

export const nodesSeen = (sql: Kept): Promise<{ roles: string[]; streams: string[] }[]> =>
  sql.query('select roles, streams from nodes order by id')

/** What nodes have last said of the addresses that mail leaves by. */
export async function sourcesFound(sql: Kept): Promise<{ local: boolean; sends: boolean }> {
  const [row] = await sql.query<{ local: boolean; sends: boolean }>(
    `select bool_and(local_at is not null) as local, bool_or(transactional_at is not null
       or marketing_at is not null) as sends from source_addresses`,
  )
  return row!
}

/** Why a certificate was refused, and how often. */
export async function failedCertificate(
  sql: Kept,
): Promise<{ problem: string; failures: number } | undefined> {
  const [row] = await sql.query<{ problem: string; failures: number }>(
    'select problem, failures from certificates where failures > 0',
  )
  return row
}

// Emails and their figures

export interface Blocked {
  readonly address: string
  readonly stream: string
  readonly reason: string
  readonly mode: string
}

/** What suppression lists block, whatever their pages show yet; of one project where it is named. */
export const blockedAddresses = (sql: Kept, projectId?: Uuid): Promise<Blocked[]> =>
  sql.query<Blocked>(
    `select address, stream, reason, mode from suppressions
     where $1::uuid is null or project_id = $1`,
    [projectId ?? null],
  )

/** How many emails were accepted, whatever lists show yet. */
export const emailsAccepted = (sql: Kept): Promise<number> => countOf(sql, 'emails')

/** How all recipients of a project's emails ended. */
export async function statesOfRecipients(sql: Kept, projectId: Uuid): Promise<string[]> {
  const rows = await sql.query<{ state: string }>(
    'select state from recipients where project_id = $1',
    [projectId],
  )
  return rows.map(one => one.state)
}

/** Of simulated bounces, how many were written together each time. */
export async function bouncesTogether(sql: Kept): Promise<number[]> {
  const rows = await sql.query<{ count: number }>(
    `select count(*)::integer as count from events where type = 'bounced' group by xid`,
  )
  return rows.map(({ count }) => count)
}

/** What is kept beside a bounce, and shown to nobody. */
export async function detailsOfBounce(sql: Kept, recipient: string): Promise<object> {
  const [event] = await sql.query<{ details: object }>(
    `select details from events where type = 'bounced' and recipient = $1`,
    [recipient],
  )
  return event!.details
}

export async function bouncesCounted(sql: Kept): Promise<{ bounced: number; hard: number }> {
  const [usage] = await sql.query<{ bounced: number; hard: number }>(
    'select sum(bounced)::integer as bounced, sum(hard)::integer as hard from usage',
  )
  return usage!
}

/** Mailboxes whose servers said that they are full and the like. */
export const softBounces = (sql: Kept): Promise<{ address: string }[]> =>
  sql.query('select address from soft_bounces')

/** Whether the newest email is sent with TLS alone. */
export async function demandsTls(sql: Kept): Promise<boolean | undefined> {
  const [row] = await sql.query<{ require_tls: boolean }>(
    `select addressees -> 'require_tls' as require_tls from emails order by id desc limit 1`,
  )
  return row?.require_tls
}

/** Opens and clicks that nobody has judged yet. */
export const unjudgedSightings = (sql: Kept): Promise<number> => countOf(sql, 'sightings')

/** People who got more than one letter of the same campaign. */
export const sentTwice = (sql: Kept): Promise<object[]> =>
  sql.query(
    `select letter ->> 'campaign_id', letter ->> 'contact_id' from emails
     group by 1, 2 having count(*) > 1`,
  )

/** Calls as the log of calls keeps them, whether or not its lists show them yet. */
export const loggedCalls = (
  sql: Kept,
): Promise<{ id: Uuid; path: string; query: object | null }[]> =>
  sql.query('select id, path, query from requests')

// Forms and sequences

/** How often forms were shown, as far as it is written; null where nothing of one is left. */
export async function writtenFigures(sql: Kept): Promise<number | null> {
  const [row] = await sql.query<{ n: number | null }>(
    'select sum(count)::integer as n from form_counts',
  )
  return row!.n
}

/** Places of a domain's day in its warm-up that are used, and that are held for who waits. */
export async function warmUpPlaces(
  sql: Kept,
  projectId: Uuid,
): Promise<{ used: number; held: number }> {
  const [row] = await sql.query<{ used: number; held: number }>(
    'select used, held from warm_ups where project_id = $1',
    [projectId],
  )
  return row!
}

/** Hours of which there are figures. */
export async function hoursCounted(sql: Kept) {
  return {
    ofSequences: await countOf(sql, `campaign_counts where part like '% %'`),
    ofCampaigns: await countOf(sql, `campaign_counts where part = 'hour'`),
  }
}

/** People whom a date is to bring into a sequence by now. */
export const datesDue = (sql: Kept, now: number): Promise<number> =>
  countOf(sql, 'sequence_dates where next_at <= $1', [new Date(now)])

// Everything

/**
 * All rows by their tables, each as a hash, but what lives by itself (nodes, jobs, rates), the log
 * of calls, and when a key was last seen.
 */
export async function everything(sql: Kept): Promise<Record<string, unknown>> {
  const tables = await sql.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p')
     and relnamespace = 'public'::regnamespace and not relispartition
     and relname not in ('nodes', 'jobs', 'requests') and relname not like '%rate%' order by 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const rows = await sql.query(
      `select md5(coalesce(string_agg(row, ',' order by row), ''))
       from (select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t) t`,
    )
    found[name] = rows[0]
  }
  return found
}
