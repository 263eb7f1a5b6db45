/** The figures of a project: overview, deliverability, and the stream of changes. */
import { type Static, Type } from 'typebox'
import { assert } from '#kernel/base/assert.ts'
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { tlsLevels } from '#protocol/smtp/tls-policy.ts'
import type { GroupStatus } from '#sending/delivery/shape.ts'
import { explain } from '#sending/explain/explain.ts'
import { attentionOf, projectState } from '#sending/stats/attention.ts'
import {
  deliverabilityOf,
  overviewOf,
  providerTrends,
  ratesOf,
  refusalsOf,
  shownTypes,
  trendTypes,
  unsentTypes,
} from '#sending/stats/overview.ts'
import type { QueueWatch } from '#sending/stats/queue-watch.ts'
import { type CurrentTraffic, currentFigures } from '#sending/stats/traffic.ts'
import { selectDomains, selectFigures } from '#sending/stats/traffic-store.ts'
import type { Account } from '#tenants/accounts/account.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { dateIn } from '#tenants/limits/period.ts'
import type { LiveUpdates } from './live-updates.ts'
import { isOperatorAccount } from './store.ts'

export interface FigureTools {
  readonly queue: QueueWatch
  readonly liveUpdates: LiveUpdates
  /** How this node shapes its deliveries; none where it does not deliver. */
  readonly lanes: () => readonly GroupStatus[]
  /** The groups of servers that a project has sent to of late. */
  readonly sentTo: (projectId: Uuid) => ReadonlySet<string>
}

const noRates = ratesOf(undefined, undefined)
const defaultDays = 30
const shownDomains = 20

const daysQuery = Type.Object({
  days: Type.Optional(
    Type.Union([Type.Literal(7), Type.Literal(30), Type.Literal(90)], { default: defaultDays }),
  ),
})
type DaysCall = Call<unknown, Static<typeof daysQuery>>

interface Range {
  readonly account: Account
  readonly days: readonly string[]
}

