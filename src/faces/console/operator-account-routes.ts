/** `/api/operator/accounts`: who sends what, what comes of it, and what the operator sets for each. */
import { type Static, Type } from 'typebox'
import { keepBoughtPlan } from '#billing/subscription/veto.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { explain } from '#sending/explain/explain.ts'
import type { QueueWatch } from '#sending/stats/queue-watch.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { utcDay } from '#tenants/limits/usage.ts'
import { limitsOf, trustChangesOf } from '#tenants/trust/overview.ts'
import { regularShare } from '#tenants/trust/rates.ts'
import { type AccountSettingsChange, changeSettings } from '#tenants/trust/settings.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import * as figures from './operator-figures-store.ts'
import * as store from './operator-store.ts'

const moment = Type.String({ format: 'date-time' })
const count = Type.Integer()
const plan = Type.Enum(planNames)
const pause = Type.Enum(pauses)
const level = Type.Enum([0, 1, 2, 3])
const rate = Type.Union([Type.Integer(), Type.Null()])
const maybe = Type.Union([Type.String(), Type.Null()])

const sent = {
  accepted: count,
  delivered: count,
  deferred: count,
  finals: count,
  hard: count,
  complained: count,
}
const sentSchema = Type.Object(sent, {
  $id: 'SentFigures',
  description:
    'Recipients; `finals` have a final result, of which `hard` and `complained` are parts.',
})

const accountFields = {
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
  projects: count,
  members: count,
  created_at: moment,
  closed_at: Type.Union([moment, Type.Null()], {
    description: 'Who its people were is erased: `name` is empty, `email` is no address.',
  }),
}
const accountSchema = Type.Object(accountFields, { $id: 'OperatedAccount' })
const listedSchema = Type.Object(
  { ...accountFields, today: sentSchema, week: sentSchema },
  { $id: 'ListedAccount' },
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
  closed_at: account.closedAt?.toISOString() ?? null,
})

const nothing: figures.SentCounts = {
  accepted: 0,
  delivered: 0,
  deferred: 0,
  finals: 0,
  hard: 0,
  complained: 0,
}

const showSent = (one: figures.SentCounts = nothing): figures.SentCounts => ({
  accepted: one.accepted,
  delivered: one.delivered,
  deferred: one.deferred,
  finals: one.finals,
  hard: one.hard,
  complained: one.complained,
})

/** Days of UTC, as the rates count them: today and the six before it. */
const weekOf = (world: Pick<World, 'clock'>) => utcDay(world.clock.now() - 6 * dayMs)

async function withFigures(world: World, accounts: readonly store.ListedAccount[]) {
  const ids = accounts.map(({ id }) => id)
  const [today, week] = await Promise.all(
    [utcDay(world.clock.now()), weekOf(world)].map(day => figures.sentSince(world.db, day, ids)),
  )
  const of = (all: readonly figures.SentSince[], id: Uuid) =>
    showSent(all.find(one => one.accountId === id))
  return accounts.map(account => ({
    ...showAccount(account),
    today: of(today!, account.id),
    week: of(week!, account.id),
  }))
}

async function mustFind(world: World, text: string): Promise<store.ListedAccount> {
  const id = read('acc', text)
  const account = id && (await store.selectListedAccount(world.db, id))
  if (!account) throw new Refusal('resource_not_found')
  return account
}

/** One screen is enough to find who hurts. */
const maxHarmful = 100

const list = memberRoute({
  method: 'GET',
  path: '/operator/accounts',
  name: 'operator.accounts.list',
  access: 'operator',
  summary: 'List all accounts, newest first, or the 100 that harm most',
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 200 })),
    order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('harm')])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    starting_after: Type.Optional(Type.String()),
  }),
  success: {
    status: 200,
    schema: Type.Object({ data: Type.Array(listedSchema), has_more: Type.Boolean() }),
  },
  errors: [],
  async handle({ world, query }) {
    const { search = '', order = 'newest', limit = 50, starting_after: after } = query
    if (order === 'harm') {
      const ids = await figures.selectHarmful(world.db, weekOf(world), regularShare, maxHarmful)
      const found = await store.selectAccountsById(world.db, ids, search)
      return { status: 200, body: { data: await withFigures(world, found), has_more: false } }
    }
    const before = after === undefined ? null : read('acc', after)
    if (after !== undefined && before === null) {
      throw new Refusal('invalid_field', { param: 'starting_after' })
    }
    const rows = await store.selectAccounts(world.db, search, before, limit + 1)
    const data = await withFigures(world, rows.slice(0, limit))
    return { status: 200, body: { data, has_more: rows.length > limit } }
  },
})

const get = memberRoute({
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
})

const maxNoteChars = 500
const note = Type.String({ minLength: 1, maxLength: maxNoteChars, pattern: '\\S' })
const updateBody = Type.Object({
  plan: Type.Optional(plan),
  trust_level: Type.Optional(level),
  pause: Type.Optional(pause),
  pause_reason: Type.Optional(
    Type.Object(
      { en: note, pt: note },
      { description: 'With `pause`: what the customer reads, in the notice and every refusal.' },
    ),
  ),
  rate: Type.Optional(rate),
  operator: Type.Optional(Type.Boolean()),
})

