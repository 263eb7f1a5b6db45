/** All SQL that writes what marketing remembers of its letters. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteEnded, type EndedRows } from '#kernel/world/delete-rows.ts'
import type { BounceClass } from '#protocol/replies/causes.ts'
import type { Owner } from '../people/contact.ts'
import { countChanges, countLinks, shardOf } from './letter-counts-store.ts'

/** Whose letters they are, and what they are about. */
interface LetterSource {
  readonly kind: 'campaign' | 'sequence'
  readonly id: Uuid
  readonly step: string | null
  readonly topicId: Uuid | null
}

interface PastLetter {
  readonly email_id: Uuid
  readonly source_kind: LetterSource['kind']
  readonly source_id: Uuid
  readonly step: string | null
  readonly topic_id: Uuid | null
  readonly variant: string | null
  readonly sent_at: Date
}

interface NewLetter {
  readonly contactId: Uuid
  readonly emailId: Uuid
  readonly variant?: string | null
  readonly language?: string | null
}

/** Letters of one source that go out together. */
export interface SentLetters {
  readonly source: LetterSource
  readonly letters: readonly NewLetter[]
  readonly at: Date
}

export async function insertLetters(
  tx: Sql,
  projectId: Uuid,
  { source, letters, at }: SentLetters,
): Promise<void> {
  if (letters.length === 0) return
  await tx.query(
    `insert into letters (project_id, contact_id, email_id, topic_id, source_kind, source_id, step,
       sent_at, variant, language)
     select $1, t.contact_id, t.email_id, $2, $3, $4, $5, $6, t.variant, t.language
     from unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[])
       as t (contact_id, email_id, variant, language)`,
    [
      projectId,
      source.topicId,
      source.kind,
      source.id,
      source.step,
      at,
      letters.map(one => one.contactId),
      letters.map(one => one.emailId),
      letters.map(one => one.variant ?? null),
      letters.map(one => one.language ?? null),
    ],
  )
}

/** What happened to one letter; times are the first of their kind, null where it did not. */
export interface LetterNews {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly deliveredAt: Date | null
  readonly openedAt: Date | null
  readonly clickedAt: Date | null
  readonly machineAt: Date | null
  readonly machineClickedAt: Date | null
  readonly bouncedAt: Date | null
  readonly complainedAt: Date | null
  readonly failedAt: Date | null
  readonly leftAt: Date | null
  readonly leftAllAt: Date | null
  readonly bouncedAs: BounceClass | null
  readonly provider: string | null
}

/** Whose letter one is. */
export interface LetterOwner {
  readonly projectId: Uuid
  readonly contactId: Uuid
  readonly emailId: Uuid
}

const columns = {
  delivered_at: 'deliveredAt',
  opened_at: 'openedAt',
  clicked_at: 'clickedAt',
  machine_at: 'machineAt',
  machine_clicked_at: 'machineClickedAt',
  bounced_at: 'bouncedAt',
  complained_at: 'complainedAt',
  failed_at: 'failedAt',
  left_at: 'leftAt',
  left_all_at: 'leftAllAt',
  bounced_as: 'bouncedAs',
  provider: 'provider',
} as const satisfies Readonly<Record<string, keyof LetterNews>>

const columnNames = Object.keys(columns) as (keyof typeof columns)[]
const typeOf = (column: string): string => (column.endsWith('_at') ? 'timestamptz[]' : 'text[]')

/**
 * The first of each kind stays; what changes is counted for the campaigns whose letters they are.
 * All of it in one statement: the COMMIT may already be on its way. Emails that are no letters are
 * passed over.
 */
