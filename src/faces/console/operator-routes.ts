/** `/api/operator`: for whoever runs the installation. Everybody else finds nothing here. */
import { Type } from 'typebox'
import { keepBoughtPlan } from '#billing/veto.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { aliveMs } from '#platform/queue/nodes.ts'
import type { GroupStatus } from '#sending/delivery/shape.ts'
import { streams } from '#sending/events/email.ts'
import type { Metrics } from '#sending/stats/metrics.ts'
import { depthsByKind } from '#sending/stats/queue-watch.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { setOperator } from '#tenants/accounts/store.ts'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { type AccountSettingsChange, changeSettings } from '#tenants/trust/settings.ts'
import { examine } from '../doctor/examine.ts'
import type { CheckResult } from '../doctor/finding.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import * as store from './operator-store.ts'
import { laneSchema, lanesShown } from './overview-routes.ts'
import { oneOf } from './session-routes.ts'

interface OperatorTools {
  readonly lanes: () => readonly GroupStatus[]
  readonly metrics: Metrics
}

const moment = Type.String({ format: 'date-time' })
const plan = oneOf(planNames)
const pause = oneOf(pauses)
const level = Type.Union([0, 1, 2, 3].map(one => Type.Literal(one)))
const rate = Type.Union([Type.Integer(), Type.Null()])

const accountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    plan,
    trust_level: level,
    pause,
    time_zone: Type.String(),
    language: Type.String(),
    rate,
    operator: Type.Boolean(),
    projects: Type.Integer(),
    members: Type.Integer(),
    created_at: moment,
  },
  { $id: 'OperatedAccount' },
)

const showAccount = (account: store.ListedAccount) => ({
  id: show('acc', account.id),
  name: account.name,
  email: account.email,
  plan: account.plan,
  trust_level: account.trustLevel,
  pause: account.pause,
  time_zone: account.timeZone,
  language: account.language,
  rate: account.rate,
  operator: account.isOperator,
  projects: account.projects,
  members: account.members,
  created_at: account.createdAt.toISOString(),
})

const unknown = () => new Refusal('resource_not_found')

async function mustFind(world: World, text: string): Promise<store.ListedAccount> {
  const id = read('acc', text)
  const account = id && (await store.selectListedAccount(world.db, id))
  if (!account) throw unknown()
  return account
}

const accounts: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/operator/accounts',
    name: 'operator.accounts.list',
    access: 'operator',
    summary: 'List all accounts, newest first',
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      starting_after: Type.Optional(Type.String()),
    }),
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(accountSchema), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, query }) {
      const { search = '', limit = 50, starting_after: after } = query
      const before = after === undefined ? null : read('acc', after)
      if (after !== undefined && before === null) {
        throw new Refusal('invalid_field', { param: 'starting_after' })
      }
      const rows = await store.selectAccounts(world.db, search, before, limit + 1)
      const data = rows.slice(0, limit).map(showAccount)
      return { status: 200, body: { data, has_more: rows.length > limit } }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/operator/accounts/{account_id}',
    name: 'operator.accounts.get',
    access: 'operator',
    summary: 'Read an account',
    success: { status: 200, schema: accountSchema },
    errors: ['resource_not_found'],
    handle: async ({ world, params }) => ({
      status: 200,
      body: showAccount(await mustFind(world, params.account_id!)),
    }),
  }),
  memberRoute({
    method: 'PATCH',
    path: '/operator/accounts/{account_id}',
    name: 'operator.accounts.update',
    access: 'operator',
    summary: 'Change plan, trust, pause, rate or rights of an account',
    body: Type.Object({
      plan: Type.Optional(plan),
      trust_level: Type.Optional(level),
      pause: Type.Optional(pause),
      rate: Type.Optional(rate),
      operator: Type.Optional(Type.Boolean()),
    }),
    success: { status: 200, schema: accountSchema },
    errors: ['resource_not_found', 'subscription_exists'],
    async handle({ world, params, body }) {
      const { id } = await mustFind(world, params.account_id!)
      const { trust_level: trustLevel, operator, ...rest } = body
      const change = { ...rest, trustLevel } as AccountSettingsChange
      await changeSettings(world, id, change, { veto: keepBoughtPlan(world.settings) })
      if (operator !== undefined) await setOperator(world.db, id, operator)
      return { status: 200, body: showAccount(await mustFind(world, params.account_id!)) }
    },
  }),
]

/** Entries that are looked at for where they go. */
const sampled = 10_000
const count = Type.Integer()

const finding = Type.Union(['ok', 'warning', 'error'].map(name => Type.Literal(name)))
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

const machinery = ({ lanes, metrics }: OperatorTools): readonly DashboardRoute[] => [
  queueRoute(lanes),
  nodesRoute,
  metricsRoute(metrics),
  doctorRoute(),
]

const queueRoute = (lanes: OperatorTools['lanes']): DashboardRoute =>
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
        destinations: Type.Array(
          Type.Object({ domain: Type.String(), waiting: count, due: count, next_due_at: moment }),
        ),
        sampled: Type.Boolean(),
        lanes: Type.Array(laneSchema),
      }),
    },
    errors: [],
    async handle({ world, language }) {
      const now = new Date(world.clock.now())
      const [kinds, places] = await Promise.all([
        depthsByKind(world),
        store.destinations(world.db, now, sampled),
      ])
      return {
        status: 200,
        body: {
          kinds: kinds.map(({ oldest, ...one }) => ({
            ...one,
            oldest_due_at: oldest.toISOString(),
          })),
          destinations: places.map(({ next, ...one }) => ({
            ...one,
            next_due_at: next.toISOString(),
          })),
          sampled: kinds.some(one => deliveryKinds.includes(one.kind) && one.waiting > sampled),
          lanes: lanesShown(world, lanes(), language),
        },
      }
    },
  })

const nodesRoute = memberRoute({
  method: 'GET',
  path: '/operator/nodes',
  name: 'operator.nodes.list',
  access: 'operator',
  summary: 'The nodes of this installation',
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(
        Type.Object({
          id: Type.String(),
          hostname: Type.String(),
          roles: Type.Array(Type.String()),
          streams: Type.Array(oneOf(streams)),
          started_at: moment,
          seen_at: moment,
          alive: Type.Boolean(),
        }),
      ),
      has_more: Type.Boolean(),
    }),
  },
  errors: [],
  async handle({ world }) {
    const now = world.clock.now()
    const data = (await store.selectNodes(world.db)).map(node => ({
      id: show('nod', node.id),
      hostname: node.hostname,
      roles: node.roles,
      streams: node.streams,
      started_at: node.startedAt.toISOString(),
      seen_at: node.seenAt.toISOString(),
      alive: now - node.seenAt.getTime() < aliveMs,
    }))
    return { status: 200, body: { data, has_more: false } }
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

interface Examined {
  readonly at: number
  readonly findings: Promise<readonly CheckResult[]>
}

function doctorRoute(): DashboardRoute {
  let last: Examined | null = null
  const look = (world: World): Examined => {
    const at = world.clock.now()
    if (last !== null && at - last.at < cacheTtlMs) return last
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
    summary: 'What is wrong with this installation, and how to fix it',
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
    async handle({ world, language }) {
      const { at, findings: coming } = look(world)
      const findings = await coming
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
  ...accounts,
  ...machinery(tools),
]
