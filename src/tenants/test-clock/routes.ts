/** The endpoints of the clock of test mode. A live key knows of none. */
import { Type } from 'typebox'
import { dayMs, durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type Route, route, type Tenant, type TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { bringBack, putApart } from '#platform/queue/apart.ts'
import { shiftLine } from '#platform/queue/apart-store.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { advanceKind } from './advance.ts'
import { lineOf, testKind } from './kinds.ts'
import { findTestClock, lockTestClock, type TestClock, updateTestClock } from './store.ts'
import { worldAt } from './test-clock.ts'

/** At a time. */
const maxAdvanceMs = 400 * dayMs
/** In all: beyond it dates have no meaning for anybody. */
const maxAheadMs = 100 * 366 * dayMs
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Ends what is open in test mode, as cancelled; handed in by whoever knows campaigns and sequences. */
export type EndOpen = (tx: Tx, world: World, tenant: Tenant) => Promise<void>

const shape = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'What time it is in test mode.' }),
    ahead_s: Type.Integer({ description: 'Seconds ahead of real time.' }),
    status: Type.Enum(['ready', 'advancing']),
  },
  { $id: 'TestClock' },
)

const wrong = (param: string, en: string, pt: string): Refusal => {
  const why: Text = { en, pt }
  return new Refusal('invalid_field', { param, why })
}

const get = route({
  method: 'GET',
  path: '/v1/test-clock',
  name: 'testClock.get',
  scope: 'read',
  summary: 'Read the clock of test mode',
  success: { status: 200, schema: shape },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant }) => {
    mustBeTest(tenant)
    const clock = await findTestClock(world.db, tenant.projectId)
    return { status: 200, body: shown(world, clock ?? ticking) }
  },
})

const turn = (endOpen: EndOpen): Route =>
  route({
    method: 'POST',
    path: '/v1/test-clock',
    name: 'testClock.turn',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Advance the clock of test mode, or set it back to real time',
    description:
      'Exactly one of the members. What becomes due on the way happens in the order of its time; ' +
      'reset ends open test campaigns and enrollments, and stops an advance that is under way.',
    body: Type.Object(
      {
        advance: Type.Optional(Type.String({ description: 'ISO 8601, at most P400D.' })),
        to: Type.Optional(Type.String({ format: 'date-time' })),
        reset: Type.Optional(Type.Boolean({ description: 'true' })),
      },
      { additionalProperties: false },
    ),
    success: { status: 202, schema: shape },
    errors: ['missing_field', 'invalid_field', 'resource_not_found'],
    handle: async call => {
      mustBeTest(call.tenant)
      const asked = readTurn(call.body)
      return call.commit(async tx => {
        const clock = await lockTestClock(tx, call.tenant.projectId)
        if (clock.at !== null && asked.by !== 'reset') {
          throw wrong('status', 'The clock is being advanced.', 'O relógio está sendo adiantado.')
        }
        // Between the call and its turn the clock may have arrived: what time it is, its row says.
        const turning = { ...call, world: worldAt(call.world.clock.own!.everybodys, clock) }
        const after =
          asked.by === 'reset'
            ? await reset(tx, turning, clock, endOpen)
            : await advance(tx, turning, clock, asked)
        return { status: 202, body: shown(call.world, after) }
      })
    },
  })

const ticking: TestClock = { aheadMs: 0, at: null, target: null }

function mustBeTest({ mode }: Tenant): void {
  if (mode === 'live') throw new Refusal('resource_not_found')
}

function shown(world: World, { aheadMs, at }: TestClock) {
  const real = world.clock.own?.real() ?? world.clock.now()
  const now = at ?? real + aheadMs
  return {
    now: new Date(now).toISOString(),
    ahead_s: Math.round((now - real) / 1000),
    status: at === null ? 'ready' : 'advancing',
  }
}

type Turn =
  | { readonly by: 'advance'; readonly ms: number }
  | { readonly by: 'to'; readonly at: number }
  | { readonly by: 'reset' }

interface TurnRequest {
  readonly advance?: string | null
  readonly to?: string | null
  readonly reset?: boolean | null
}

function readTurn(body: TurnRequest): Turn {
  const [first, second] = (['advance', 'to', 'reset'] as const).filter(name => body[name] != null)
  if (first === undefined) throw new Refusal('missing_field', { param: 'advance' })
  if (second !== undefined) {
    throw wrong(second, 'Give only one of the members.', 'Informe só um dos campos.')
  }
  if (body.advance != null) return { by: 'advance', ms: readDuration(body.advance) }
  if (body.to != null) return { by: 'to', at: readMoment(body.to) }
  if (body.reset !== true) throw wrong('reset', 'It can only be true.', 'Só pode ser true.')
  return { by: 'reset' }
}

function readDuration(text: string): number {
  const ms = durationMs(text)
  if (ms !== null && ms <= maxAdvanceMs) return ms
  throw wrong(
    'advance',
    'It must be a duration of at most P400D, such as P2D.',
    'Deve ser uma duração de no máximo P400D, como P2D.',
  )
}

function readMoment(text: string): number {
  const at = moment.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw wrong(
    'to',
    'It must be a time with an offset, such as 2027-03-01T09:00:00Z.',
    'Deve ser um horário com deslocamento, como 2027-03-01T09:00:00Z.',
  )
}

async function advance(
  tx: Tx,
  { world, tenant }: TenantWorld,
  { aheadMs }: TestClock,
  asked: Exclude<Turn, { by: 'reset' }>,
): Promise<TestClock> {
  const { projectId } = tenant
  const real = world.clock.own!.real()
  const at = real + aheadMs
  const target = asked.by === 'advance' ? at + asked.ms : asked.at
  if (target < at) throw wrong('to', 'It is in the past.', 'Está no passado.')
  if (target - at > maxAdvanceMs || target - real > maxAheadMs) {
    throw wrong(asked.by, 'It is too far ahead.', 'Está longe demais.')
  }
  const after = { aheadMs, at, target }
  await updateTestClock(tx, projectId, after)
  await putApart(tx, { kind: testKind, projectId }, aheadMs)
  await enqueue(tx, world, [{ kind: advanceKind, projectId, subject: projectId, dueAt: at }])
  return after
}

async function reset(
  tx: Tx,
  { world, tenant }: TenantWorld,
  clock: TestClock,
  endOpen: EndOpen,
): Promise<TestClock> {
  const { projectId } = tenant
  const of = { kind: testKind, projectId }
  await endOpen(tx, world, tenant)
  // On its way it is as if it had arrived where it is.
  const aheadMs = clock.at === null ? clock.aheadMs : clock.at - world.clock.own!.real()
  if (clock.at !== null) await bringBack(tx, of, -aheadMs)
  // What was scheduled for a moment of real time, before the clock was turned, is due then.
  await shiftLine(tx, of, lineOf('captured'), aheadMs)
  await updateTestClock(tx, projectId, ticking)
  return ticking
}

export const testClockRoutes = (endOpen: EndOpen): readonly Route[] => [get, turn(endOpen)]
