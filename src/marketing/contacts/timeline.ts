/** Everything that happened around one person in one list: letters, consents. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, route } from '#kernel/routes/route.ts'
import { eventsOfAddress, isEvent } from '#sending/timeline/of-address.ts'
import { isConsentOf, listConsents } from './consent-store.ts'
import { explainConsent } from './consent-words.ts'
import { mustFindContact } from './find.ts'
import { findTopics } from './topic-store.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid

const item = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'A type of event, or consent.joined, consent.left, …' }),
    at: Type.String({ format: 'date-time' }),
    explanation: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
)

interface Item {
  readonly id: Uuid
  readonly shown: Record<string, unknown>
}

export const timelineRoute = route({
  method: 'GET',
  path: '/v1/contacts/{id}/timeline',
  name: 'contacts.timeline',
  scope: 'read',
  summary: "Read a contact's history",
  description:
    'Letters with what became of them, and consents, newest first, each with a sentence.',
  params: Type.Object({ id: Type.String({ description: 'con_… or an address.' }) }),
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(item) },
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
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  contactId: Uuid,
  text: string | undefined,
): Promise<Uuid> {
  if (text === undefined) return lastId
  const event = read('evt', text)
  if (event !== null && (await isEvent(world.db, tenant, event))) return event
  const consent = read('cns', text)
  if (consent !== null && (await isConsentOf(world.db, tenant, contactId, consent))) return consent
  throw new Refusal('invalid_field', { param: 'starting_after' })
}

type Page = { readonly before: Uuid; readonly count: number }

/** Newest first by id, which is by time. */
export async function itemsOf(
  { world, tenant, language }: Pick<Call, 'world' | 'tenant' | 'language'>,
  contact: { readonly id: Uuid; readonly email: string },
  page: Page,
): Promise<Item[]> {
  const { db } = world
  const [events, consents] = await Promise.all([
    eventsOfAddress(db, tenant, { address: contact.email, language }, page),
    consentItems({ world, tenant, language }, contact.id, page),
  ])
  return [...events, ...consents].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.count)
}

async function consentItems(
  { world, tenant, language }: Pick<Call, 'world' | 'tenant' | 'language'>,
  contactId: Uuid,
  page: Page,
): Promise<Item[]> {
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
