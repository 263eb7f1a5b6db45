/** The endpoints of contacts. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import { pageQuery } from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import { type Sql, type Tx, violatedConstraint } from '#kernel/world/db.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { consentSchema, type GivenConsent, readEvidence } from './consent/evidence.ts'
import { checkFields } from './fields/fields.ts'
import { propertyRoutes } from './fields/properties.ts'
import { instantOf, type PropertyTypes } from './fields/property.ts'
import { valuesRoute } from './fields/values.ts'
import { dossierRoute } from './history/dossier.ts'
import { timelineRoute } from './history/timeline.ts'
import { changeContacts } from './people/address-change.ts'
import { batchRoute } from './people/batch.ts'
import {
  type ContactFields,
  contactFields,
  contactPage,
  contactShape,
  type Owner,
  showContact,
} from './people/contact.ts'
import { createRoute } from './people/create.ts'
import type { ForgetContact } from './people/erase.ts'
import { exportRoute } from './people/export.ts'
import { type ConditionsAbove, conditionsOf, contactQuery } from './people/filters.ts'
import { mustFindContact } from './people/find.ts'
import { pageOfContacts } from './people/reading.ts'
import { removeRoutes } from './people/remove.ts'
import { lockContact, readContact, updateSnooze } from './people/store.ts'
import { apply } from './people/upsert.ts'
import {
  type ContactHooks,
  changeAndTell,
  named,
  readTopicIds,
  refuseTaken,
} from './people/write.ts'
import { tell } from './tell.ts'
import { readPropertyTypes } from './topics/topic-store.ts'
import { topicRoutes } from './topics/topics.ts'
import type { Users } from './usage.ts'

/** What stands above contacts and is handed in by the wiring. */
interface ContactModules extends ContactHooks, ConditionsAbove {
  readonly users: Users
  readonly forget: ForgetContact
}

const idParams = Type.Object({ id: Type.String({ description: 'con_… or an address.' }) })

export const contactRoutes = (modules: ContactModules): readonly Route[] => [
  createRoute(modules),
  batchRoute(modules),
  list(modules),
  exportRoute(modules),
  valuesRoute,
  get,
  update(modules),
  ...removeRoutes(modules.forget),
  topics(modules),
  dossierRoute,
  timelineRoute,
  ...consentRoutes,
  ...propertyRoutes(modules.users),
  ...topicRoutes(modules.users),
]

/** The types are read only where a write has properties. */
const propertiesFor = (sql: Sql, owner: Owner, given: unknown): Promise<PropertyTypes> =>
  (given as { properties?: unknown } | null)?.properties == null
    ? Promise.resolve(new Map())
    : readPropertyTypes(sql, owner)

const list = (modules: ContactModules): Route =>
  route({
    method: 'GET',
    path: '/v1/contacts',
    name: 'contacts.list',
    scope: 'read',
    summary: 'List contacts',
    query: Type.Object({ ...pageQuery, ...contactQuery }),
    success: { status: 200, schema: contactPage },
    errors: ['invalid_field'],
    handle: async ({ world, tenant, query }) => {
      const conditions = await conditionsOf(world, tenant, query, modules)
      return { status: 200, body: await pageOfContacts({ world, tenant }, conditions, query) }
    },
  })

const get = route({
  method: 'GET',
  path: '/v1/contacts/{id}',
  name: 'contacts.get',
  scope: 'read',
  summary: 'Read a contact',
  params: idParams,
  success: { status: 200, schema: contactShape },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const row = await mustFindContact(world.db, tenant, params.id)
    return { status: 200, body: showContact(row) }
  },
})

interface ContactChange {
  readonly snoozed_until?: string | undefined
  readonly unsubscribed?: boolean | undefined
  readonly consent?: GivenConsent | undefined
}

const update = (modules: ContactModules): Route =>
  route({
    method: 'PATCH',
    path: '/v1/contacts/{id}',
    name: 'contacts.update',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Change a contact',
    description: 'unsubscribed: true puts the address on the suppression list, for marketing.',
    params: idParams,
    body: Type.Object(
      {
        ...contactFields,
        snoozed_until: Type.Optional(
          Type.String({ description: 'No marketing before; a time, or an empty text for none.' }),
        ),
        unsubscribed: Type.Optional(Type.Boolean()),
        consent: Type.Optional(consentSchema),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: contactShape },
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { snoozed_until, unsubscribed, consent, ...given } = call.body
      const types = await propertiesFor(call.world.db, call.tenant, given)
      const { id } = await mustFindContact(call.world.db, call.tenant, call.params.id)
      if (given.email === '') throw new Refusal('invalid_field', { param: 'email' })
      const fields = checkFields(given, types)
      const snooze = readSnooze(snoozed_until)
      try {
        return await call.world.db.transaction(async tx => {
          await changeFields(tx, call, { id, fields, hooks: modules })
          await changeStanding(tx, call, id, { snooze, unsubscribed, consent, modules })
          const row = await readContact(tx, call.tenant, id)
          if (row === null) throw new Refusal('resource_not_found')
          return { status: 200, body: showContact(row) }
        })
      } catch (error) {
        throw refuseTaken(error, violatedConstraint(error))
      }
    },
  })

