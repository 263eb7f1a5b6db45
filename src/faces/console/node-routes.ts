/** `/api/operator/nodes`: who is there, and what is to take no new mail. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { drainingOf, drainNode, isAlive, listNodes } from '#platform/queue/nodes.ts'
import type { ListedNode } from '#platform/queue/nodes-store.ts'
import { streams } from '#sending/events/email.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

const moment = Type.String({ format: 'date-time' })

const nodeSchema = Type.Object(
  {
    id: Type.String(),
    hostname: Type.String(),
    process: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Which process of its machine, from 1; null: it is the only one.',
    }),
    processes: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many its machine has, where there are several.',
    }),
    roles: Type.Array(Type.String()),
    streams: Type.Array(Type.Enum(streams)),
    started_at: moment,
    seen_at: moment,
    alive: Type.Boolean(),
    drain: Type.Enum(['none', 'draining', 'drained'] as const),
    draining_since: Type.Union([moment, Type.Null()]),
    in_hand: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Emails and notifications under way; null: it does not say.',
    }),
    clock_off: Type.Boolean({
      description: "Its clock is more than 2 s from the database's: it takes no work.",
    }),
  },
  { $id: 'Node' },
)

const showNode = (world: World, node: ListedNode) => ({
  id: show('nod', node.id),
  hostname: node.hostname,
  process: node.process,
  processes: node.processes,
  roles: node.roles,
  streams: node.streams,
  started_at: node.startedAt.toISOString(),
  seen_at: node.seenAt.toISOString(),
  alive: isAlive(world, node),
  drain: drainingOf(node),
  draining_since: node.drainingSince?.toISOString() ?? null,
  in_hand: node.inHand,
  clock_off: node.isClockOff,
})

const list = memberRoute({
  method: 'GET',
  path: '/operator/nodes',
  name: 'operator.nodes.list',
  access: 'operator',
  summary: 'The nodes of this installation',
  success: {
    status: 200,
    schema: Type.Object({ data: Type.Array(nodeSchema), has_more: Type.Boolean() }),
  },
  errors: [],
  async handle({ world }) {
    const nodes = await listNodes(world)
    return {
      status: 200,
      body: { data: nodes.map(node => showNode(world, node)), has_more: false },
    }
  },
})

const acts = {
  drain: 'Have a node take no new mail and finish what it has',
  resume: 'Have a node that drains work again',
} as const

const act = (verb: keyof typeof acts): DashboardRoute =>
  memberRoute({
    method: 'POST',
    path: `/operator/nodes/{node_id}/${verb}`,
    name: `operator.nodes.${verb}`,
    access: 'operator',
    summary: acts[verb],
    success: { status: 200, schema: nodeSchema },
    errors: ['resource_not_found'],
    async handle({ world, params }) {
      const id = read('nod', params.node_id!)
      const node = id && (await drainNode(world, id, verb === 'drain'))
      if (!node) throw new Refusal('resource_not_found')
      return { status: 200, body: showNode(world, node) }
    },
  })

export const nodeRoutes: readonly DashboardRoute[] = [list, act('drain'), act('resume')]
