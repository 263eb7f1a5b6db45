/** `/api/operator`: for whoever runs the installation. Everybody else finds nothing here. */
import { Type } from 'typebox'
import { hourMs } from '#kernel/base/durations.ts'
import { floorId, show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { retryNow } from '#platform/queue/retry.ts'
import { type LaneOfNodes, lanesOfNodes } from '#sending/delivery/lanes.ts'
import type { GroupStatus } from '#sending/delivery/shape.ts'
import type { Metrics } from '#sending/stats/metrics.ts'
import { depthsByKind, type QueueWatch } from '#sending/stats/queue-watch.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { examine } from '../doctor/examine.ts'
import type { CheckResult } from '../doctor/finding.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { heldMailRoutes } from './held-mail-routes.ts'
import { nodeRoutes } from './node-routes.ts'
import { operatorAccountRoutes } from './operator-account-routes.ts'
import { operatorSourceRoutes } from './operator-source-routes.ts'
import * as store from './operator-store.ts'
import { laneSchema, lanesShown } from './overview-routes.ts'

interface OperatorTools {
  readonly lanes: () => readonly GroupStatus[]
  /** This node; absent where it is none that says so. */
  readonly nodeId?: Uuid
  readonly metrics: Metrics
  readonly queue: QueueWatch
}

const moment = Type.String({ format: 'date-time' })
/** Entries that are looked at for where they go. */
const sampled = 10_000
const count = Type.Integer()
const lastHour = Type.Object(
  { answers: count, deferred: count },
  { description: 'Of servers, to mail of these accounts; of the newest 1,000 of each project.' },
)

const finding = Type.Enum(['ok', 'warning', 'error'])
const familySchema = Type.Object({
  name: Type.String(),
  help: Type.String(),
  type: Type.String(),
  samples: Type.Array(
    Type.Object({
      suffix: Type.Optional(Type.String()),
      labels: Type.Record(Type.String(), Type.String()),
      value: Type.Number(),
    }),
  ),
})

const machinery = (tools: OperatorTools): readonly DashboardRoute[] => [
  queueRoute(tools),
  retryRoute,
  metricsRoute(tools.metrics),
  doctorRoute(),
]

const destinationSchema = Type.Object({
  domain: Type.String(),
  waiting: count,
  due: count,
  next_due_at: moment,
  accounts: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), waiting: count, last_hour: lastHour }),
    { description: 'Whose mail it is: the three with most of it.' },
  ),
  last_hour: lastHour,
})

const queueRoute = ({ lanes, nodeId }: OperatorTools): DashboardRoute =>
  memberRoute({
    method: 'GET',
    path: '/operator/queue',
    name: 'operator.queue.get',
    access: 'operator',
    summary: 'What waits, and where it goes',
    success: {
      status: 200,
      schema: Type.Object({
        kinds: Type.Array(
          Type.Object({ kind: Type.String(), waiting: count, due: count, oldest_due_at: moment }),
        ),
        destinations: Type.Array(destinationSchema),
        sampled: Type.Boolean(),
        lanes: Type.Array(sharedLaneSchema),
      }),
    },
    errors: [],
    async handle({ world, language }) {
      const now = new Date(world.clock.now())
      const hostname = world.settings.MALOTE_HOSTNAME
      const [kinds, places, shared] = await Promise.all([
        depthsByKind(world),
        store.destinations(world.db, now, sampled),
        lanesOfNodes(world, { id: nodeId ?? null, hostname, lanes: lanes() }),
      ])
      const hours = await lastHourOf(world, places)
      return {
        status: 200,
        body: {
          kinds: kinds.map(({ oldest, ...one }) => ({
            ...one,
            oldest_due_at: oldest.toISOString(),
          })),
          destinations: places.map(({ next, accounts, ...one }) => ({
            ...one,
            next_due_at: next.toISOString(),
            accounts: accounts.map(({ id, ...rest }) => ({
              id: show('acc', id),
              ...rest,
              last_hour: summed(hours, one.domain, [id]),
            })),
            last_hour: summed(
              hours,
              one.domain,
              accounts.map(({ id }) => id),
            ),
          })),
          sampled: kinds.some(one => deliveryKinds.includes(one.kind) && one.waiting > sampled),
          lanes: sharedLanesShown(world, shared, language),
        },
      }
    },
  })

/** Newest answers of a project in the last hour that are looked at. */
const maxAnswers = 1_000

const lastHourOf = (
  world: World,
  places: readonly { readonly accounts: readonly { readonly id: Uuid }[] }[],
): Promise<store.HourOfDomain[]> => {
  const accounts = new Set(places.flatMap(place => place.accounts.map(({ id }) => id)))
  const since = floorId(world.clock.now() - hourMs)
  return store.answersSince(world.db, [...accounts], since, maxAnswers)
}

