/** The endpoints of activity: what people did. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { itemErrorShape, showItemError } from '#kernel/routes/answers.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Answer, bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import { type ActivityRow, findActivityPosition, listActivity } from './store.ts'
import {
  type People,
  type ReadActivity,
  readActivity,
  showTaken,
  type TakenActivity,
  takeActivity,
} from './take.ts'
import { createTakeTogether } from './together.ts'

const maxActivities = 1_000

const body = Type.Object(
  {
    contact_id: Type.Optional(Type.String({ description: 'con_…' })),
    external_id: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.String({ description: 'Yours, such as order.paid.' }),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'At most 50 keys and 8 KB.' }),
    ),
    at: Type.Optional(Type.String({ format: 'date-time', description: 'Up to 30 days ago.' })),
    dedupe_key: Type.Optional(
      Type.String({ maxLength: 255, description: 'Makes a repetition harmless for 30 days.' }),
    ),
    create_contact: Type.Optional(
      Type.Boolean({ description: 'Somebody unknown becomes a contact that joins no topic.' }),
    ),
  },
  { additionalProperties: false },
)

const orNull = Type.Union([Type.String(), Type.Null()])
const taken = {
  id: Type.Union([Type.String(), Type.Null()], { description: 'evt_…; null for nobody we know.' }),
  matched: Type.Boolean(),
  duplicate: Type.Boolean(),
}

function create(people: People): Route {
  const takeTogether = createTakeTogether(people)
  return route({
    method: 'POST',
    path: '/v1/activity',
    name: 'activity.create',
    scope: 'send',
    summary: 'Report what a person did',
    body,
    validatesItself: true,
    success: { status: 202, schema: Type.Object(taken) },
    errors: ['missing_field', 'invalid_field'],
    handle: async call => {
      const given = readActivity(call.body, people, call.world.clock.now())
      if (call.idempotency === undefined) return answerOf(await takeTogether({ call, given }))
      return call.commit(async tx => {
        const [one] = await takeActivity(tx, call, people, [given])
        return answerOf(one!)
      })
    },
  })
}

/** Throws Refusal. */
function answerOf(taken: TakenActivity): Answer {
  if ('error' in taken) throw taken.error
  return { status: 202, body: showTaken(taken) }
}

const createBatch = (people: People): Route =>
  route({
    method: 'POST',
    path: '/v1/activity/batch',
    name: 'activity.createBatch',
    maxBodyBytes: bodyBytes.people,
    scope: 'send',
    summary: 'Report up to 1,000 activities',
    description: 'Each by itself: what is wrong with one is said in its place.',
    body: Type.Object(
      { activities: Type.Array(body, { minItems: 1, maxItems: maxActivities }) },
      { additionalProperties: false },
    ),
    validatesItself: true,
    success: {
      status: 202,
      schema: Type.Object({
        data: Type.Array(
          Type.Object({
            id: Type.Optional(taken.id),
            created: Type.Optional(
              Type.Boolean({ description: 'Not for nobody we know, nor for a repetition.' }),
            ),
            error: Type.Optional(itemErrorShape),
          }),
        ),
      }),
    },
    errors: ['missing_field', 'invalid_field', 'batch_too_large'],
    handle: call => takeBatch(call, people),
  })

async function takeBatch(call: Call, people: People): Promise<Answer> {
  const { world } = call
  const items = readItems(call.body)
  const now = world.clock.now()
  const read = items.map(item => readOne(item, people, now))
  const good = read.flatMap(one => (one instanceof Refusal ? [] : [one]))
  return call.commit(async tx => {
    const results = await takeActivity(tx, call, people, good)
    let next = 0
    const data = read.map((one, n) => {
      const result = one instanceof Refusal ? { error: one } : results[next++]!
      if ('error' in result) return showItemError(result.error, `activities[${n}]`, call.language)
      return { id: showTaken(result).id, created: result.isMatched && !result.isDuplicate }
    })
    return { status: 202, body: { data } }
  })
}

function readOne(item: unknown, people: People, now: number): ReadActivity | Refusal {
  try {
    return readActivity(item, people, now)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function readItems(given: unknown): readonly unknown[] {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const { activities, ...rest } = (isObject ? given : {}) as Record<string, unknown>
  if (!isObject) throw new Refusal('invalid_field', { why: anObject })
  if (activities === undefined || activities === null) throw missing()
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new Refusal('invalid_field', { param: unknown })
  if (!Array.isArray(activities)) throw new Refusal('invalid_field', { param: 'activities' })
  if (activities.length === 0) throw missing()
  if (activities.length <= maxActivities) return activities
  throw new Refusal('batch_too_large', {
    param: 'activities',
    why: {
      en: `A batch holds at most ${maxActivities} activities; this one has ${activities.length}.`,
      pt: `Um lote tem no máximo ${maxActivities} atividades; este tem ${activities.length}.`,
    },
  })
}

const anObject = { en: 'The body must be an object.', pt: 'O corpo deve ser um objeto.' }
const missing = (): Refusal => new Refusal('missing_field', { param: 'activities' })

const shape = Type.Object(
  {
    id: Type.String({ description: 'evt_…' }),
    name: Type.String(),
    contact_id: orNull,
    data: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Activity' },
)

const showActivity = ({ id, name, contact_id, data, at }: ActivityRow) => ({
  id: show('evt', id),
  name,
  contact_id: contact_id === null ? null : show('con', contact_id),
  data,
  at: at.toISOString(),
})

const list = (people: People): Route =>
  route({
    method: 'GET',
    path: '/v1/activity',
    name: 'activity.list',
    scope: 'read',
    summary: 'List what people did',
    description: 'With our own facts about contacts, such as contact.subscribed.',
    query: Type.Object({
      ...pageQuery,
      name: Type.Optional(Type.String()),
      contact: Type.Optional(Type.String({ description: 'con_… or an address.' })),
      after: Type.Optional(
        Type.String({ format: 'date-time', description: 'What happened later than this.' }),
      ),
    }),
    success: { status: 200, schema: pageOf(shape) },
    errors: ['invalid_field'],
    handle: async ({ world, tenant, query }) => {
      const { db } = world
      const contactId =
        query.contact === undefined ? undefined : await people.findId(db, tenant, query.contact)
      if (contactId === null) return { status: 200, body: { data: [], has_more: false } }
      const filter = {
        ...(query.name === undefined ? {} : { name: query.name }),
        ...(contactId === undefined ? {} : { contactId }),
        ...(query.after === undefined ? {} : { after: new Date(query.after) }),
      }
      const page = await listPage(world, {
        page: query,
        prefix: 'evt',
        find: id => findActivityPosition(db, tenant, id),
        read: (before, count) => listActivity(db, tenant, filter, { before, count }),
        show: showActivity,
        showsUnsettled: true,
      })
      return { status: 200, body: page }
    },
  })

export const activityRoutes = (people: People): readonly Route[] => [
  create(people),
  createBatch(people),
  list(people),
]