const update = memberRoute({
  method: 'PATCH',
  path: '/operator/accounts/{account_id}',
  name: 'operator.accounts.update',
  access: 'operator',
  summary: 'Change plan, trust, pause, rate or rights of an account',
  body: updateBody,
  success: { status: 200, schema: accountSchema },
  errors: ['resource_not_found', 'subscription_exists'],
  async handle({ world, params, body }) {
    const { id } = await mustFind(world, params.account_id!)
    const { operator, ...settings } = body
    const change = changeOf(settings)
    await changeSettings(world, id, change, { veto: keepBoughtPlan(world.settings) })
    if (operator !== undefined) await changeOperator(world.db, id, operator)
    return { status: 200, body: showAccount(await mustFind(world, params.account_id!)) }
  },
})

function changeOf(asked: Static<typeof updateBody>): AccountSettingsChange {
  const { trust_level: trustLevel, pause_reason: reason, ...rest } = asked
  const isPause = rest.pause === 'regular' || rest.pause === 'full'
  if (reason !== undefined && !isPause) {
    throw new Refusal('invalid_field', {
      param: 'pause_reason',
      why: {
        en: 'A reason goes with a pause: send `pause` as well.',
        pt: 'Um motivo acompanha uma pausa: envie também `pause`.',
      },
    })
  }
  const pauseNote = reason && { en: reason.en.trim(), pt: reason.pt.trim() }
  return { ...rest, trustLevel, pauseNote } as AccountSettingsChange
}

const reportDays = 14
const maxProjects = 100
const maxRows = 20

const reportSchema = Type.Object(
  {
    account: accountSchema,
    shares: Type.Object(
      { bounces: Type.Number(), complaints: Type.Number() },
      { description: 'The shares of the last 7 days from which sending is paused.' },
    ),
    paused: Type.Object(
      { reason: maybe, fix: maybe },
      { description: 'As the customer reads it.' },
    ),
    week: sentSchema,
    waiting: Type.Object({ waiting: count, due: count }),
    days: Type.Array(Type.Object({ date: Type.String(), ...sent })),
    projects: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        created_at: moment,
        ...sent,
        waiting: count,
        domains: Type.Array(Type.Object({ name: Type.String(), status: Type.String() })),
      }),
    ),
    destinations: Type.Array(
      Type.Object({ domain: Type.String(), delivered: count, bounced: count, deferred: count }),
    ),
    causes: Type.Array(
      Type.Object({
        type: Type.Enum(['bounced', 'deferred']),
        provider: Type.String(),
        cause: Type.String(),
        text: Type.String(),
        count,
        parts: Type.Array(Type.Object({ date: Type.String(), project: Type.String(), count }), {
          description: 'The count by day (UTC), newest first, and project.',
        }),
      }),
    ),
    trust: Type.Array(Type.Object({ at: moment, from: level, to: level, text: Type.String() })),
  },
  { $id: 'AccountReport' },
)

const unpaused: { readonly reason: string | null; readonly fix: string | null } = {
  reason: null,
  fix: null,
}

const report = (queue: QueueWatch): DashboardRoute =>
  memberRoute({
    method: 'GET',
    path: '/operator/accounts/{account_id}/report',
    name: 'operator.accounts.report',
    access: 'operator',
    summary: 'What an account sends, where to, what comes of it, and how it stands',
    success: { status: 200, schema: reportSchema },
    errors: ['resource_not_found'],
    async handle({ world, params, language }) {
      const account = await mustFind(world, params.account_id!)
      const { db } = world
      const week = weekOf(world)
      const first = utcDay(world.clock.now() - (reportDays - 1) * dayMs)
      const [sums, days, projects, destinations, causes, trust, limits] = await Promise.all([
        figures.sentSince(db, week, [account.id]),
        figures.sentByDay(db, account.id, first),
        figures.projectsSent(db, account.id, week, maxProjects),
        figures.destinationsOf(db, account.id, week, maxRows),
        figures.causesOf(db, account.id, week, maxRows),
        trustChangesOf(world, account.id, maxRows),
        limitsOf(world, account.id, language),
      ])
      const pausedAs = (limits?.pause ?? unpaused) as typeof unpaused
      const depths = await Promise.all(projects.map(({ id }) => queue.of(id)))
      const sum = (of: 'waiting' | 'due') => depths.reduce((n, one) => n + (one?.[of] ?? 0), 0)
      return {
        status: 200,
        body: {
          account: showAccount(account),
          shares: regularShare,
          paused: { reason: pausedAs.reason, fix: pausedAs.fix },
          week: showSent(sums[0]),
          waiting: { waiting: sum('waiting'), due: sum('due') },
          days: days.map(one => ({ date: one.day, ...showSent(one) })),
          projects: projects.map((one, n) => ({
            id: show('prj', one.id),
            name: one.name,
            created_at: one.createdAt.toISOString(),
            ...showSent(one),
            waiting: depths[n]?.waiting ?? 0,
            domains: one.domains,
          })),
          destinations,
          causes: causes.map(one => ({
            ...one,
            text: explain({ ...one, mode: 'live' }, language),
          })),
          trust: trust.map(one => ({
            at: one.at.toISOString(),
            from: one.from,
            to: one.to,
            text: one.text[language],
          })),
        },
      }
    },
  })

export const operatorAccountRoutes = (queue: QueueWatch): readonly DashboardRoute[] => [
  list,
  get,
  update,
  report(queue),
]
