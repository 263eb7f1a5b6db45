/** All SQL on topics, on who is in them, and on contact properties. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteAll, deleteSome } from '#kernel/world/delete-rows.ts'
import { usable } from '#kernel/world/set-up-of-test.ts'
import { tableOf } from '#kernel/world/table.ts'
import type { PropertyType, PropertyTypes } from '../fields/property.ts'
import type { Owner, TopicState } from '../people/contact.ts'

/** In one language or both. */
export interface Names {
  readonly pt?: string
  readonly en?: string
}

export interface Topic {
  readonly id: Uuid
  readonly name: Names
  readonly description: Names
  readonly joined_by: 'choice' | 'default'
  readonly double_opt_in: boolean
  readonly public: boolean
  readonly exempt_from_cap: boolean
  readonly created_at: Date
}

const shown = 'id, name, description, joined_by, double_opt_in, public, exempt_from_cap, created_at'

export const {
  find: findTopic,
  page: listTopics,
  findPosition: findTopicPosition,
  lockAll: lockTopics,
} = tableOf<Topic>('topics', shown)

export async function findTopics(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
): Promise<Topic[]> {
  return sql.query<Topic>(
    `select ${shown} from topics where project_id = $1 and id = any($2::uuid[])`,
    [projectId, ids],
  )
}

/** How people stand with topics, as conditions on the row `c` of contacts. */
interface TopicStanding {
  /** In one of them, having chosen it or because people are in it until they leave. */
  readonly isIn: string
  /** Has not confirmed one of them yet. */
  readonly isPending: string
  /** Has joined or left one of them at any time. */
  readonly isKnown: string
}

/** `topics`: the place of their ids among the values of a statement. */
export function topicStanding(topics: string): TopicStanding {
  const within = `select from contact_topics t where t.project_id = c.project_id
        and t.contact_id = c.id and t.topic_id = any(${topics}::uuid[])`
  const byDefault = `select from topics o where o.project_id = c.project_id
        and o.id = any(${topics}::uuid[]) and o.joined_by = 'default'
        and not exists (select from contact_topics t where t.project_id = c.project_id
          and t.contact_id = c.id and t.topic_id = o.id)`
  return {
    isIn: `exists (${within} and t.state = 'subscribed') or exists (${byDefault})`,
    isPending: `exists (${within} and t.state = 'pending')`,
    isKnown: `exists (${within})`,
  }
}

/** Of those, the ones that a mode may use. */
export async function usableTopics(
  sql: Sql,
  { projectId, mode }: Owner,
  ids: readonly Uuid[],
): Promise<Topic[]> {
  return sql.query<Topic>(
    `select ${shown} from topics
     where project_id = $1 and id = any($2::uuid[]) and ${usable('topics', '$3')}`,
    [projectId, ids, mode],
  )
}

