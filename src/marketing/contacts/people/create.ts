/** Creating or changing one contact by its address or own key. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import { type Answer, bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import { contactFields, contactShape, showContact } from './contact.ts'
import { createWriteTogether, type WrittenContact, writeSingles, writtenOf } from './together.ts'
import { type ContactHooks, readTopicIds } from './write.ts'

export function createRoute(hooks: ContactHooks): Route {
  const writeTogether = createWriteTogether(hooks)
  return route({
    method: 'POST',
    path: '/v1/contacts',
    name: 'contacts.create',
    tellsSendersLess: true,
    maxBodyBytes: bodyBytes.people,
    scope: 'send',
    summary: 'Create or change a contact',
    description:
      'Found by external_id, else by address. Fields given are written, properties merged. ' +
      'A key with scope send gets the id and created only.',
    body: Type.Object(
      {
        ...contactFields,
        topics: Type.Optional(
          Type.Array(Type.String(), { maxItems: 200, description: 'top_…, which they join.' }),
        ),
        on_existing: Type.Optional(
          Type.Enum(['update', 'keep'], { description: 'keep: only what is empty is filled.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: {
      status: 201,
      schema: Type.Object({
        ...Type.Partial(contactShape).properties,
        id: Type.String(),
        created: Type.Boolean(),
      }),
    },
    errors: ['missing_field', 'invalid_field'],
    handle: async call => {
      const { topics = [], on_existing: onExisting = 'update', ...given } = call.body
      const { world, tenant } = call
      const topicIds = await readTopicIds(world.db, tenant, topics, n => `topics[${n}]`)
      const single = { call, given, topicIds, onExisting }
      if (call.idempotency === undefined) return answerOf(call, await writeTogether(single))
      return call.commit(async tx => {
        const [outcome] = await writeSingles(tx, [single], { hooks })
        return answerOf(call, writtenOf(outcome!))
      })
    },
  })
}

function answerOf(
  { principal }: Pick<Call, 'principal'>,
  { id, isCreated, row }: WrittenContact,
): Answer {
  const status = isCreated ? 201 : 200
  // Such a key learns that an address is known, and nothing about it.
  const shown =
    principal.kind === 'key' && principal.scope === 'send'
      ? { id: show('con', id) }
      : showContact(row)
  return { status, body: { ...shown, created: isCreated } }
}
