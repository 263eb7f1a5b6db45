/** Topics: what people join and leave. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { takeNames } from '#kernel/routes/names.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, type Caller, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { deleteLeavingsOfTopic } from '../consent/leavings-store.ts'
import { mustBeUnused, type Users } from '../usage.ts'
import {
  deleteTopic,
  findTopic,
  findTopicPosition,
  insertTopic,
  listTopics,
  lockTopics,
  type Names,
  type Topic,
  updateTopic,
} from './topic-store.ts'

const maxTopics = 200

const texts = (maxLength: number, description: string) =>
  Type.Object(
    {
      pt: Type.Optional(Type.String({ maxLength })),
      en: Type.Optional(Type.String({ maxLength })),
    },
    { additionalProperties: false, description },
  )
const name = texts(200, 'What people read, in one language or both.')
const description = texts(1_000, 'What they will get.')

const fields = {
  description: Type.Optional(description),
  joined_by: Type.Optional(
    Type.Enum(['choice', 'default'], {
      description: 'choice: only who joined; default: every contact until they leave.',
    }),
  ),
  double_opt_in: Type.Optional(
    Type.Boolean({ description: 'Joining waits for the button in a confirmation letter.' }),
  ),
  public: Type.Optional(Type.Boolean({ description: 'Stands in the preference centre.' })),
  exempt_from_cap: Type.Optional(
    Type.Boolean({
      description: 'What people asked for daily: the frequency cap does not count it.',
    }),
  ),
}

export const topicShape = Type.Object(
  {
    id: Type.String({ description: 'top_…' }),
    name,
    description,
    joined_by: Type.Enum(['choice', 'default']),
    double_opt_in: Type.Boolean(),
    public: Type.Boolean(),
    exempt_from_cap: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Topic' },
)

export const showTopic = ({ id, created_at, ...rest }: Topic) => ({
  id: show('top', id),
  name: rest.name,
  description: rest.description,
  joined_by: rest.joined_by,
  double_opt_in: rest.double_opt_in,
  public: rest.public,
  exempt_from_cap: rest.exempt_from_cap,
  created_at: created_at.toISOString(),
})

/** Trimmed, without those that are empty. */
function readNames(given: Names, param: string): Names {
  const pt = given.pt?.trim()
  const en = given.en?.trim()
  if (param === 'name' && !pt && !en) throw new Refusal('missing_field', { param })
  return { ...(pt ? { pt } : {}), ...(en ? { en } : {}) }
}

/** Throws Refusal where another has a name; else those that stand aside. */
const takeName = (tx: Tx, call: Caller, all: readonly Topic[], one: Topic) =>
  takeNames(tx, call, {
    all,
    one,
    namesOf: topic => Object.values(topic.name),
    taken: () => nameTaken,
    rename: (topic, renamed) => {
      const names = Object.entries(topic.name).map(([language, text]) => [language, renamed(text)])
      return updateTopic(tx, call.tenant.projectId, { ...topic, name: Object.fromEntries(names) })
    },
  })

const nameTaken = new Refusal('invalid_field', {
  param: 'name',
  why: {
    en: 'Another topic of the project has this name.',
    pt: 'Outro tópico do projeto tem este nome.',
  },
})

const create = route({
  method: 'POST',
  path: '/v1/topics',
  name: 'topics.create',
  scope: 'admin',
  changes: { makes: 'top' },
  summary: 'Create a topic',
  body: Type.Object({ name, ...fields }, { additionalProperties: false }),
  success: { status: 201, schema: topicShape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { world, tenant, body } = call
    return call.commit(async tx => {
      const topics = await lockTopics(tx, tenant.projectId)
      const topic: Topic = {
        id: world.ids.next(),
        name: readNames(body.name, 'name'),
        description: readNames(body.description ?? {}, 'description'),
        joined_by: body.joined_by ?? 'choice',
        double_opt_in: body.double_opt_in ?? false,
        public: body.public ?? true,
        exempt_from_cap: body.exempt_from_cap ?? false,
        created_at: new Date(world.clock.now()),
      }
      const aside = await takeName(tx, call, topics, topic)
      if (topics.length - aside.size >= maxTopics) throw tooMany()
      await insertTopic(tx, tenant.projectId, topic)
      return { status: 201, body: showTopic(topic) }
    })
  },
})

const tooMany = (): Refusal =>
  new Refusal('invalid_field', {
    why: {
      en: `A project has at most ${maxTopics} topics.`,
      pt: `Um projeto tem no máximo ${maxTopics} tópicos.`,
    },
  })

const list = route({
  method: 'GET',
  path: '/v1/topics',
  name: 'topics.list',
  scope: 'read',
  summary: 'List topics',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(topicShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'top',
      find: id => findTopicPosition(world.db, tenant, id),
      read: (before, count) => listTopics(world.db, tenant.projectId, { before, count }),
      show: showTopic,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const idParams = Type.Object({ id: Type.String({ description: 'top_…' }) })
type OneTopic = Call<unknown, unknown, { id: string }>

async function mustFind(sql: Sql, { tenant, params }: OneTopic): Promise<Topic> {
  return findNamed('top', params.id, id => findTopic(sql, tenant.projectId, id))
}

const get = route({
  method: 'GET',
  path: '/v1/topics/{id}',
  name: 'topics.get',
  scope: 'read',
  summary: 'Read a topic',
  params: idParams,
  success: { status: 200, schema: topicShape },
  errors: ['resource_not_found'],
  handle: async call => ({ status: 200, body: showTopic(await mustFind(call.world.db, call)) }),
})

const update = route({
  method: 'PATCH',
  path: '/v1/topics/{id}',
  name: 'topics.update',
  scope: 'admin',
  changes: { of: mustFind, publishes: () => true },
  summary: 'Change a topic',
  params: idParams,
  body: Type.Object({ name: Type.Optional(name), ...fields }, { additionalProperties: false }),
  success: { status: 200, schema: topicShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { body, tenant } = call
    const topic = await call.world.db.transaction(async tx => {
      const topics = await lockTopics(tx, tenant.projectId)
      const before = await mustFind(tx, call)
      const after: Topic = {
        ...before,
        name: body.name == null ? before.name : readNames(body.name, 'name'),
        description:
          body.description == null
            ? before.description
            : readNames(body.description, 'description'),
        joined_by: body.joined_by ?? before.joined_by,
        double_opt_in: body.double_opt_in ?? before.double_opt_in,
        public: body.public ?? before.public,
        exempt_from_cap: body.exempt_from_cap ?? before.exempt_from_cap,
      }
      await takeName(tx, call, topics, after)
      await updateTopic(tx, tenant.projectId, after)
      return after
    })
    return { status: 200, body: showTopic(topic) }
  },
})

const remove = (users: Users): Route =>
  route({
    method: 'DELETE',
    path: '/v1/topics/{id}',
    name: 'topics.delete',
    scope: 'admin',
    changes: { of: mustFind },
    summary: 'Delete a topic',
    description: 'The records of who joined and left stay.',
    params: idParams,
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { projectId } = call.tenant
      await call.world.db.transaction(async tx => {
        await lockTopics(tx, projectId)
        const topic = await mustFind(tx, call)
        await mustBeUnused(users, tx, projectId, { topic: topic.id })
        await deleteTopic(tx, projectId, topic.id)
        await deleteLeavingsOfTopic(tx, projectId, topic.id)
      })
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  })

export const topicRoutes = (users: Users): readonly Route[] => [
  create,
  list,
  get,
  update,
  remove(users),
]
