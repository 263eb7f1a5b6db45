/** All SQL that writes what marketing remembers of its letters. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from './contact.ts'

/** Whose letters they are, and what they are about. */
export interface LetterSource {
  readonly kind: 'campaign' | 'sequence'
  readonly id: Uuid
  readonly step: string | null
  readonly topicId: Uuid | null
}

export async function insertLetters(
  tx: Sql,
  projectId: Uuid,
  source: LetterSource,
  letters: readonly { readonly contactId: Uuid; readonly emailId: Uuid }[],
  at: Date,
): Promise<void> {
  if (letters.length === 0) return
  await tx.query(
    `insert into letters (project_id, contact_id, email_id, topic_id, source_kind, source_id, step,
       sent_at)
     select $1, t.contact_id, t.email_id, $2, $3, $4, $5, $6
     from unnest($7::uuid[], $8::uuid[]) as t (contact_id, email_id)`,
    [
      projectId,
      source.topicId,
      source.kind,
      source.id,
      source.step,
      at,
      letters.map(one => one.contactId),
      letters.map(one => one.emailId),
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
}

/** Whose letter one is. */
export interface LetterOwner {
  readonly projectId: Uuid
  readonly contactId: Uuid
  readonly emailId: Uuid
}

/** Whose letters they are; the first of each kind stays. Emails that are no letters are passed over. */
export async function updateLetters(tx: Sql, news: readonly LetterNews[]): Promise<LetterOwner[]> {
  const column = <K extends keyof LetterNews>(name: K) => news.map(one => one[name])
  return tx.query(
    `update letters l set
       delivered_at = coalesce(l.delivered_at, t.delivered_at),
       opened_at = coalesce(l.opened_at, t.opened_at),
       clicked_at = coalesce(l.clicked_at, t.clicked_at),
       machine_at = coalesce(l.machine_at, t.machine_at),
       machine_clicked_at = coalesce(l.machine_clicked_at, t.machine_clicked_at),
       bounced_at = coalesce(l.bounced_at, t.bounced_at),
       complained_at = coalesce(l.complained_at, t.complained_at)
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[],
       $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
       as t (project_id, email_id, delivered_at, opened_at, clicked_at, machine_at,
         machine_clicked_at, bounced_at, complained_at)
     where l.project_id = t.project_id and l.email_id = t.email_id
     returning l.project_id as "projectId", l.contact_id as "contactId", l.email_id as "emailId"`,
    [
      column('projectId'),
      column('emailId'),
      column('deliveredAt'),
      column('openedAt'),
      column('clickedAt'),
      column('machineAt'),
      column('machineClickedAt'),
      column('bouncedAt'),
      column('complainedAt'),
    ],
  )
}

/** What was told of the emails before their letters were: simulators answer at once. */
export async function catchUpLetters(
  tx: Sql,
  projectId: Uuid,
  emailIds: readonly Uuid[],
): Promise<void> {
  await tx.query(
    `update letters l set bounced_at = t.bounced_at, complained_at = t.complained_at
     from (
       select email_id, min(at) filter (where type = 'bounced') as bounced_at,
         min(at) filter (where type = 'complained') as complained_at
       from events where project_id = $1 and email_id = any ($2::uuid[])
         and type in ('bounced', 'complained')
       group by email_id) t
     where l.project_id = $1 and l.email_id = t.email_id`,
    [projectId, emailIds],
  )
}

interface LetterCounts {
  readonly step: string
  readonly opened: number
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
    `select l.step, count(l.opened_at)::integer as opened, count(l.clicked_at)::integer as clicked,
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

/** The letters of some people since a moment, but those of topics that no cap counts. */
export async function lettersSince(
  sql: Sql,
  projectId: Uuid,
  contactIds: readonly Uuid[],
  since: Date,
): Promise<{ readonly contact_id: Uuid; readonly sent_at: Date }[]> {
  return sql.query(
    `select l.contact_id, l.sent_at from letters l
     left join topics t on t.project_id = l.project_id and t.id = l.topic_id
     where l.project_id = $1 and l.contact_id = any($2::uuid[]) and l.sent_at > $3
       and not coalesce(t.exempt_from_cap, false)`,
    [projectId, contactIds, since],
  )
}

export async function isExempt(sql: Sql, projectId: Uuid, topicId: Uuid): Promise<boolean> {
  const [row] = await sql.query<{ exempt: boolean }>(
    'select exempt_from_cap as exempt from topics where project_id = $1 and id = $2',
    [projectId, topicId],
  )
  return row?.exempt ?? false
}
