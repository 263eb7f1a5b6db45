/** The filters of the list of contacts, each as a condition on a row. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { addressKey, partOfAddress, suppressionKey } from '#kernel/mail/address.ts'
import { addressBeginning } from '#kernel/mail/address-beginning.ts'
import { fold } from '#kernel/mail/fold.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { mustBeInOrder } from '#kernel/routes/times.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { findTopic } from '../topics/topic-store.ts'
import type { AddValue, ContactCondition, Owner } from './contact.ts'
import { topicStates } from './contact.ts'
import { keysBetween } from './store.ts'

const moment = Type.String({ format: 'date-time' })

export const contactQuery = {
  email: Type.Optional(Type.String({ description: 'This address only.' })),
  external_id: Type.Optional(Type.String()),
  topic: Type.Optional(
    Type.String({ description: 'top_…; any state but none unless `state` says.' }),
  ),
  state: Type.Optional(Type.Enum([...topicStates])),
  segment: Type.Optional(Type.String({ description: 'seg_…' })),
  import: Type.Optional(
    Type.String({
      description:
        'imp_…: whom it has written; after seven days, those whose own list of imports still has it.',
    }),
  ),
  ids: Type.Optional(
    Type.String({ maxLength: 8_000, description: 'con_…, up to 200, parted by commas.' }),
  ),
  unsubscribed: Type.Optional(Type.Boolean()),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'The start of an address or of a name.' }),
  ),
  created_after: Type.Optional(moment),
  created_before: Type.Optional(moment),
}

interface ContactQuery {
  readonly email?: string | undefined
  readonly external_id?: string | undefined
  readonly topic?: string | undefined
  readonly state?: (typeof topicStates)[number] | undefined
  readonly segment?: string | undefined
  readonly import?: string | undefined
  readonly ids?: string | undefined
  readonly unsubscribed?: boolean | undefined
  readonly q?: string | undefined
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

/** What finds the people of something that stands above contacts. */
type ConditionOf = (
  world: Pick<World, 'db' | 'clock'>,
  tenant: Tenant,
  id: string,
) => Promise<ContactCondition>

/** Segments and imports. */
export interface ConditionsAbove {
  readonly segmentCondition: ConditionOf
  readonly importCondition: ConditionOf
}

/** Throws Refusal, as for a topic or segment that there is not. */
export async function conditionsOf(
  world: Pick<World, 'db' | 'clock'>,
  tenant: Tenant,
  query: ContactQuery,
  { segmentCondition, importCondition }: ConditionsAbove,
): Promise<ContactCondition[]> {
  mustBeInOrder(query)
  const conditions: ContactCondition[] = []
  const { email, external_id: externalId, q, unsubscribed } = query
  if (email !== undefined) {
    const key = addressKey(email)
    conditions.push(indexed(add => `c.email_key = ${add(key)}`))
  }
  if (externalId !== undefined) {
    conditions.push(indexed(add => `c.external_id = ${add(externalId)}`))
  }
  if (query.ids !== undefined) {
    const ids = readIds(query.ids)
    conditions.push(indexed(add => `c.id = any(${add(ids)}::uuid[])`))
  }
  if (q !== undefined && q !== '') {
    const meant = await addressesMeant(world.db, tenant, q)
    conditions.push(indexed(add => startsWith(add, q, meant)))
  }
  if (query.created_after !== undefined) {
    const after = new Date(query.created_after)
    conditions.push(add => `c.created_at >= ${add(after)}`)
  }
  if (query.created_before !== undefined) {
    const before = new Date(query.created_before)
    conditions.push(add => `c.created_at < ${add(before)}`)
  }
  if (unsubscribed !== undefined) conditions.push(() => suppressed(unsubscribed))
  if (query.topic !== undefined || query.state !== undefined) {
    const topicId =
      query.topic === undefined ? null : await mustFindTopic(world.db, tenant, query.topic)
    conditions.push(add => inTopic(add, topicId, query.state))
  }
  if (query.segment !== undefined) {
    conditions.push(await segmentCondition(world, tenant, query.segment))
  }
  if (query.import !== undefined) {
    conditions.push(await importCondition(world, tenant, query.import))
  }
  return conditions
}

const maxIds = 200

function readIds(text: string): Uuid[] {
  const ids = text.split(',').map(one => read('con', one.trim()))
  if (ids.length <= maxIds && ids.every(id => id !== null)) return ids
  throw new Refusal('invalid_field', { param: 'ids' })
}

const indexed = (condition: (add: AddValue) => string): ContactCondition =>
  Object.assign(condition, { isIndexed: true as const })

async function mustFindTopic(sql: Sql, tenant: Tenant, text: string): Promise<Uuid> {
  const id = read('top', text)
  const topic = id === null ? null : await findTopic(sql, tenant.projectId, id)
  if (topic === null) throw new Refusal('invalid_field', { param: 'topic' })
  return topic.id
}

/** Above every text that begins like this, by its bytes. */
const last = '\u{10FFFF}'

/** Of addresses that are kept with A-labels, those of which what is written is the beginning. */
export async function addressesMeant(sql: Sql, owner: Owner, q: string): Promise<string[]> {
  const beginning = addressBeginning(q)
  if (beginning === null) return []
  const keys = await keysBetween(sql, owner, suppressionKey(beginning.kept), last)
  return keys.filter(key => beginning.isOf(key, suppressionKey))
}

/** The start of an address or of a name; or one of the addresses that it may mean. */
export function startsWith(add: AddValue, text: string, meant: readonly string[]): string {
  const key = suppressionKey(partOfAddress(text))
  const name = fold(text)
  const between = (what: string, start: string): string =>
    `(${what} >= ${add(start)} and ${what} < ${add(start + last)})`
  const named = (field: string): string =>
    `(c.folded ? '${field}' and ${between(`((c.folded ->> '${field}') collate "C")`, name)})`
  const isMeant = meant.length === 0 ? '' : ` or c.email_key = any(${add(meant)}::text[])`
  return `(${between('c.email_key', key)}${isMeant} or ${named('first_name')} or ${named('last_name')})`
}

const suppressed = (is: boolean): string =>
  `${is ? '' : 'not '}exists (select from suppressions s where s.project_id = c.project_id
     and s.mode = c.mode and s.address = c.email_key)`

function inTopic(add: AddValue, topicId: Uuid | null, state: ContactQuery['state']): string {
  const topic = topicId === null ? '' : ` and t.topic_id = ${add(topicId)}`
  const known = `exists (select from contact_topics t where t.project_id = c.project_id
     and t.contact_id = c.id${topic}`
  if (state === undefined) return `${known})`
  if (state === 'none') return `not ${known})`
  return `${known} and t.state = ${add(state)})`
}
