/**
 * Counting after a crash run, in Jepsen's words: lost = A \ D, unexpected = D \ (A ∪ I), duplicates =
 * copies beyond the first. D is the sink's log alone; the database is asked only what it says about
 * the duplicates: each must have an attempt that was written down as open, and be the same bytes.
 * Webhooks in the same words, what the receiver heard against the events on the timelines.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { violations } from '#faces/doctor/invariants-store.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import type { SubmittedEmails } from './client.ts'
import { root } from './nodes.ts'
import type { ReceivedPost } from './receiver.ts'
import type { LandedMessage } from './sink.ts'

export interface Counts {
  readonly submitted: number
  readonly accepted: number
  readonly unclear: number
  readonly repeats: number
  readonly landed: number
  readonly lost: readonly number[]
  readonly unexpected: readonly number[]
  /** Copies beyond the first. */
  readonly duplicates: number
  /** Attempts found open after a crash, as the timelines say (`uncertain`). */
  readonly openAttempts: number
  /** Emails of which more copies came than `sent` events stand, or no attempt was found open. */
  readonly unexplained: readonly number[]
  /** Emails whose copies differ. */
  readonly different: readonly number[]
  /** Keys that became more than one email, by their answers or in the database. */
  readonly keysWithSeveral: readonly number[]
  readonly notDelivered: number
  readonly posts: PostCounts
  readonly brokenRules: readonly string[]
  readonly strange: readonly string[]
}

interface PostCounts {
  readonly events: number
  /** Posts that the receiver has read, and those of them that it acknowledged. */
  readonly heard: number
  readonly acknowledged: number
  /** Events that were never acknowledged. */
  readonly lost: readonly string[]
  /** Posts of events that are on no timeline. */
  readonly unexpected: readonly string[]
  /** Events of which a later post had another webhook-id or other bytes. */
  readonly different: readonly string[]
  readonly unsigned: readonly string[]
  /** Posts of what had been acknowledged already. */
  readonly repeated: number
}

interface Story {
  readonly x: number
  readonly emails: number
  readonly sent: number
  readonly uncertain: number
  readonly isDelivered: boolean
}

interface Ground {
  readonly submitted: SubmittedEmails
  /** The file that the sink has written. */
  readonly sinkLog: string
  readonly heard: readonly ReceivedPost[]
}

export async function count(db: Db, { submitted, sinkLog, heard }: Ground): Promise<Counts> {
  const text = await readFile(sinkLog, 'utf8')
  const all = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LandedMessage)
  const copies = Map.groupBy(all, one => one.x)
  const stories = await readStories(db)
  const { accepted, unclear } = submitted
  const several = [...copies].filter(([, same]) => same.length > 1)
  const isExplained = ([x, same]: readonly [number, LandedMessage[]]): boolean => {
    const story = stories.get(x)
    return story !== undefined && story.sent >= same.length && story.uncertain >= same.length - 1
  }
  const rules = await readFile(path.join(root, 'db/invariants.sql'), 'utf8')
  return {
    submitted: accepted.size + unclear.size,
    accepted: accepted.size,
    unclear: unclear.size,
    repeats: submitted.repeats,
    landed: all.length,
    lost: [...accepted.keys()].filter(x => !copies.has(x)),
    unexpected: [...copies.keys()].filter(x => !accepted.has(x) && !unclear.has(x)),
    duplicates: all.length - copies.size,
    openAttempts: [...stories.values()].reduce((sum, story) => sum + story.uncertain, 0),
    unexplained: several.filter(one => !isExplained(one)).map(([x]) => x),
    different: several
      .filter(([, same]) => new Set(same.map(one => one.sha256 + one.messageId)).size > 1)
      .map(([x]) => x),
    keysWithSeveral: [
      ...[...accepted].filter(([, ids]) => ids.size > 1).map(([x]) => x),
      ...[...stories.values()].filter(story => story.emails > 1).map(story => story.x),
    ],
    notDelivered: [...stories.values()].filter(story => !story.isDelivered).length,
    posts: countPosts(await readEvents(db), heard),
    brokenRules: (await violations(db, rules)).map(one => `${one.name}: ${one.rows}`),
    strange: submitted.strange,
  }
}

/** What the timelines say, by X-id. */
async function readStories(db: Db): Promise<Map<number, Story>> {
  const rows = await db.query<{
    x: number
    emails: number
    sent: number
    uncertain: number
    delivered: boolean
  }>(
    `select (e.metadata ->> 'x')::integer as x, count(distinct e.id)::integer as emails,
            (count(*) filter (where v.type = 'sent'))::integer as sent,
            (count(*) filter (where v.details ->> 'uncertain' = 'true'))::integer as uncertain,
            bool_or(v.type = 'delivered') as delivered
     from emails e join events v on v.project_id = e.project_id and v.email_id = e.id
     group by 1`,
  )
  return new Map(
    rows.map(row => [
      row.x,
      {
        x: row.x,
        emails: row.emails,
        sent: row.sent,
        uncertain: row.uncertain,
        isDelivered: row.delivered,
      },
    ]),
  )
}

function countPosts(events: ReadonlySet<string>, heard: readonly ReceivedPost[]): PostCounts {
  const told = Map.groupBy(heard, one => one.eventId)
  const isAcknowledged = (id: string): boolean =>
    told.get(id)?.some(one => one.isAcknowledged) ?? false
  const isDifferent = (same: readonly ReceivedPost[]): boolean =>
    same.some(one => one.webhookId !== one.eventId || one.sha256 !== same[0]!.sha256)
  return {
    events: events.size,
    heard: heard.length,
    acknowledged: heard.filter(one => one.isAcknowledged).length,
    lost: [...events].filter(id => !isAcknowledged(id)),
    unexpected: heard.filter(one => !events.has(one.eventId)).map(one => one.eventId),
    different: [...told].filter(([, same]) => isDifferent(same)).map(([id]) => id),
    unsigned: heard.filter(one => !one.isSigned).map(one => one.eventId),
    repeated: [...told.values()].reduce((sum, same) => sum + repeatedOf(same), 0),
  }
}

/** The posts are in the order in which they came. */
function repeatedOf(same: readonly ReceivedPost[]): number {
  const first = same.findIndex(one => one.isAcknowledged)
  return first < 0 ? 0 : same.length - 1 - first
}

async function readEvents(db: Db): Promise<Set<string>> {
  const rows = await db.query<{ id: Uuid }>('select id from events')
  return new Set(rows.map(row => show('evt', row.id)))
}