/** undefined: untouched; null: ended. */
function readSnooze(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined
  if (text === '') return null
  const at = instantOf(text)
  if (at === null) throw new Refusal('invalid_field', { param: 'snoozed_until' })
  return at
}

interface FieldChange {
  readonly id: Uuid
  readonly fields: ContactFields
  readonly hooks: ContactHooks
}

async function changeFields(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  { id, fields, hooks }: FieldChange,
): Promise<void> {
  const before = await lockContact(tx, call.tenant, id)
  if (before === null) throw new Refusal('resource_not_found')
  const after = apply(before, fields, 'update')
  if (Object.keys(fields).length === 0) return
  const { world, tenant, principal } = call
  const asked = await changeContacts(tx, { world, tenant }, [{ before, after }], {
    actor: actorOf(principal),
    method: principal.kind === 'member' ? 'dashboard' : 'api',
  })
  if (asked.length > 0) await changeAndTell(tx, call, [], { hooks, asked })
  await tell(tx, call, [{ type: 'contact.updated', contactId: id }])
}

interface ContactState {
  readonly snooze: Date | null | undefined
  readonly unsubscribed: ContactChange['unsubscribed']
  readonly consent: ContactChange['consent']
  readonly modules: ContactModules
}

/** Whether they get marketing: paused, left, or back again. */
async function changeStanding(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  id: Uuid,
  { snooze, unsubscribed, consent, modules }: ContactState,
): Promise<void> {
  const { world, tenant, principal } = call
  const now = world.clock.now()
  if (snooze !== undefined) {
    await updateSnooze(tx, tenant, id, { until: snooze, at: new Date(now) })
    if (snooze !== null) {
      await tell(tx, call, [{ type: 'contact.snoozed', contactId: id }])
    }
  }
  if (unsubscribed === undefined) return
  const contact = await lockContact(tx, tenant, id)
  const language = tenant.projectLanguage
  const evidence = readEvidence(consent, 'consent', { now, language })
  const change = {
    contactId: id,
    email: contact!.email,
    topicId: null,
    action: unsubscribed ? ('leave' as const) : ('join' as const),
    method: principal.kind === 'member' ? ('dashboard' as const) : ('api' as const),
    actor: actorOf(principal),
    ...(evidence === undefined ? {} : { evidence }),
  }
  const [outcome] = await changeAndTell(tx, call, [change], { hooks: modules })
  if ('error' in outcome!) throw named(outcome.error, 'consent')
}

const topics = (modules: ContactModules): Route =>
  route({
    method: 'POST',
    path: '/v1/contacts/{id}/topics',
    name: 'contacts.setTopics',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Let a contact join or leave topics',
    description:
      'Who has left comes back only with a consent that is later than the leaving. Joining a topic ' +
      'with double opt-in sends a confirmation letter, unless the consent was confirmed elsewhere.',
    params: idParams,
    body: Type.Object(
      {
        topics: Type.Array(
          Type.Object(
            {
              id: Type.String({ description: 'top_…' }),
              state: Type.Enum(['subscribed', 'unsubscribed']),
              consent: Type.Optional(consentSchema),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: 200 },
        ),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: contactShape },
    errors: ['missing_field', 'invalid_field', 'resource_not_found'],
    handle: async call => {
      const { world, tenant, principal, body } = call
      const { id } = await mustFindContact(world.db, tenant, call.params.id)
      const now = world.clock.now()
      return call.commit(async tx => {
        const contact = await lockContact(tx, tenant, id)
        if (contact === null) throw new Refusal('resource_not_found')
        const ids = await readTopicIds(
          tx,
          tenant,
          body.topics.map(one => one.id),
          n => `topics[${n}].id`,
        )
        const changes = body.topics.map((one, n) => {
          const evidence = readEvidence(one.consent, `topics[${n}].consent`, {
            now,
            language: tenant.projectLanguage,
          })
          return {
            contactId: id,
            email: contact.email,
            topicId: ids[n]!,
            action: one.state === 'subscribed' ? ('join' as const) : ('leave' as const),
            method: principal.kind === 'member' ? ('dashboard' as const) : ('api' as const),
            actor: actorOf(principal),
            ...(evidence === undefined ? {} : { evidence }),
          }
        })
        const outcomes = await changeAndTell(tx, call, changes, { hooks: modules })
        outcomes.forEach((outcome, n) => {
          if ('error' in outcome) throw named(outcome.error, `topics[${n}].consent`)
        })
        const row = await readContact(tx, tenant, id)
        return { status: 200, body: showContact(row!) }
      })
    },
  })