export async function insertTopic(tx: Sql, projectId: Uuid, topic: Topic): Promise<void> {
  await tx.query(
    `insert into topics (project_id, id, name, description, joined_by, double_opt_in, public,
       exempt_from_cap, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      projectId,
      topic.id,
      topic.name,
      topic.description,
      topic.joined_by,
      topic.double_opt_in,
      topic.public,
      topic.exempt_from_cap,
      topic.created_at,
    ],
  )
}

export async function updateTopic(tx: Sql, projectId: Uuid, topic: Topic): Promise<void> {
  await tx.query(
    `update topics set name = $3, description = $4, joined_by = $5, double_opt_in = $6,
       public = $7, exempt_from_cap = $8 where project_id = $1 and id = $2`,
    [
      projectId,
      topic.id,
      topic.name,
      topic.description,
      topic.joined_by,
      topic.double_opt_in,
      topic.public,
      topic.exempt_from_cap,
    ],
  )
}

export async function deleteTopic(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
  await tx.query('delete from topics where project_id = $1 and id = $2', [projectId, id])
  await tx.query('delete from contact_topics where project_id = $1 and topic_id = $2', [
    projectId,
    id,
  ])
}

// Who is in them ---------------------------------------------------------------------------------

export interface Membership {
  readonly contactId: Uuid
  readonly topicId: Uuid
  readonly state: Exclude<TopicState, 'none'>
  readonly since: Date
  /** Of a pending one: when they had left before; null: they had not. */
  readonly leftAt: Date | null
}

/** The topics of contacts, locked; the contacts are, too. */
export async function lockMemberships(
  tx: Sql,
  projectId: Uuid,
  contactIds: readonly Uuid[],
): Promise<Membership[]> {
  return tx.query<Membership>(
    `select contact_id as "contactId", topic_id as "topicId", state, since,
       case when state = 'pending' then left_at end as "leftAt" from contact_topics
     where project_id = $1 and contact_id = any($2::uuid[]) order by contact_id, topic_id for update`,
    [projectId, contactIds],
  )
}

export async function writeMemberships(
  tx: Sql,
  projectId: Uuid,
  memberships: readonly Membership[],
): Promise<void> {
  await tx.query(
    `insert into contact_topics (project_id, contact_id, topic_id, state, since, left_at)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[],
       $6::timestamptz[])
     on conflict (project_id, topic_id, contact_id) do update
       set state = excluded.state, since = excluded.since, left_at = excluded.left_at`,
    [
      projectId,
      memberships.map(one => one.contactId),
      memberships.map(one => one.topicId),
      memberships.map(one => one.state),
      memberships.map(one => one.since),
      memberships.map(one => one.leftAt),
    ],
  )
}

const memberships = { table: 'contact_topics', key: 'project_id, topic_id, contact_id' }

/** Those who never confirmed are as if they had not asked: who had left has left. How many. */
export const forgetPending = (sql: Sql, before: Date, max: number): Promise<number> =>
  endPending(sql, "state = 'pending' and since < $1 limit $2", [before, max])

async function endPending(sql: Sql, chosen: string, values: readonly unknown[]): Promise<number> {
  const key = 'project_id, topic_id, contact_id'
  const own = key
    .split(', ')
    .map(column => `t.${column} = over.${column}`)
    .join(' and ')
  const [row] = await sql.query<{ count: number }>(
    `with over as (
       select ${key}, left_at from contact_topics where ${chosen} for update skip locked
     ), back as (
       update contact_topics t set state = 'unsubscribed', since = over.left_at, left_at = null
       from over where over.left_at is not null and ${own}
     ), gone as (
       delete from contact_topics t using over where over.left_at is null and ${own}
     )
     select count(*)::integer as count from over`,
    values,
  )
  return row!.count
}

/** Of one project's test mode, by its clock; whether there may be more. */
export async function forgetPendingOfTest(
  sql: Sql,
  projectId: Uuid,
  until: Date,
  max: number,
): Promise<boolean> {
  const chosen = `project_id = $1 and state = 'pending' and since <= $2 and exists (
    select from contacts c where c.project_id = $1 and c.id = contact_id and c.mode = 'test')
    limit $3`
  return (await endPending(sql, chosen, [projectId, until, max])) === max
}

// Properties -------------------------------------------------------------------------------------

export interface Property {
  readonly id: Uuid
  readonly key: string
  readonly type: PropertyType
  readonly label: string | Names | null
  readonly fallback: unknown
  readonly created_at: Date
  /** It is being deleted: nobody begins to use it. */
  readonly going: boolean
}

/** Those that a mode may use: none whose values are going. */
export async function readPropertyTypes(
  sql: Sql,
  { projectId, mode }: Owner,
): Promise<PropertyTypes> {
  const rows = await sql.query<Pick<Property, 'key' | 'type'>>(
    `select key, type from contact_properties
     where project_id = $1 and not going and ${usable('contact_properties', '$2')}`,
    [projectId, mode],
  )
  return new Map(rows.map(({ key, type }) => [key, type]))
}

export async function listProperties(sql: Sql, projectId: Uuid): Promise<Property[]> {
  return sql.query<Property>(
    `select id, key, type, label, fallback, created_at, going from contact_properties
     where project_id = $1 order by id desc`,
    [projectId],
  )
}

/** Those of a project, locked against another that makes one at this moment. */
export async function lockProperties(tx: Sql, projectId: Uuid): Promise<Property[]> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
  return listProperties(tx, projectId)
}

export async function writeProperty(
  tx: Sql,
  projectId: Uuid,
  property: Omit<Property, 'going'>,
): Promise<void> {
  await tx.query(
    `insert into contact_properties (project_id, key, id, type, label, fallback, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7)
     on conflict (project_id, key) do update
       set label = excluded.label, fallback = excluded.fallback`,
    [
      projectId,
      property.key,
      property.id,
      property.type,
      property.label === null ? null : JSON.stringify(property.label),
      property.fallback === null ? null : JSON.stringify(property.fallback),
      property.created_at,
    ],
  )
}

/** Its values go, or do not go after all. */
export async function markGoing(
  sql: Sql,
  projectId: Uuid,
  key: string,
  isGoing: boolean,
): Promise<void> {
  await sql.query('update contact_properties set going = $3 where project_id = $1 and key = $2', [
    projectId,
    key,
    isGoing,
  ])
}

export async function deleteProperty(tx: Sql, projectId: Uuid, key: string): Promise<void> {
  await tx.query('delete from contact_properties where project_id = $1 and key = $2', [
    projectId,
    key,
  ])
}

/** What removed projects had; of the memberships up to `most`, and how many of these. */
export async function deleteTopicsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  await deleteAll(sql, ['contact_properties', 'topics', 'wordings'], projectIds)
  return deleteSome(sql, memberships, projectIds, max)
}

/** Those that a mode may use. */
export async function topicIdsOf(sql: Sql, { projectId, mode }: Owner): Promise<Uuid[]> {
  const rows = await sql.query<{ id: Uuid }>(
    `select id from topics where project_id = $1 and ${usable('topics', '$2')}`,
    [projectId, mode],
  )
  return rows.map(row => row.id)
}
