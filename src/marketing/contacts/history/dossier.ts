/** Everything that is kept about one person (LGPD art. 18, GDPR art. 15 and 20). */
import { Type } from 'typebox'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Call, route } from '#kernel/routes/route.ts'
import { consentShape, showConsent } from '../consent/consent-routes.ts'
import { listConsents } from '../consent/consent-store.ts'
import { type ContactRow, contactShape, showContact } from '../people/contact.ts'
import { mustFindContact } from '../people/find.ts'
import { findTopics } from '../topics/topic-store.ts'
import { showTopic, topicShape } from '../topics/topics.ts'
import { dossierParts } from './history.ts'
import { historyItemShape, itemsOf } from './timeline.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid
/** Of each kind; one person's history is shorter. */
export const maxItems = 10_000

export const importOfContactShape = Type.Object(
  {
    id: Type.String({ description: 'imp_…' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'What the file is called.' }),
    outcome: Type.String({
      description:
        'What it did: `created`, `updated`, `unchanged` and the other counts of imports.',
    }),
    line: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The physical line of the file where the person begins.',
    }),
    at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ContactImport' },
)

export const dossierRoute = route({
  method: 'GET',
  path: '/v1/contacts/{id}/dossier',
  name: 'contacts.dossier',
  scope: 'read',
  summary: 'Read everything that is kept about a person',
  params: Type.Object({ id: Type.String({ description: 'con_… or an address.' }) }),
  success: {
    status: 200,
    schema: Type.Object({
      generated_at: Type.String({ format: 'date-time' }),
      contact: contactShape,
      topics: Type.Array(topicShape),
      consents: Type.Array(consentShape),
      timeline: Type.Array(historyItemShape),
      segments: Type.Array(
        Type.Object({ id: Type.String({ description: 'seg_…' }), name: Type.String() }),
        { description: 'Those that they were put into.' },
      ),
      enrollments: Type.Array(
        Type.Object({
          id: Type.String({ description: 'enr_…' }),
          sequence_id: Type.String({ description: 'seq_…' }),
          state: Type.String(),
          reason: Type.Union([Type.String(), Type.Null()]),
          event: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
            description: 'The data of what let them in.',
          }),
          entered_at: Type.String({ format: 'date-time' }),
          ended_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        }),
      ),
      imports: Type.Array(importOfContactShape, { description: 'Files in which they stood.' }),
    }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const contact = await mustFindContact(call.world.db, call.tenant, call.params.id)
    return { status: 200, body: await dossierOf(call, contact) }
  },
})

/** Also for the person, on the preferences page. */
export async function dossierOf(
  call: Pick<Call, 'world' | 'tenant' | 'language'>,
  contact: ContactRow,
) {
  const { world, tenant } = call
  const page = { before: lastId, count: maxItems }
  const [topics, consents, timeline] = await Promise.all([
    findTopics(
      world.db,
      tenant.projectId,
      contact.topics.map(one => one.id),
    ),
    listConsents(world.db, tenant, contact.id, page),
    itemsOf(call, contact, page),
  ])
  const more: Record<string, unknown[]> = {}
  for (const part of dossierParts(world)) more[part.name] = await part.read(call, contact.id)
  return {
    generated_at: new Date(world.clock.now()).toISOString(),
    contact: showContact(contact),
    topics: topics.map(showTopic),
    consents: consents.map(showConsent),
    timeline: timeline.map(one => one.shown),
    segments: more.segments ?? [],
    enrollments: more.enrollments ?? [],
    imports: more.imports ?? [],
  }
}