export async function updateLetters(tx: Sql, news: readonly LetterNews[]): Promise<LetterOwner[]> {
  const types = columnNames.map((name, n) => `$${n + 4}::${typeOf(name)}`)
  const firsts = columnNames.map(name => `${name} = coalesce(l.${name}, t.${name})`)
  return tx.query(
    `with t as (
       select * from unnest($1::uuid[], $2::uuid[], ${types.join(', ')})
         as t (project_id, email_id, ${columnNames.join(', ')})
     ), b as materialized (
       select l.project_id, l.contact_id, l.email_id, l as before from letters l
       join t on l.project_id = t.project_id and l.email_id = t.email_id
       order by l.email_id for update of l
     ), changed as (
       update letters l set ${firsts.join(', ')}
       from t join b on b.project_id = t.project_id and b.email_id = t.email_id
       where l.project_id = b.project_id and l.contact_id = b.contact_id
         and l.email_id = b.email_id
       returning l.project_id, l.contact_id, l.email_id, l.source_kind, l.source_id, b.before,
         l as after
     ), counted as (
       ${countChanges('changed', '$3')})
     select project_id as "projectId", contact_id as "contactId", email_id as "emailId"
     from changed`,
    [
      news.map(one => one.projectId),
      news.map(one => one.emailId),
      shardOf(news[0]!.emailId),
      ...columnNames.map(name => news.map(one => one[columns[name]])),
    ],
  )
}

interface LinkClick {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly url: string
  readonly isMachine: boolean
}

/**
 * The links of a campaign that were followed in its letters, by their numbers; what is new is counted.
 * The letters are locked: updateLetters has been told of the same clicks before.
 */
export async function noteClickedLinks(tx: Sql, clicks: readonly LinkClick[]): Promise<void> {
  if (clicks.length === 0) return
  const machines = "coalesce(l.machine_links, '{}')"
  await tx.query(
    `with f as (
       select l.project_id, l.contact_id, l.email_id, l.links as links_before,
         ${machines} as machines_before,
         coalesce(array_agg(distinct k.n) filter (where not t.is_machine), '{}') as people,
         coalesce(array_agg(distinct k.n) filter (where t.is_machine), '{}') as machines
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[])
         as t (project_id, email_id, url, is_machine)
       join letters l on l.project_id = t.project_id and l.email_id = t.email_id
       join campaign_links k on k.project_id = l.project_id and k.campaign_id = l.source_id
         and k.url = t.url
       where k.n <> all (case when t.is_machine then ${machines} else l.links end)
       group by 1, 2, 3, 4, 5
     ), changed as (
       update letters l set links = l.links || f.people,
         machine_links = nullif(${machines} || f.machines, '{}')
       from f
       where l.project_id = f.project_id and l.contact_id = f.contact_id
         and l.email_id = f.email_id
       returning l.project_id, l.source_id, f.links_before, f.machines_before, f.people, f.machines
     )
     ${countLinks('changed', '$5')}`,
    [
      clicks.map(one => one.projectId),
      clicks.map(one => one.emailId),
      clicks.map(one => one.url),
      clicks.map(one => one.isMachine),
      shardOf(clicks[0]!.emailId),
    ],
  )
}

/** What was told of emails before their letters were: simulators answer at once. */
export async function newsOfEmails(
  tx: Sql,
  projectId: Uuid,
  emailIds: readonly Uuid[],
): Promise<
  Pick<
    LetterNews,
    'projectId' | 'emailId' | 'bouncedAt' | 'complainedAt' | 'bouncedAs' | 'failedAt'
  >[]
> {
  return tx.query(
    `select project_id as "projectId", email_id as "emailId",
       min(at) filter (where type = 'bounced') as "bouncedAt",
       min(coalesce(details ->> 'bounced_as',
         case when details ->> 'counts' = 'false' then 'policy' else 'hard' end))
         filter (where type = 'bounced') as "bouncedAs",
       min(at) filter (where type = 'complained') as "complainedAt",
       min(at) filter (where type = 'failed') as "failedAt"
     from events where project_id = $1 and email_id = any ($2::uuid[])
       and type in ('bounced', 'complained', 'failed')
     group by project_id, email_id`,
    [projectId, emailIds],
  )
}

interface LetterCounts {
  readonly step: string
  readonly opened: number
  readonly delivered: number
  readonly opened_by_machines: number
  readonly clicked: number
  readonly clicked_by_machines: number
}