function summed(hours: readonly store.HourOfDomain[], domain: string, accounts: readonly Uuid[]) {
  const of = hours.filter(one => one.domain === domain && accounts.includes(one.accountId))
  return {
    answers: of.reduce((sum, one) => sum + one.answers, 0),
    deferred: of.reduce((sum, one) => sum + one.deferred, 0),
  }
}

/** A lane of all nodes. */
const sharedLaneSchema = Type.Object(
  {
    ...laneSchema.properties,
    reply: Type.Union([Type.Object({ text: Type.String(), at: moment }), Type.Null()], {
      description: 'What it is slowed or paused for: the last reply that asked for it.',
    }),
    nodes: Type.Array(
      Type.Object({ hostname: Type.String(), pace: Type.Number(), in_hand: count }),
      { description: 'Who writes to it.' },
    ),
  },
  { $id: 'SharedLane' },
)

const percent = (factor: number): number => Math.round(factor * 100) / 100

function sharedLanesShown(
  world: World,
  shared: readonly LaneOfNodes[],
  language: Parameters<typeof lanesShown>[2],
) {
  const byKey = new Map(shared.map(lane => [lane.key, lane]))
  return lanesShown(world, shared, language).map(shown => {
    const { nodes, because } = byKey.get(shown.destination)!
    return {
      ...shown,
      reply: because ? { text: because.words, at: new Date(because.at).toISOString() } : null,
      nodes: nodes.map(({ hostname, factor, inHand }) => ({
        hostname,
        pace: percent(factor),
        in_hand: inHand,
      })),
    }
  })
}

/** Of a call: a large queue is brought forward in several. */
const maxRetried = 10_000

const retryRoute = memberRoute({
  method: 'POST',
  path: '/operator/queue/retry',
  name: 'operator.queue.retry',
  access: 'operator',
  summary: 'Try now what waits for its next try at a domain',
  body: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }),
  success: { status: 200, schema: Type.Object({ domain: Type.String(), moved: count }) },
  errors: [],
  async handle({ world, body }) {
    const destination = body.domain.toLowerCase()
    const moved = await retryNow(world, { kinds: deliveryKinds, destination, limit: maxRetried })
    return { status: 200, body: { domain: destination, moved } }
  },
})

const metricsRoute = (metrics: OperatorTools['metrics']): DashboardRoute =>
  memberRoute({
    method: 'GET',
    path: '/operator/metrics',
    name: 'operator.metrics.get',
    access: 'operator',
    summary: 'What GET /metrics says',
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(familySchema) }),
    },
    errors: [],
    handle: async () => ({ status: 200, body: { data: await metrics.families() } }),
  })

/** Looking at everything takes a while and asks strangers' name servers. */
const cacheTtlMs = 60_000
/** Whoever has mended something wants to know at once. */
const lookAgainMs = 3_000

/** What is worst comes first. */
const weights: Readonly<Record<CheckResult['level'], number>> = { error: 0, warning: 1, ok: 2 }

interface Examination {
  readonly at: number
  readonly findings: Promise<readonly CheckResult[]>
}

function doctorRoute(): DashboardRoute {
  let last: Examination | null = null
  const look = (world: World, isAnew: boolean): Examination => {
    const at = world.clock.now()
    if (last !== null && at - last.at < (isAnew ? lookAgainMs : cacheTtlMs)) return last
    const findings = examine(world)
    last = { at, findings }
    findings.catch(() => {
      last = null
    })
    return last
  }
  return memberRoute({
    method: 'GET',
    path: '/operator/doctor',
    name: 'operator.doctor.get',
    access: 'operator',
    summary: 'What is wrong with this installation, and how to fix it; the worst first',
    query: Type.Object({
      anew: Type.Optional(
        Type.Boolean({
          description: 'Look now, rather than tell what was found in the last minute.',
        }),
      ),
    }),
    success: {
      status: 200,
      schema: Type.Object({
        ok: Type.Boolean(),
        checked_at: moment,
        checks: Type.Array(
          Type.Object({ check: Type.String(), level: finding, text: Type.String() }),
        ),
      }),
    },
    errors: [],
    async handle({ world, language, query }) {
      const { at, findings: coming } = look(world, query.anew === true)
      const findings = (await coming).toSorted((a, b) => weights[a.level] - weights[b.level])
      return {
        status: 200,
        body: {
          ok: findings.every(one => one.level !== 'error'),
          checked_at: new Date(at).toISOString(),
          checks: findings.map(one => ({
            check: one.check,
            level: one.level,
            text: one.text[language],
          })),
        },
      }
    },
  })
}

export const operatorRoutes = (tools: OperatorTools): readonly DashboardRoute[] => [
  ...operatorAccountRoutes(tools.queue),
  ...heldMailRoutes,
  ...nodeRoutes,
  ...operatorSourceRoutes,
  ...machinery(tools),
]
