/** Contacts for the modules that stand above: one, a page, some examples, and what filters name. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { listPage, newest } from '#kernel/routes/paging.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import type { Db, Sql, Tx } from '#kernel/world/db.ts'
import { limitStatements, unlessTooLong } from '#kernel/world/look-at-much.ts'
import { noteOfTest, takeOver } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import { listConsents } from '../consent/consent-store.ts'
import { explainConsent } from '../consent/consent-words.ts'
import { mustBeFew } from '../fields/properties.ts'
import type { PropertyType, PropertyTypes } from '../fields/property.ts'
import {
  findTopics,
  listProperties,
  lockProperties,
  type Property,
  readPropertyTypes,
  type Topic,
  topicIdsOf,
  writeProperty,
} from '../topics/topic-store.ts'
import type { ContactCondition, Owner } from './contact.ts'
import { type ContactRow, showContact } from './contact.ts'
import { heavyReads } from './heavy-reads.ts'
import { searchContacts, searchNearby } from './search-store.ts'
import { findContactPosition, listContacts } from './store.ts'

/** A page of the contacts that fulfil the conditions, as it is answered. */
export function pageOfContacts(
  { world, tenant }: { readonly world: Reading & Pick<World, 'clock'>; readonly tenant: Tenant },
  conditions: readonly ContactCondition[],
  page: { limit?: number | undefined; starting_after?: string | undefined },
) {
  const isQuick = conditions.length === 0 || conditions.some(one => one.isIndexed)
  return listPage(world, {
    page,
    prefix: 'con',
    find: id => findContactPosition(world.db, tenant, id),
    read: (before, count) =>
      isQuick
        ? listContacts(world.db, tenant, conditions, { before, count })
        : search(world, tenant, conditions, { before, count }),
    show: showContact,
    showsUnsettled: true,
  })
}

type Reading = Pick<World, 'db' | 'runtime'>

const search = (
  world: Reading,
  tenant: Tenant,
  conditions: readonly ContactCondition[],
  page: Parameters<typeof searchContacts>[3],
): ReturnType<typeof searchContacts> =>
  world.runtime
    .get(heavyReads, world)
    .run(tenant.projectId, () => searchContacts(world.db, tenant, conditions, page))

/** Examples are worth no longer wait; those of who is near no longer than a page. */
const maxExamplesMs = 2_000
const maxNearMs = 500

/** The newest that fulfil a condition; null: it took too long. */
export const exampleContacts = (
  world: Reading,
  tenant: Tenant,
  condition: ContactCondition,
  count: number,
): Promise<ContactRow[] | null> =>
  unlessTooLong(() =>
    search(world, tenant, [condition], { before: newest, count, timeoutMs: maxExamplesMs }),
  )

/** The same, as far as they are near. */
export const nearExamples = (
  db: Db,
  tenant: Tenant,
  condition: ContactCondition,
  count: number,
): Promise<Awaited<ReturnType<typeof searchNearby>> | null> =>
  unlessTooLong(() =>
    db.transaction(async tx => {
      await limitStatements(tx, maxNearMs)
      return searchNearby(tx, tenant, condition, count)
    }),
  )

export interface FilterNames {
  readonly properties: PropertyTypes
  readonly topics: ReadonlySet<Uuid>
}

/** The properties and topics that a filter of a mode may name. */
export async function readNames(sql: Sql, owner: Owner): Promise<FilterNames> {
  const [properties, topics] = await Promise.all([
    readPropertyTypes(sql, owner),
    topicIdsOf(sql, owner),
  ])
  return { properties, topics: new Set(topics) }
}

/** The names of topics in a language, else in the other. */
export async function topicNames(
  sql: Sql,
  projectId: Uuid,
  ids: readonly Uuid[],
  language: Language,
): Promise<Map<Uuid, string>> {
  return namesOfTopics(await findTopics(sql, projectId, ids), language)
}

export const namesOfTopics = (topics: readonly Topic[], language: Language): Map<Uuid, string> =>
  new Map(topics.map(({ id, name }) => [id, name[language] ?? name.pt ?? name.en ?? '']))

/** Whether people are in a topic until they leave it. */
export async function mayJoinByDefault(sql: Sql, projectId: Uuid, topicId: Uuid): Promise<boolean> {
  const [topic] = await findTopics(sql, projectId, [topicId])
  return topic?.joined_by === 'default'
}

