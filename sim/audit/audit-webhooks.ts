/**
 * Rules on webhooks: every subscribed event is heard or was tried twelve times, by its subscriber
 * and nobody else, and what is heard is genuine.
 */
import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '#kernel/world/db.ts'
import type { Post } from '../world/receivers.ts'
import type { Case, EmailRow, EventRow } from './case.ts'
import type { Ledger, Subscription } from './ledger.ts'

/** Attempts in all, and how long the clocks of sender and receiver may differ (seconds). */
const max = 12
const toleranceSeconds = 300

/** An event that somebody may have subscribed to. */
interface Fact {
  readonly id: string
  readonly event: EventRow
  readonly email: EmailRow
}

/** A post leaves no row behind when it is done with: whom each was owed to is noted beside. */
export async function noteOwedPosts(sql: Sql): Promise<void> {
  await sql.query('create table owed_posts (webhook_id uuid, event_id uuid)')
  await sql.query(
    `create function note_owed_post() returns trigger language plpgsql as $$
     begin
       insert into owed_posts values (new.webhook_id, new.event_id);
       return null;
     end $$`,
  )
  await sql.query(
    'create trigger owed after insert on posts for each row execute function note_owed_post()',
  )
}

export async function auditWebhooks(one: Case): Promise<void> {
  const { records, report } = one
  const { ledger, universe, sql } = records
  const facts = new Map(one.emails.flatMap(factsOf).map(fact => [fact.id, fact]))
  for (const post of universe.internet.posts) auditAddressee(one, facts, post)
  await auditOwed(one, facts)
  const posts = Map.groupBy(
    universe.internet.posts,
    post => `${post.host} ${post.headers['webhook-id']}`,
  )
  for (const subscription of ledger.subscriptions) {
    for (const fact of facts.values()) {
      if (!covers(ledger, subscription, fact)) continue
      const attempts = posts.get(`${subscription.host} ${fact.id}`) ?? []
      auditAttempts(one, subscription, fact, attempts)
    }
  }
  const [row] = await sql.query<{ count: number }>('select count(*)::integer as count from posts')
  if (row!.count > 0) report('no post is left behind', `${row!.count} rows`)
}

const factsOf = (email: EmailRow): Fact[] =>
  email.events.map(event => ({ id: shown('evt', event.id), event, email }))

const shown = (prefix: string, id: string): string => `${prefix}_${id.replaceAll('-', '')}`

const covers = (ledger: Ledger, subscription: Subscription, { event, email }: Fact): boolean =>
  ledger.projects[subscription.project]!.projectId === email.project_id &&
  subscription.events.includes(event.type)

/** Another project's webhook must never hear of an event, nor one that did not ask for its type. */
function auditAddressee(
  { records, report }: Case,
  facts: ReadonlyMap<string, Fact>,
  post: Post,
): void {
  const { ledger } = records
  const what = `${post.host}: ${post.body.slice(0, 100)}`
  const fact = facts.get(post.headers['webhook-id'] ?? '')
  if (!fact) {
    report('only what happened is posted', what)
  } else if (!ledger.subscriptions.some(s => s.host === post.host && covers(ledger, s, fact))) {
    report('only subscribers are posted to', what)
  }
}

/** The program drops what is owed to a wrong webhook unposted; it must not be owed at all. */
async function auditOwed(
  { records, report }: Case,
  facts: ReadonlyMap<string, Fact>,
): Promise<void> {
  const { ledger, sql } = records
  const owed = await sql.query<{ webhook_id: string; event_id: string }>(
    'select webhook_id, event_id from owed_posts',
  )
  const byId = new Map(ledger.subscriptions.map(one => [one.id, one]))
  for (const { webhook_id, event_id } of owed) {
    const fact = facts.get(shown('evt', event_id))
    const subscription = byId.get(shown('whk', webhook_id))
    if (!fact || !subscription || !covers(ledger, subscription, fact)) {
      report(
        'posts are owed to subscribers only',
        `${fact?.event.type} ${event_id} to ${webhook_id}`,
      )
    }
  }
}

function auditAttempts(
  { report }: Case,
  subscription: Subscription,
  fact: Fact,
  attempts: readonly Post[],
): void {
  const who = `${fact.event.type} ${fact.id} to ${subscription.host}`
  const isHeard = (post: Post): boolean =>
    post.status !== null && post.status >= 200 && post.status < 300
  if (!attempts.some(isHeard) && attempts.length < max) {
    report('every event is posted or exhausted', `${who}: ${attempts.length} attempts`)
  }
  // A death between an attempt and its record repeats it, and so does each standstill that outlasts
  // the lease; nothing else does.
  const lives = [...new Set(attempts.map(post => post.life))]
  const repeated = lives.reduce((n, life) => n + (life.death ? 1 : 0) + life.freezes.length, 0)
  if (attempts.length > max + repeated) {
    report('no more attempts than promised', `${who}: ${attempts.length}`)
  }
  if (new Set(attempts.map(post => post.body)).size > 1) {
    report('a repetition has the same bytes', who)
  }
  for (const post of attempts) auditPost(report, who, { subscription, fact, post })
}

function auditPost(
  report: Case['report'],
  who: string,
  { subscription, fact, post }: { subscription: Subscription; fact: Fact; post: Post },
): void {
  const { headers, body } = post
  const timestamp = headers['webhook-timestamp'] ?? ''
  const key = Buffer.from(subscription.secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${fact.id}.${timestamp}.${body}`)
    .digest('base64')
  if (!(headers['webhook-signature'] ?? '').split(' ').includes(`v1,${signature}`)) {
    report('every post is signed', who)
  }
  if (Math.abs(Number(timestamp) - post.at / 1000) > toleranceSeconds) {
    report('every post has a fresh time', who)
  }
  const said = JSON.parse(body) as Body
  const wanted = bodyOf(fact)
  const wrong = said.type === wanted.type ? [] : ['type']
  if (said.timestamp !== wanted.timestamp) wrong.push('timestamp')
  wrong.push(...known.filter(name => !isDeepStrictEqual(said.data[name], wanted.data[name])))
  if (wrong.length > 0) report('a post tells its own event', `${who}: not its ${wrong.join()}`)
}

interface Body {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Of `data`, what the tables and the request say as well. */
const known = [
  'event_id',
  'email_id',
  'recipient',
  'mx',
  'smtp_code',
  'smtp_response',
  'tags',
  'test',
] as const

const bodyOf = ({ id, event, email }: Fact): Body => ({
  type: event.type,
  timestamp: event.at.toISOString(),
  data: {
    ...event.details,
    event_id: id,
    email_id: shown('msg', email.id),
    recipient: event.recipient ?? undefined,
    // The customers give every email this tag and no other.
    tags: { marker: email.marker },
    test: email.mode === 'test' ? true : undefined,
  },
})
