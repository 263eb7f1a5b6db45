/** The properties that a project's contacts may have. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { standingAside } from '#kernel/routes/made-by.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Answer, type Call, type Caller, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { propertyValueShape } from '../people/contact.ts'
import { clearProperty } from '../people/store.ts'
import {
  deleteProperty,
  listProperties,
  lockProperties,
  markGoing,
  type Names,
  type Property,
  writeProperty,
} from '../topics/topic-store.ts'
import { mustBeUnused, refuseUsed, type Users } from '../usage.ts'
import { checkProperty, type PropertyType, propertyKey, propertyTypes } from './property.ts'

const maxProperties = 200
/** Contacts whose value of a deleted property goes at once. */
const maxCleared = 2_000

const label = Type.Union(
  [
    Type.String({ maxLength: 200 }),
    Type.Object(
      {
        pt: Type.Optional(Type.String({ maxLength: 200 })),
        en: Type.Optional(Type.String({ maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'What people read: a text, or one for each language.' },
)

export const contactPropertyShape = Type.Object(
  {
    key: Type.String(),
    type: Type.Enum([...propertyTypes]),
    label: Type.Union([label, Type.Null()]),
    fallback: Type.Union([propertyValueShape, Type.Null()], {
      description: 'Stands where a contact has no value.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ContactProperty' },
)

const showProperty = ({
  key,
  type,
  label: text,
  fallback,
  created_at,
}: Omit<Property, 'going'>) => ({
  key,
  type,
  label: text,
  fallback,
  created_at: created_at.toISOString(),
})

const fields = {
  label: Type.Optional(label),
  fallback: Type.Optional(Type.Unknown({ description: 'Of the type of the property.' })),
}

interface PropertyBody {
  readonly type?: PropertyType | undefined
  readonly label?: string | Names | undefined
  readonly fallback?: unknown
}

const named = async (
  sql: Sql,
  { tenant, body }: Pick<Call<{ readonly key: string }>, 'tenant' | 'body'>,
): Promise<Property | null> => {
  const known = await listProperties(sql, tenant.projectId)
  return known.find(one => one.key === body.key) ?? null
}

const create = (users: Users): Route =>
  route({
    method: 'POST',
    path: '/v1/contact-properties',
    name: 'contactProperties.create',
    scope: 'admin',
    changes: { of: named, publishes: () => true, makes: 'it' },
    summary: 'Create or change a contact property',
    description:
      'A key that is there is changed; its type stays. What a test key alone has made, a live key ' +
      'makes anew.',
    body: Type.Object(
      { key: Type.String(), type: Type.Enum([...propertyTypes]), ...fields },
      { additionalProperties: false },
    ),
    success: { status: 201, schema: contactPropertyShape },
    errors: ['missing_field', 'invalid_field'],
    handle: async call => {
      const { key } = call.body
      if (!propertyKey.test(key)) {
        throw new Refusal('invalid_field', {
          param: 'key',
          why: {
            en: 'A key has small letters, digits and _, begins with a letter, and has at most 40 characters.',
            pt: 'Uma chave tem letras minúsculas, dígitos e _, começa com letra e tem até 40 caracteres.',
          },
        })
      }
      await makeRoom(call, users)
      return call.commit(tx => write(tx, call, key, call.body))
    },
  })

type Making = Call<{ readonly key: string } & PropertyBody>

/**
 * A key that a test key alone has made is made anew, with what the call says and nothing of what was
 * there. Values of another type go with it; as long as something reads them, they stay. Throws Refusal.
 */
async function makeRoom(call: Making, users: Users): Promise<void> {
  const { world, tenant, body } = call
  const before = await named(world.db, call)
  if (before === null || !(await standsAside(world.db, call, before))) return
  const { key, type } = body
  if (body.fallback !== undefined) checkFallback(type!, body.fallback)
  if (before.type === type) return
  await removeAll(world.db, tenant.projectId, key, async tx => {
    refuseUsed(await users(tx, tenant.projectId, { property: key }), 'type')
  })
}

const standsAside = async (sql: Sql, call: Caller, { id }: Property): Promise<boolean> =>
  (await standingAside(sql, call, [id])).has(id)

async function write(
  tx: Tx,
  call: Caller & Pick<Call, 'world'>,
  key: string,
  body: PropertyBody,
): Promise<Answer> {
  const { world, tenant } = call
  const known = await lockProperties(tx, tenant.projectId)
  const aside = await standingAside(
    tx,
    call,
    known.map(one => one.id),
  )
  const there = known.find(one => one.key === key)
  const isAnew = there !== undefined && aside.has(there.id) && there.type === body.type
  if (isAnew) await deleteProperty(tx, tenant.projectId, key)
  const before = isAnew ? undefined : there
  if (before === undefined) mustBeFew(known.filter(one => !aside.has(one.id)).length + 1)
  const type = before?.type ?? body.type!
  if (body.type !== undefined && body.type !== type)
    throw new Refusal('invalid_field', { param: 'type', why: fixedType })
  const property: Omit<Property, 'going'> = {
    id: before?.id ?? world.ids.next(),
    key,
    type,
    label:
      body.label === undefined ? (before?.label ?? null) : body.label === '' ? null : body.label,
    fallback:
      body.fallback === undefined ? (before?.fallback ?? null) : checkFallback(type, body.fallback),
    created_at: before?.created_at ?? new Date(world.clock.now()),
  }
  await writeProperty(tx, tenant.projectId, property)
  return { status: before === undefined ? 201 : 200, body: showProperty(property) }
}

const fixedType = {
  en: 'The type of a property does not change: contacts have values of it.',
  pt: 'O tipo de uma propriedade não muda: há contatos com valores dele.',
}

/** Throws Refusal where a project would have too many. */
export function mustBeFew(properties: number): void {
  if (properties <= maxProperties) return
  throw new Refusal('invalid_field', {
    why: {
      en: `A project has at most ${maxProperties} contact properties.`,
      pt: `Um projeto tem no máximo ${maxProperties} propriedades de contato.`,
    },
  })
}

/** An empty text takes it away, of whatever type. */
function checkFallback(type: PropertyType, value: unknown): unknown {
  if (value === '') return null
  try {
    return checkProperty(type, 'fallback', value)
  } catch (error) {
    throw error instanceof Refusal ? error.of('fallback') : error
  }
}

const list = route({
  method: 'GET',
  path: '/v1/contact-properties',
  name: 'contactProperties.list',
  scope: 'read',
  summary: 'List contact properties',
  query: Type.Object({
    limit: pageQuery.limit,
    starting_after: Type.Optional(
      Type.String({ description: 'The key of the last item of the previous page.' }),
    ),
  }),
  success: { status: 200, schema: pageOf(contactPropertyShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const rows = await listProperties(world.db, tenant.projectId)
    const after = query.starting_after
    const place = after === undefined ? -1 : rows.findIndex(row => row.key === after)
    if (after !== undefined && place === -1) {
      throw new Refusal('invalid_field', { param: 'starting_after' })
    }
    const limit = query.limit ?? 50
    const rest = rows.slice(place + 1)
    return {
      status: 200,
      body: { data: rest.slice(0, limit).map(showProperty), has_more: rest.length > limit },
    }
  },
})

const keyParams = Type.Object({ key: Type.String() })

const update = route({
  method: 'PATCH',
  path: '/v1/contact-properties/{key}',
  name: 'contactProperties.update',
  scope: 'admin',
  changes: { of: mustFind, publishes: () => true },
  summary: 'Change the label or the fallback of a contact property',
  params: keyParams,
  body: Type.Object(
    { type: Type.Optional(Type.Enum([...propertyTypes])), ...fields },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: contactPropertyShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: call =>
    call.world.db.transaction(async tx => {
      await mustFind(tx, call)
      return write(tx, call, call.params.key, call.body)
    }),
})

const remove = (users: Users): Route =>
  route({
    method: 'DELETE',
    path: '/v1/contact-properties/{key}',
    name: 'contactProperties.delete',
    scope: 'admin',
    changes: { of: mustFind },
    summary: 'Delete a contact property',
    description: 'Its values go with it. One that is in use cannot be deleted.',
    params: keyParams,
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { key } = call.params
      const { projectId } = call.tenant
      await removeAll(call.world.db, projectId, key, async tx => {
        await mustFind(tx, call)
        await mustBeUnused(users, tx, projectId, { property: key })
      })
      return { status: 200, body: { id: key, deleted: true } }
    },
  })

/**
 * A property with its values. Many contacts take a while, so that most of it is done beforehand, in
 * short transactions: one that is interrupted is deleted by deleting it again.
 */
async function removeAll(
  db: Call['world']['db'],
  projectId: Uuid,
  key: string,
  mayDelete: (tx: Tx) => Promise<void>,
): Promise<void> {
  const clear = async (): Promise<void> => {
    await db.transaction(async tx => {
      await mayDelete(tx)
      await markGoing(tx, projectId, key, true)
    })
    await clearValues(db, projectId, key)
    await db.transaction(async tx => {
      await mayDelete(tx)
      await deleteProperty(tx, projectId, key)
      await clearValues(tx, projectId, key)
    })
  }
  await clear().catch(async error => {
    // Somebody who had looked before it was marked uses it, now or when it was interrupted.
    if (error instanceof Refusal) await markGoing(db, projectId, key, false)
    throw error
  })
}

const firstId = '00000000-0000-0000-0000-000000000000' as Uuid

async function clearValues(sql: Sql, projectId: Uuid, key: string): Promise<void> {
  let after: Uuid | null = firstId
  while (after !== null) {
    after = await clearProperty(sql, projectId, key, { after, max: maxCleared })
  }
}

async function mustFind(
  tx: Sql,
  {
    tenant,
    params,
  }: { readonly tenant: Call['tenant']; readonly params: { readonly key: string } },
): Promise<Property> {
  const known = await lockProperties(tx, tenant.projectId)
  const property = known.find(one => one.key === params.key)
  if (property === undefined) throw new Refusal('resource_not_found')
  return property
}

export const propertyRoutes = (users: Users): readonly Route[] => [
  create(users),
  list,
  update,
  remove(users),
]
