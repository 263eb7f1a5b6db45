/** Everything that happened around one person in one list: letters, consents, deeds, steps. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, route } from '#kernel/routes/route.ts'
import { eventsOfAddress, isEvent } from '#sending/timeline/of-address.ts'
import { isConsentOf, listConsents } from '../consent/consent-store.ts'
import { explainConsent } from '../consent/consent-words.ts'
import { mustFindContact } from '../people/find.ts'
import { findTopics } from '../topics/topic-store.ts'
import { activityHistory } from './activity-history.ts'
import { type HistoryItem, type HistoryPage, historySources } from './history.ts'
import { letterHistory } from './letter-history.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid

export const historyItemShape = Type.Object(
  {
    id: Type.String(),
    type: Type.String({
      description:
        'letter, a type of event, consent.joined, …, sequence.step, or the name of an activity.',
    }),
    at: Type.String({ format: 'date-time' }),
    explanation: Type.Optional(Type.String()),
    recipient: Type.Optional(Type.String()),
    email_id: Type.Optional(Type.String({ description: 'Of letters and what became of them.' })),
    campaign_id: Type.Optional(Type.String()),
    sequence_id: Type.Optional(Type.String()),
    enrollment_id: Type.Optional(Type.String()),
    step: Type.Optional(Type.String()),
    outcome: Type.Optional(Type.String({ description: 'Of a step.' })),
    topic_id: Type.Optional(Type.String()),
    variant: Type.Optional(Type.String({ description: 'Of an A/B test.' })),
    method: Type.Optional(Type.String({ description: 'How they consented.' })),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What came with an activity.' }),
    ),
  },
  { $id: 'HistoryItem', additionalProperties: true },
)

export const timelineRoute = route({
  method: 'GET',
  path: '/v1/contacts/{id}/timeline',
  name: 'contacts.timeline',
  scope: 'read',
  summary: "Read a contact's history",
  description:
    'Letters with what became of them, consents, activity and the steps of sequences, newest ' +
    'first, each with a sentence.',
  params: Type.Object({ id: Type.String({ description: 'con_… or an address.' }) }),
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(historyItemShape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, params, query } = call
    const contact = await mustFindContact(world.db, tenant, params.id)
    const limit = query.limit ?? 50
    const before = await readCursor(call, contact.id, query.starting_after)
    const items = await itemsOf(call, contact, { before, count: limit + 1 })
    return {
      status: 200,
      body: { data: items.slice(0, limit).map(one => one.shown), has_more: items.length > limit },
    }
  },
})

async function readCursor(
  call: Pick<Call, 'world' | 'tenant' | 'language'>,
  contactId: Uuid,
  text: string | undefined,
): Promise<Uuid> {
  if (text === undefined) return lastId
  const { world, tenant } = call
  const event = read('evt', text)
  if (event !== null && (await isEvent(world.db, tenant, event))) return event
  const consent = read('cns', text)
  if (consent !== null && (await isConsentOf(world.db, tenant, contactId, consent))) return consent
  for (const source of sourcesOf(world)) {
    const key = await source.keyOf(call, contactId, text)
    if (key !== null) return key
  }
  throw new Refusal('invalid_field', { param: 'starting_after' })
}

const sourcesOf = (world: Call['world']) => [
  activityHistory,
  letterHistory,
  ...historySources(world),
]

/** Newest first by id, which is by time. */
export async function itemsOf(
  call: Pick<Call, 'world' | 'tenant' | 'language'>,
  contact: { readonly id: Uuid; readonly email: string },
  page: HistoryPage,
): Promise<HistoryItem[]> {
  const { world, tenant, language } = call
  const { db } = world
  const [events, consents, ...others] = await Promise.all([
    eventsOfAddress(db, tenant, { address: contact.email, language }, page),
    consentItems({ world, tenant, language }, contact.id, page),
    ...sourcesOf(world).map(source => source.items(call, contact.id, page)),
  ])
  const items = [...events, ...consents, ...others.flat()]
  return items.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.count)
}

async function consentItems(
  { world, tenant, language }: Pick<Call, 'world' | 'tenant' | 'language'>,
  contactId: Uuid,
  page: HistoryPage,
): Promise<HistoryItem[]> {
  const rows = await listConsents(world.db, tenant, contactId, page)
  const topics = await findTopics(world.db, tenant.projectId, [
    ...new Set(rows.flatMap(row => row.topic_id ?? [])),
  ])
  return rows.map(row => ({
    id: row.id,
    shown: {
      id: show('cns', row.id),
      type: `consent.${row.action}`,
      at: row.at.toISOString(),
      ...(row.topic_id === null ? {} : { topic_id: show('top', row.topic_id) }),
      method: row.method,
      explanation: explainConsent(
        row,
        topics.find(one => one.id === row.topic_id) ?? null,
        language,
      ),
    },
  }))
}