/** What stands in the preference centre. */
export async function publicTopics(sql: Sql, owner: Owner): Promise<Topic[]> {
  const topics = await findTopics(sql, owner.projectId, await topicIdsOf(sql, owner))
  return topics.filter(one => one.public)
}

/**
 * How and when somebody came into what a letter is about, by which words, newest first; of a letter
 * without a topic, into what is public. A topic that is not public has no name here.
 */
export async function whyOf(
  sql: Sql,
  tenant: Tenant,
  { contactId, topicId }: { readonly contactId: Uuid; readonly topicId: Uuid | null },
  language: Language,
): Promise<{ readonly at: Date; readonly explanation: string; readonly wording: string | null }[]> {
  const before = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid
  const all = await listConsents(sql, tenant, contactId, { before, count: maxRecords })
  const topics = await findTopics(sql, tenant.projectId, [
    ...new Set(all.flatMap(one => one.topic_id ?? [])),
  ])
  const isPublic = (id: Uuid): boolean => topics.some(one => one.id === id && one.public)
  const records = all
    .filter(({ topic_id: id }) => id === null || (topicId === null ? isPublic(id) : id === topicId))
    .slice(0, maxReasons)
  return records.map(one => ({
    at: one.at,
    explanation: explainConsent(
      one,
      one.topic_id !== null && !isPublic(one.topic_id)
        ? 'unnamed'
        : (topics.find(topic => topic.id === one.topic_id) ?? null),
      language,
    ),
    wording: one.payload.wording?.text ?? null,
  }))
}

const maxReasons = 50
/** Among which those are looked for. */
const maxRecords = 1_000

interface MakingProperties {
  readonly world: Pick<World, 'ids' | 'clock'>
  readonly tenant: Tenant
  /** The mode of the key; live of people. */
  readonly by: Mode
}

interface NamedProperty {
  readonly key: string
  readonly type: PropertyType | undefined
  /** What people call it; null: nothing else than its key. */
  readonly label: string | null
}

/**
 * Makes the properties that an import brings, as texts where no type is named; those that are there
 * stay, and those that a test key made become live ones by a live key's import. Throws Refusal where
 * a project would have too many.
 */
export async function makeProperties(
  tx: Tx,
  { world, tenant, by }: MakingProperties,
  named: readonly NamedProperty[],
): Promise<void> {
  const { projectId } = tenant
  const seen = await readPropertyTypes(tx, tenant)
  if (named.every(one => seen.has(one.key))) return
  const known = new Map((await lockProperties(tx, projectId)).map(one => [one.key, one]))
  for (const { key, type } of named) {
    const one = known.get(key)
    if (one === undefined || seen.has(key) || by === 'test') continue
    if (type !== undefined && type !== one.type) throw otherType(one)
    await takeOver(tx, projectId, one.id)
  }
  const missing = new Map(named.flatMap(one => (known.has(one.key) ? [] : [[one.key, one]])))
  if (missing.size === 0) return
  mustBeFew(known.size + missing.size)
  for (const { key, type = 'string', label } of missing.values()) {
    const id = world.ids.next()
    if (by === 'test') await noteOfTest(tx, projectId, [id])
    await writeProperty(tx, projectId, {
      id,
      key,
      type,
      label,
      fallback: null,
      created_at: new Date(world.clock.now()),
    })
  }
}

/** An import takes a while as it is: what a test key made of another type is made anew before. */
const otherType = ({ key, type }: Property): Refusal =>
  new Refusal('invalid_field', {
    param: `create_properties.${key}`,
    why: {
      en: `A test key has made ${key} as ${type}. POST /v1/contact-properties with a live key makes it anew.`,
      pt: `Uma chave de teste criou ${key} como ${type}. POST /v1/contact-properties com uma chave live a cria de novo.`,
    },
  })

/** The properties of a project with what stands in for a value that a contact has not; null: nothing. */
export async function propertyFallbacks(
  sql: Sql,
  projectId: Uuid,
): Promise<ReadonlyMap<string, unknown>> {
  const properties = await listProperties(sql, projectId)
  const known = properties.filter(one => !one.going)
  return new Map(known.map(({ key, fallback }) => [key, fallback ?? null]))
}

/** The same of those that a mode may use. */
export async function usableFallbacks(
  sql: Sql,
  owner: Owner,
): Promise<ReadonlyMap<string, unknown>> {
  const [types, all] = await Promise.all([
    readPropertyTypes(sql, owner),
    propertyFallbacks(sql, owner.projectId),
  ])
  return new Map([...all].filter(([key]) => types.has(key)))
}
