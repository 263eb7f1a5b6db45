/** `/api/operator/source-addresses`: from which addresses mail leaves, and how far each is warmed up. */
import { Type } from 'typebox'
import { deleted } from '#kernel/routes/answers.ts'
import type { World } from '#kernel/world/world.ts'
import { getSource, heldBy, listSources, sourceStates } from '#sending/delivery/shown-sources.ts'
import {
  addSource,
  changeSource,
  pauseSource,
  promoteSource,
  removeSource,
  resumeSource,
  sourceId,
} from '#sending/delivery/source-admin.ts'
import { warmStage } from '#sending/delivery/source-day.ts'
import { streams } from '#sending/events/email.ts'
import { providers } from '#sending/events/provider.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

const count = Type.Integer()
const moment = Type.String({ format: 'date-time' })
const day = Type.String({ format: 'date' })
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()])
const stage = Type.Integer({ minimum: 1, maximum: warmStage - 1 })
const maxNamed = 1_000
const projects = Type.Union([Type.Array(Type.String(), { maxItems: maxNamed }), Type.Null()])
const ofStreams = Type.Union([
  Type.Array(Type.Enum(streams), { maxItems: streams.length }),
  Type.Null(),
])

const providerSchema = Type.Object({
  provider: Type.Enum([...providers]),
  stage: Type.Union([count, Type.Null()]),
  today: Type.Integer({
    description: 'Recipients that it has written to since midnight UTC, each counted once.',
  }),
  delivered: count,
  slowed: Type.Integer({ description: 'Replies of today that speak against the address.' }),
  limit: Type.Union([count, Type.Null()], { description: 'Recipients a day; null: no limit.' }),
  next_at: orNull(moment),
  held_by: Type.Union([Type.Enum(heldBy), Type.Null()], {
    description:
      'Why nothing leaves for this provider: `pause` by hand, `slowed` by its replies, `stage` as the day is full, `rent` as other nodes hold what is left of it.',
  }),
  kept_by: Type.Union([Type.Enum(['results', 'volume']), Type.Null()], {
    description: 'Why the last day led to no further stage: bad results, or too little mail.',
  }),
  full_on: orNull(day),
})

const sourceSchema = Type.Object(
  {
    id: Type.String(),
    address: Type.String(),
    hostname: Type.String(),
    pool: Type.String(),
    projects: Type.Union([Type.Array(Type.String()), Type.Null()]),
    streams: Type.Union([Type.Array(Type.Enum(streams)), Type.Null()]),
    state: Type.Enum(sourceStates),
    stage: Type.Union([count, Type.Null()]),
    full_on: orNull(day),
    local: Type.Boolean({ description: 'A server has found it on its machine lately.' }),
    created_at: moment,
    per_provider: Type.Array(providerSchema),
  },
  { $id: 'SourceAddress' },
)

const shown = async (world: World, id: string, status = 200) => ({
  status,
  body: await getSource(world, sourceId(id)),
})

const list = memberRoute({
  method: 'GET',
  path: '/operator/source-addresses',
  name: 'operator.sourceAddresses.list',
  access: 'operator',
  summary: 'The addresses that mail leaves from, pool by pool',
  success: {
    status: 200,
    schema: Type.Object({ data: Type.Array(sourceSchema), has_more: Type.Boolean() }),
  },
  errors: [],
  handle: async ({ world }) => ({
    status: 200,
    body: { data: await listSources(world), has_more: false },
  }),
})

const create = memberRoute({
  method: 'POST',
  path: '/operator/source-addresses',
  name: 'operator.sourceAddresses.create',
  access: 'operator',
  summary: 'Add an address that mail leaves from',
  body: Type.Object({
    address: Type.String({ maxLength: 45 }),
    hostname: Type.String({ maxLength: 253 }),
    pool: Type.Optional(Type.String({ maxLength: 63 })),
    projects: Type.Optional(projects),
    streams: Type.Optional(ofStreams),
    state: Type.Optional(Type.Enum(['warming', 'active'])),
    stage: Type.Optional(stage),
  }),
  success: { status: 201, schema: sourceSchema },
  errors: [],
  async handle({ world, body }) {
    const id = await addSource(world, body)
    return { status: 201, body: await getSource(world, id) }
  },
})

const get = memberRoute({
  method: 'GET',
  path: '/operator/source-addresses/{source_id}',
  name: 'operator.sourceAddresses.get',
  access: 'operator',
  summary: 'Read a source address',
  success: { status: 200, schema: sourceSchema },
  errors: ['resource_not_found'],
  handle: ({ world, params }) => shown(world, params.source_id!),
})

const update = memberRoute({
  method: 'PATCH',
  path: '/operator/source-addresses/{source_id}',
  name: 'operator.sourceAddresses.update',
  access: 'operator',
  summary:
    'Change host name or pool of a source address; projects and streams are those of its pool',
  body: Type.Object({
    hostname: Type.Optional(Type.String({ maxLength: 253 })),
    pool: Type.Optional(Type.String({ maxLength: 63 })),
    projects: Type.Optional(projects),
    streams: Type.Optional(ofStreams),
  }),
  success: { status: 200, schema: sourceSchema },
  errors: ['resource_not_found'],
  async handle({ world, params, body }) {
    await changeSource(world, sourceId(params.source_id!), body)
    return shown(world, params.source_id!)
  },
})

const remove = memberRoute({
  method: 'DELETE',
  path: '/operator/source-addresses/{source_id}',
  name: 'operator.sourceAddresses.delete',
  access: 'operator',
  summary: 'Remove a source address; what waits for it leaves from the others of its pool',
  success: deleted,
  errors: ['resource_not_found'],
  async handle({ world, params }) {
    await removeSource(world, sourceId(params.source_id!))
    return { status: 200, body: { id: params.source_id, deleted: true } }
  },
})

const acts = [
  { act: 'pause', run: pauseSource, summary: 'Let nothing leave from an address' },
  { act: 'resume', run: resumeSource, summary: 'Let mail leave from an address again' },
  {
    act: 'promote',
    run: promoteSource,
    summary: 'Take the warm-up of an address a stage further at every provider',
  },
] as const

const acting = acts.map(({ act, run, summary }) =>
  memberRoute({
    method: 'POST',
    path: `/operator/source-addresses/{source_id}/${act}`,
    name: `operator.sourceAddresses.${act}`,
    access: 'operator',
    summary,
    success: { status: 200, schema: sourceSchema },
    errors: ['resource_not_found'],
    async handle({ world, params }) {
      await run(world, sourceId(params.source_id!))
      return shown(world, params.source_id!)
    },
  }),
)

export const operatorSourceRoutes: readonly DashboardRoute[] = [
  list,
  create,
  get,
  update,
  remove,
  ...acting,
]