/** The last days of the account's own calendar, today last. */
async function rangeOf({ world, tenant, query }: DaysCall): Promise<Range> {
  const account = await getAccount(world, tenant.accountId)
  assert(account, 'a session belongs to an account')
  const today = Date.parse(`${dateIn(account.timeZone, world.clock.now())}T00:00:00Z`)
  const count = query.days ?? defaultDays
  const days = Array.from({ length: count }, (_, i) =>
    new Date(today - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )
  return { account, days }
}

/** The figures of these days, up to the second. */
async function figuresOf(
  { world, tenant }: DaysCall,
  { account, days }: Range,
  facets: readonly string[],
): Promise<CurrentTraffic> {
  const since = days[0]!
  const current = await currentFigures(world, tenant, account.timeZone, async () => {
    const [figures, domains] = await Promise.all([
      selectFigures(world.db, tenant, facets, { since }),
      facets.includes('stream') ? selectDomains(world.db, tenant, since, shownDomains) : [],
    ])
    return [...figures, ...domains]
  })
  // What is counted has no day where a page does not tell days apart.
  const figures = current.figures.filter(({ day }) => day === null || day >= since)
  return { ...current, figures }
}

/** What was counted of providers on as many days before these. */
function countedBefore({ world, tenant }: DaysCall, { days }: Range) {
  const before = days[0]!
  const since = new Date(Date.parse(before) - days.length * dayMs).toISOString().slice(0, 10)
  return selectFigures(world.db, tenant, ['provider'], { since, before })
}

const count = Type.Integer()
const outcomes = Object.fromEntries(
  shownTypes.filter(type => type !== 'accepted').map(type => [type, count]),
)
const streams = Type.Union([Type.Literal('transactional'), Type.Literal('marketing')])
const urgency = Type.Enum(['info', 'warning', 'error'])
const sums = { accepted: count, ...outcomes }
const rate = Type.Union([Type.Number(), Type.Null()])
const maybe = Type.Union([Type.String(), Type.Null()])
const millis = Type.Union([Type.Integer(), Type.Null()])

const unsent = Object.fromEntries(unsentTypes.map(type => [type, count]))
const withHard = { ...sums, ...unsent, hard: count }
const overviewSchema = Type.Object(
  {
    days: count,
    from: Type.String(),
    to: Type.String(),
    behind_seconds: count,
    volume: Type.Array(Type.Object({ date: Type.String(), ...withHard })),
    totals: Type.Object(withHard),
    rates: Type.Object({ delivery: rate, bounce: rate, complaint: rate, open: rate, click: rate }),
    by_stream: Type.Array(Type.Object({ stream: streams, ...sums })),
    by_provider: Type.Array(Type.Object({ provider: Type.String(), ...outcomes })),
    by_domain: Type.Array(Type.Object({ domain: Type.String(), ...outcomes })),
    latency: Type.Object({ p50_ms: millis, p95_ms: millis }),
    queue: Type.Object({ waiting: count, due: count, oldest_due_at: maybe }),
    attention: Type.Array(
      Type.Object({ level: urgency, code: Type.String(), text: Type.String() }),
    ),
  },
  { $id: 'Overview' },
)

const overview = (tools: FigureTools) =>
  route({
    method: 'GET',
    path: '/v1/overview',
    name: 'overview.get',
    scope: 'read',
    summary: 'How a project is doing',
    query: daysQuery,
    success: { status: 200, schema: overviewSchema },
    errors: [],
    async handle(call) {
      const { world, tenant } = call
      const range = await rangeOf(call)
      const [{ figures, behindSeconds }, depth, state] = await Promise.all([
        figuresOf(call, range, ['stream', 'provider', 'latency', 'cause']),
        tenant.mode === 'live' ? tools.queue.of(tenant.projectId) : null,
        projectState(world, tenant.projectId),
      ])
      const page = overviewOf(figures, range.days)
      const overdueMs = depth && depth.due > 0 ? world.clock.now() - depth.oldest.getTime() : null
      const overdueMinutes = overdueMs === null ? null : Math.floor(overdueMs / 60_000)
      return {
        status: 200,
        body: {
          days: range.days.length,
          from: range.days[0],
          to: range.days.at(-1),
          behind_seconds: behindSeconds,
          ...page,
          // What is captured is not delivered: a simulator or two would be all that is counted.
          ...(tenant.mode === 'test' ? { rates: noRates } : {}),
          queue: {
            waiting: depth?.waiting ?? 0,
            due: depth?.due ?? 0,
            oldest_due_at: depth?.oldest.toISOString() ?? null,
          },
          attention: attentionOf(
            {
              ...page,
              refusals: refusalsOf(figures),
              mode: tenant.mode,
              account: range.account,
              state,
              overdueMinutes,
            },
            call.language,
          ),
        },
      }
    },
  })

const causeSchema = Type.Object(
  {
    provider: Type.String(),
    cause: Type.String(),
    text: Type.String(),
    count,
  },
  { $id: 'Cause' },
)
/** How a destination is shaped at present. */
export const laneSchema = Type.Object(
  {
    destination: Type.String(),
    provider: Type.String(),
    state: Type.Enum(['normal', 'slowed', 'paused']),
    pace: Type.Number(),
    in_hand: Type.Union([count, Type.Null()], { description: 'Null for all but the operator.' }),
    paused_until: maybe,
    text: Type.String(),
  },
  { $id: 'Lane' },
)

const trended = Object.fromEntries(trendTypes.map(type => [type, count]))
const tlsCounts = Object.fromEntries(tlsLevels.map(level => [level, count]))

const deliverability = (tools: FigureTools) =>
  route({
    method: 'GET',
    path: '/v1/deliverability',
    name: 'deliverability.get',
    scope: 'read',
    summary: 'Why mail bounces or waits, how it is encrypted, how fast it may go',
    query: daysQuery,
    success: {
      status: 200,
      schema: Type.Object({
        days: count,
        from: Type.String(),
        providers: Type.Array(
          Type.Object({ provider: Type.String(), ...trended, before: Type.Object(trended) }),
          { description: 'With the same counts of as many days before.' },
        ),
        bounces: Type.Array(causeSchema),
        deferrals: Type.Array(causeSchema),
        tls: Type.Array(Type.Object({ provider: Type.String(), ...tlsCounts })),
        lanes: Type.Array(laneSchema),
      }),
    },
    errors: [],
    async handle(call) {
      const { language } = call
      const range = await rangeOf(call)
      const [{ figures }, known] = await Promise.all([
        figuresOf(call, range, ['cause', 'tls', 'provider']),
        countedBefore(call, range),
      ])
      const found = deliverabilityOf(figures)
      const told = (type: 'bounced' | 'deferred', list: typeof found.bounces) =>
        list.map(one => ({
          ...one,
          text: explain({ type, mode: call.tenant.mode, ...one }, language),
        }))
      return {
        status: 200,
        body: {
          days: range.days.length,
          from: range.days[0],
          providers: providerTrends(figures, known),
          bounces: told('bounced', found.bounces),
          deferrals: told('deferred', found.deferrals),
          tls: found.tls,
          lanes: await lanesFor(tools, call),
        },
      }
    },
  })

/**
 * Where others write to, and how much, is theirs: all but the operator see the destinations of
 * their own mail, and not what is under way to them.
 */
async function lanesFor({ lanes, sentTo }: FigureTools, { world, tenant, language }: DaysCall) {
  if (await isOperatorAccount(world.db, tenant.accountId)) {
    return lanesShown(world, lanes(), language)
  }
  const own = sentTo(tenant.projectId)
  const shown = lanesShown(
    world,
    lanes().filter(lane => own.has(lane.group)),
    language,
  )
  return shown.map(lane => ({
    ...lane,
    in_hand: null,
    text: textsOfOthers[lane.state][language],
  }))
}

/** Destinations that are held back first; the others as far as there is room on a page. */
export function lanesShown(
  world: Pick<World, 'clock'>,
  lanes: readonly GroupStatus[],
  language: Language,
) {
  const now = world.clock.now()
  return lanes
    .toSorted((a, b) => (b.pausedUntil ?? 0) - (a.pausedUntil ?? 0) || a.factor - b.factor)
    .slice(0, maxLanes)
    .map(lane => {
      const isPaused = lane.pausedUntil !== null && lane.pausedUntil > now
      const state: keyof typeof laneTexts = isPaused
        ? 'paused'
        : lane.factor < 1
          ? 'slowed'
          : 'normal'
      return {
        destination: lane.key,
        provider: lane.provider,
        state,
        pace: Math.round(lane.factor * 100) / 100,
        in_hand: lane.inHand,
        paused_until: isPaused ? new Date(lane.pausedUntil!).toISOString() : null,
        text: laneTexts[state][language],
      }
    })
}

const maxLanes = 100
const laneTexts: Readonly<Record<'paused' | 'slowed' | 'normal', Text>> = {
  paused: {
    en: 'Paused: most of its answers asked to come back later.',
    pt: 'Pausado: a maioria das respostas pediu para voltar mais tarde.',
  },
  slowed: {
    en: 'Slowed down: some of its answers asked for it. It recovers by itself.',
    pt: 'Mais lento: algumas respostas pediram isso. Volta ao normal sozinho.',
  },
  normal: { en: 'At full pace.', pt: 'No ritmo normal.' },
}

/**
 * The server's reply may be to the mail of another account, and is not theirs to read: that it may be
 * about others is.
 */
const textsOfOthers: typeof laneTexts = {
  ...laneTexts,
  paused: {
    en: 'This server takes no mail from here for now, perhaps because of other senders. Your emails wait for it and go on by themselves.',
    pt: 'Por enquanto este servidor não recebe e-mails daqui, talvez por causa de outros remetentes. Os seus esperam por ele e seguem sozinhos.',
  },
  slowed: {
    en: 'This server asked for less mail from here, perhaps because of other senders. Your emails still go, more slowly, and speed comes back by itself.',
    pt: 'Este servidor pediu menos e-mails daqui, talvez por causa de outros remetentes. Os seus seguem, mais devagar, e o ritmo volta ao normal sozinho.',
  },
}

const stream = ({ liveUpdates }: FigureTools) =>
  route({
    method: 'GET',
    path: '/v1/stream',
    name: 'stream.get',
    scope: 'read',
    summary: 'Hear of new and changed emails as they come (server-sent events)',
    success: { status: 200, schema: Type.String(), contentType: 'text/event-stream' },
    errors: ['rate_limited'],
    async handle({ tenant }) {
      return {
        status: 200,
        // Proxies that collect answers would hold the events back.
        headers: { 'X-Accel-Buffering': 'no' },
        body: liveUpdates.open(tenant),
      }
    },
  })

export const figureRoutes = (tools: FigureTools): readonly Route[] => [
  overview(tools),
  deliverability(tools),
  stream(tools),
]