/** By step, over the letters of one source in one mode. */
export async function countLetters(
  sql: Sql,
  { projectId, mode }: Owner,
  sourceId: Uuid,
): Promise<LetterCounts[]> {
  return sql.query<LetterCounts>(
    `select l.step, count(l.delivered_at)::integer as delivered,
       count(l.opened_at)::integer as opened, count(l.clicked_at)::integer as clicked,
       (count(*) filter (where l.opened_at is null and l.machine_at is not null))::integer
         as opened_by_machines,
       (count(*) filter (where l.clicked_at is null and l.machine_clicked_at is not null))::integer
         as clicked_by_machines
     from letters l join contacts c on c.project_id = l.project_id and c.id = l.contact_id
     where l.project_id = $1 and l.source_id = $2 and c.mode = $3 and l.step is not null
     group by l.step`,
    [projectId, sourceId, mode],
  )
}

/** One person's letters, newest first by the id of the email, which is by time. */
export async function lettersOfPerson(
  sql: Sql,
  { projectId, contactId }: { readonly projectId: Uuid; readonly contactId: Uuid },
  page: { readonly before: Uuid; readonly count: number },
): Promise<PastLetter[]> {
  return sql.query<PastLetter>(
    `select email_id, source_kind, source_id, step, topic_id, variant, sent_at from letters
     where project_id = $1 and contact_id = $2 and email_id < $3 order by email_id desc limit $4`,
    [projectId, contactId, page.before, page.count],
  )
}

export async function isLetterOf(
  sql: Sql,
  { projectId, contactId }: { readonly projectId: Uuid; readonly contactId: Uuid },
  emailId: Uuid,
): Promise<boolean> {
  const rows = await sql.query(
    'select from letters where project_id = $1 and contact_id = $2 and email_id = $3',
    [projectId, contactId, emailId],
  )
  return rows.length > 0
}

/**
 * The letters of some people in a stretch of time, but those of topics that no cap counts. Made while
 * test mode's clock was ahead, some may be of days to come.
 */
export async function lettersWithin(
  sql: Sql,
  projectId: Uuid,
  contactIds: readonly Uuid[],
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<{ readonly contact_id: Uuid; readonly sent_at: Date }[]> {
  return sql.query(
    `select l.contact_id, l.sent_at from letters l
     left join topics t on t.project_id = l.project_id and t.id = l.topic_id
     where l.project_id = $1 and l.contact_id = any($2::uuid[])
       and l.sent_at > $3 and l.sent_at <= $4 and not coalesce(t.exempt_from_cap, false)`,
    [projectId, contactIds, since, until],
  )
}

export async function isExempt(sql: Sql, projectId: Uuid, topicId: Uuid): Promise<boolean> {
  const [row] = await sql.query<{ exempt: boolean }>(
    'select exempt_from_cap as exempt from topics where project_id = $1 and id = $2',
    [projectId, topicId],
  )
  return row?.exempt ?? false
}

/** Of projects whose time for them is over. */
export const deleteOldLetters = (
  sql: Sql,
  ended: readonly EndedRows[],
  max: number,
): Promise<number> => {
  const key = 'project_id, contact_id, email_id'
  return deleteEnded(sql, { table: 'letters', key, id: 'email_id' }, ended, max)
}

interface Reactions {
  readonly at: Date
  readonly opened: number
  readonly clicked: number
}

/** First openings and clicks of people by the minute, of letters of one source, in a stretch of time. */
export async function reactionsByMinute(
  sql: Sql,
  asked: {
    readonly projectId: Uuid
    readonly sourceId: Uuid
    readonly since: Date
    readonly until: Date
  },
): Promise<Reactions[]> {
  const some = (column: string) => `project_id = $1 and source_id = $2
    and ${column} >= $3 and ${column} < $4`
  return sql.query<Reactions>(
    `select date_trunc('minute', at, 'UTC') as at, sum(opened)::integer as opened,
       sum(clicked)::integer as clicked
     from (
       select opened_at as at, 1 as opened, 0 as clicked from letters where ${some('opened_at')}
       union all
       select clicked_at, 0, 1 from letters where ${some('clicked_at')}) r
     group by 1 order by 1`,
    [asked.projectId, asked.sourceId, asked.since, asked.until],
  )
}
