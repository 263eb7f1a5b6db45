/**
 * Reading among many: an installation with a million emails and five million events, written
 * straight into its tables, is asked over HTTP what customers and the dashboard ask for.
 */
import { randomBytes } from 'node:crypto'
import { idSource, show, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import type { Node } from './node.ts'

/** Everything lies within the last days, the newest last. */
const spreadMs = 9 * 24 * 3_600_000
const chunk = 20_000
/** Of a hundred emails this many end so; the others are delivered. */
const ends = { bounced: 2, complained: 1, deferred: 1 } as const
const people = 50_000

export interface SeedIds {
  readonly ids: readonly Uuid[]
}

/** Writes emails with their recipients and timelines: five events for nearly each. */
export async function seed(
  { db, projectId }: Pick<Node, 'db' | 'projectId'>,
  count: number,
  tell: (done: number) => void,
): Promise<SeedIds> {
  await ensurePartitions({ db, clock: { now: Date.now } as never })
  const begun = Date.now() - spreadMs
  let now = begun
  const ids = idSource(() => Math.floor(now), randomBytes)
  const kept: Uuid[] = []
  for (let from = 0; from < count; from += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - from) }, (_, i) => {
      now = begun + ((from + i) / count) * spreadMs
      const n = from + i
      const end = endOf(n)
      return { id: ids.next(), at: new Date(now), end, to: `person${n % people}@d${n % 97}.test` }
    })
    kept.push(rows[0]!.id, rows.at(-1)!.id)
    await insertEmails(db, projectId, rows)
    await insertEvents(
      db,
      projectId,
      rows.flatMap(row =>
        typesOf(row.end).map(type => ({ ...row, type, emailId: row.id, id: ids.next() })),
      ),
    )
    tell(from + rows.length)
  }
  await db.query('analyze')
  return { ids: kept }
}

type End = 'delivered' | keyof typeof ends

function endOf(n: number): End {
  const of = n % 100
  if (of < ends.bounced) return 'bounced'
  if (of < ends.bounced + ends.complained) return 'complained'
  return of < 4 ? 'deferred' : 'delivered'
}

/** With one deferral on the way: five events for whoever got it. */
function typesOf(end: End): string[] {
  if (end === 'delivered') return ['accepted', 'queued', 'deferred', 'sent', 'delivered']
  if (end === 'complained') return ['accepted', 'queued', 'sent', 'delivered', 'complained']
  return ['accepted', 'queued', 'deferred', end]
}

interface EmailRow {
  readonly id: Uuid
  readonly at: Date
  readonly end: End
  readonly to: string
}

async function insertEmails(
  db: Node['db'],
  projectId: Uuid,
  rows: readonly EmailRow[],
): Promise<void> {
  const columns = [
    projectId,
    rows.map(row => row.id),
    rows.map(row => row.at),
    rows.map(row => row.end),
    rows.map(row => row.to),
  ]
  await db.query(
    `insert into emails (project_id, id, mode, stream, status, sender, sender_domain, addressees,
       subject, tags, size_bytes, created_at, last_event_at)
     select $1, id, 'live', 'transactional', status, 'Bench <hello@bench.test>', 'bench.test',
       jsonb_build_object('to', jsonb_build_array(address)), 'Order ' || left(id::text, 13),
       jsonb_build_object('kind', 'order'), 2500, at, at
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) as t (id, at, status, address)`,
    columns,
  )
  await db.query(
    `insert into recipients (project_id, email_id, n, address, state)
     select $1, id, 0, address, status
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) as t (id, at, status, address)`,
    columns,
  )
}

async function insertEvents(
  db: Node['db'],
  projectId: Uuid,
  rows: readonly (EmailRow & { readonly emailId: Uuid; readonly type: string })[],
): Promise<void> {
  await db.query(
    `insert into events (project_id, id, email_id, mode, type, at, recipient, details, email_xid)
     select $1, id, email_id, 'live', type, at,
       case when type in ('accepted', 'queued') then null else address end,
       case when type in ('accepted', 'queued') then null
            else '{"mx":"mx.d.test","provider":"other","smtp_code":"250 2.0.0","attempt":1}'::jsonb end,
       case when type in ('bounced', 'complained') then (
         select xid from emails where project_id = $1 and emails.id = email_id) end
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[])
       as t (id, email_id, type, at, address)`,
    [
      projectId,
      rows.map(row => row.id),
      rows.map(row => row.emailId),
      rows.map(row => row.type),
      rows.map(row => row.at),
      rows.map(row => row.to),
    ],
  )
}

/** What is asked; each answers 200 with something in it. */
export function questions({ ids }: SeedIds): Readonly<Record<string, () => string>> {
  const some = (): string => show('msg', ids[Math.floor(Math.random() * ids.length)]!)
  const person = (): number => Math.floor(Math.random() * people)
  return {
    'an email': () => `/v1/emails/${some()}`,
    'newest emails': () => '/v1/emails?limit=50',
    'emails, deep': () => `/v1/emails?limit=50&starting_after=${some()}`,
    'emails by status': () => '/v1/emails?limit=50&status=bounced',
    'emails by recipient': () => {
      const n = person()
      return `/v1/emails?limit=20&to=person${n}@d${n % 97}.test`
    },
    'emails of an hour': () => {
      const from = timeOfId(ids[Math.floor(Math.random() * ids.length)]!)
      const times = { created_after: from, created_before: from + 3_600_000 }
      const query = Object.entries(times).map(([k, v]) => `${k}=${new Date(v).toISOString()}`)
      return `/v1/emails?limit=50&${query.join('&')}`
    },
    'emails by sender': () => '/v1/emails?limit=50&from=hello@bench.test',
    'events of an email': () => `/v1/events?email_id=${some()}`,
    'newest events': () => '/v1/events?limit=50',
    'events by type': () => '/v1/events?limit=50&type=complained',
  }
}

/** Asks each question so often, four callers at a time; the 99th percentile of each in ms. */
export async function ask(
  { port, key }: Pick<Node, 'port' | 'key'>,
  asked: ReturnType<typeof questions>,
  times: number,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [name, path] of Object.entries(asked)) {
    const took: number[] = []
    const caller = async (): Promise<void> => {
      for (let i = 0; i < times / 4; i++) {
        const begun = performance.now()
        const answer = await fetch(`http://127.0.0.1:${port}${path()}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
        took.push(performance.now() - begun)
      }
    }
    await Promise.all([caller(), caller(), caller(), caller()])
    took.sort((a, b) => a - b)
    figures[`p50 ms, ${name}`] = took[Math.floor(took.length * 0.5)]!
    figures[`p99 ms, ${name}`] = took[Math.floor(took.length * 0.99)]!
  }
  return figures
}
