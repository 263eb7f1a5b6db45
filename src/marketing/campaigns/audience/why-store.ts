/** What is asked of the database to say why one person gets a campaign. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { ContactCondition, Owner } from '../../contacts/people/contact.ts'

/** Which of some conditions hold for a contact, in their order. */
export async function holdFor(
  sql: Sql,
  { projectId, mode }: Owner,
  contactId: Uuid,
  conditions: readonly ContactCondition[],
): Promise<readonly boolean[]> {
  if (conditions.length === 0) return []
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 3}`
  const asked = conditions.map(one => `coalesce((${one(add)}), false)`)
  const [row] = await sql.query<{ holds: boolean[] }>(
    `select array[${asked.join(', ')}] as holds from contacts c
     where c.project_id = $1 and c.mode = $2 and c.id = $3`,
    [projectId, mode, contactId, ...values],
  )
  return row?.holds ?? conditions.map(() => false)
}

/** The last consent record of a person about any of some topics, up to a moment; null: none. */
export async function lastConsentOn(
  sql: Sql,
  { projectId, mode }: Owner,
  contactId: Uuid,
  { topicIds, until }: { readonly topicIds: readonly Uuid[]; readonly until: Date },
): Promise<Uuid | null> {
  const [row] = await sql.query<{ id: Uuid }>(
    `select id from consents
     where project_id = $1 and mode = $2 and contact_id = $3
       and (topic_id is null or topic_id = any($4::uuid[])) and at <= $5
     order by id desc limit 1`,
    [projectId, mode, contactId, topicIds, until],
  )
  return row?.id ?? null
}

/** The letters of a person that count in a cap, newest first. */
export async function countedLetters(
  sql: Sql,
  projectId: Uuid,
  contactId: Uuid,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<readonly Uuid[]> {
  const rows = await sql.query<{ email_id: Uuid }>(
    `select l.email_id from letters l
     left join topics t on t.project_id = l.project_id and t.id = l.topic_id
     where l.project_id = $1 and l.contact_id = $2 and l.sent_at > $3 and l.sent_at < $4
       and not coalesce(t.exempt_from_cap, false)
     order by l.sent_at desc limit 32`,
    [projectId, contactId, since, until],
  )
  return rows.map(row => row.email_id)
}
