/**
 * What a simulation says is what happens: for random sequences, people and events, the letters that
 * the engine makes on the clock of test mode are those that were foreseen, each at its moment. A few
 * here; MALOTE_TEST_SEQUENCES=1000 by hand. The seed is printed where they differ.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { untilHour } from '../../support/service.ts'
import { startTestMode, type TestMode } from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

const count = Number(process.env.MALOTE_TEST_SEQUENCES ?? 24)
const seed = Number(process.env.MALOTE_TEST_SEED ?? Date.now() % 1_000_000)
const together = 24
const days = 30
/** A turn begins some time after whoever is let in. */
const toleranceMs = 20_000
const hourMs = 3_600_000

const events = ['order.paid', 'cart.closed'] as const
const zones = ['America/Recife', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Lisbon', 'UTC']

type Plan = {
  readonly steps: readonly object[]
  readonly zone: string
  readonly city: string
  readonly quiet: object | null
  readonly exits: readonly object[]
  readonly happen: readonly { readonly hour: number; readonly event: string }[]
}

const span = fc.constantFrom('PT30M', 'PT7H', 'P1D', 'P2D', 'P3DT2H', 'P6D')
const clock = fc.constantFrom('00:15', '07:00', '09:00', '12:45', '22:30')

/** Steps that lead on to the next, or by a way aside to a later one. */
function steps(template: string, size: number): fc.Arbitrary<readonly object[]> {
  const key = (n: number): string => `s${n}`
  const each = Array.from({ length: size }, (_, n) => {
    const next = n + 1 < size ? { next: key(n + 1) } : {}
    const aside = fc.integer({ min: n + 1, max: size }).map(to => (to < size ? key(to) : undefined))
    const onward = n + 1 < size ? key(n + 1) : undefined
    return fc
      .oneof(
        { weight: 4, arbitrary: fc.constant({ type: 'email', template_id: template, ...next }) },
        { weight: 2, arbitrary: span.map(length => ({ type: 'wait', for: length, ...next })) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(span, clock, fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }))
            .map(([length, time, on]) => ({
              type: 'wait',
              for: length,
              until: { time, days: on },
              ...next,
            })),
        },
        fc.tuple(clock, fc.constantFrom('-P1D', 'P2D')).map(([time, offset]) => ({
          type: 'wait',
          until: { property: 'renews', time, offset },
          ...next,
        })),
        fc.tuple(fc.constantFrom(...events), span, aside).map(([event, within, timeout]) => ({
          type: 'wait_for_event',
          event,
          within,
          ...(timeout === undefined ? {} : { timeout }),
          ...next,
        })),
        fc.tuple(filter, aside).map(([one, to]) => ({
          type: 'branch',
          cases: [{ filter: one, ...(to === undefined ? {} : { next: to }) }],
          ...(onward === undefined ? {} : { else: onward }),
        })),
        aside.map(to => ({
          type: 'split',
          ways: [
            { weight: 1, ...(to === undefined ? {} : { next: to }) },
            { weight: 2, ...(onward === undefined ? {} : { next: onward }) },
          ],
        })),
        fc
          .constantFrom('Olinda', 'Recife')
          .map(city => ({ type: 'update_contact', set: { properties: { city } }, ...next })),
      )
      .map(one => ({ key: key(n), ...one }))
  })
  return fc.tuple(...each)
}

const filter = fc.oneof(
  fc.constantFrom('Olinda', 'Recife').map(value => ({ field: 'properties.city', op: 'eq', value })),
  fc.constantFrom(...events).map(event => ({ event, within: 'P5D' })),
  fc.constantFrom(1, 2).map(least => ({ letters: 'received', within: 'P9D', at_least: least })),
)

const plans = (template: string): fc.Arbitrary<Plan> =>
  fc.record({
    steps: fc.integer({ min: 2, max: 8 }).chain(size => steps(template, size)),
    zone: fc.constantFrom(...zones),
    city: fc.constantFrom('Olinda', 'Natal'),
    quiet: fc.constantFrom(
      null,
      { from: '20:00', until: '08:00' },
      { from: '12:00', until: '13:30' },
    ),
    exits: fc.constantFrom([], [], [{ on: 'event', name: 'order.paid', reason: 'goal' }]),
    happen: fc.array(
      fc.record({
        hour: fc.integer({ min: 1, max: days * 24 - 2 }),
        event: fc.constantFrom(...events),
      }),
      { maxLength: 2 },
    ),
  })

interface Letter {
  readonly step: string
  readonly at: number
}

interface Run {
  readonly plan: Plan
  readonly path: string
  readonly email: string
  readonly start: number
  readonly foreseen: readonly Letter[]
  readonly waits: readonly { readonly reason?: string }[]
}

interface Stage extends Pick<TestMode, 'call' | 'publish'> {
  /** On the clock of the mode. */
  readonly now: () => Promise<number>
  readonly days: number
}

const onTestClock = (mode: TestMode): Stage => ({
  ...mode,
  now: async () => Date.parse((await mode.call('GET', '/v1/test-clock')).body.now),
  days,
})

/** Publishes it, foresees it and lets somebody in. */
async function begin({ call, publish, now, days }: Stage, plan: Plan, n: number): Promise<Run> {
  const { quiet, exits, steps: all, city, zone, happen } = plan
  const email = `p${n}-${seed}@b.example`
  const renews = new Date((await now()) + 9 * 24 * hourMs).toISOString().slice(0, 10)
  await call('POST', '/v1/contacts', { email, time_zone: zone, properties: { city, renews } })
  const definition = { triggers: [{ on: 'api' }], steps: reachable(all), exits }
  const id = await publish({ ...definition, ...(quiet === null ? {} : { quiet }) })
  const { body: contact } = await call('GET', `/v1/contacts/${email}`)
  const start = await now()
  const assume = happen.map(({ hour, event }) => ({
    at: new Date(start + hour * hourMs).toISOString(),
    event,
  }))
  const foreseen = await call('POST', `/v1/sequences/${id}/simulate`, {
    contact_id: contact.id,
    days,
    assume,
  })
  assert.equal(foreseen.status, 200, JSON.stringify(foreseen.body))
  const entered = await call('POST', `/v1/sequences/${id}/enrollments`, { email })
  return {
    plan,
    email,
    start,
    path: `/v1/sequences/${id}/enrollments/${entered.body.id}`,
    waits: foreseen.body.waits,
    foreseen: foreseen.body.letters
      .map((one: { step: string; at: string }) => ({ step: one.step, at: Date.parse(one.at) }))
      .filter((one: Letter) => one.at <= endOf(start, days)),
  }
}

/**
 * Up to when what was foreseen is compared: waits end at full and half hours of the clock or of the
 * start, and at the last moment of all a second would decide which letter is still one.
 */
const endOf = (start: number, count: number): number => start + count * 24 * hourMs - 5 * 60_000

/** A way aside may pass over steps that nothing else leads to. */
function reachable(all: readonly object[]): readonly object[] {
  const steps = all as readonly Record<string, unknown>[]
  const waysOf = (one: Record<string, unknown>): unknown[] => [
    one.next,
    one.timeout,
    one.else,
    ...((one.cases ?? one.ways ?? []) as { next?: string }[]).map(way => way.next),
  ]
  const reached = new Set<unknown>([steps[0]!.key])
  for (const one of steps) {
    if (reached.has(one.key)) for (const to of waysOf(one)) reached.add(to)
  }
  return steps.filter(one => reached.has(one.key))
}

async function turnTo({ call }: TestMode, at: number): Promise<void> {
  const { body } = await call('GET', '/v1/test-clock')
  if (Date.parse(body.now) + 100 > at) return
  const to = new Date(at).toISOString()
  const turned = await call('POST', '/v1/test-clock', { to })
  assert.equal(turned.status, 202, JSON.stringify(turned.body))
  await until(
    async () => (await call('GET', '/v1/test-clock')).body.status === 'ready',
    'the clock to arrive',
  )
}

it('a simulation foresees exactly the letters that the engine makes', {
  timeout: 3_600_000,
}, async t => {
  const mode = await startTestMode(t)
  await mode.call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
  await mode.call('POST', '/v1/contact-properties', { key: 'renews', type: 'date' })
  const template = await mode.template()
  const all = fc.sample(plans(template), { numRuns: count, seed })
  let letters = 0
  for (let from = 0; from < all.length; from += together) {
    const runs: Run[] = []
    for (const [n, plan] of all.slice(from, from + together).entries()) {
      runs.push(await begin(onTestClock(mode), plan, from + n))
    }
    const happenings = runs
      .flatMap(({ plan, email, start }) =>
        plan.happen.map(({ hour, event }) => ({ at: start + hour * hourMs, email, event })),
      )
      .sort((a, b) => a.at - b.at)
    for (const { at, email, event } of happenings) {
      await turnTo(mode, at)
      await mode.call('POST', '/v1/activity', { email, name: event })
    }
    await turnTo(mode, Math.max(...runs.map(one => one.start)) + days * 24 * hourMs + hourMs)
    for (const run of runs) letters += await compare(mode, run)
    for (const { path } of runs) {
      await mode.call('DELETE', `${path.slice(0, path.indexOf('/enrollments'))}?exit=true`)
    }
  }
  assert.ok(letters >= count / 2, `too few letters to say anything: ${letters}`)
})

/** The same on the clock of live mode, whose domain warms up; nobody does anything. */
it('a simulation foresees the places of a domain that warms up', {
  timeout: 3_600_000,
}, async t => {
  const test = await startTestMode(t, { zones: mail }, 'live')
  const { service, publish } = test
  const key = await service.key('live', 'admin')
  const live: TestMode['call'] = (method, path, body) =>
    service.call(method, path, body === undefined ? { key } : { key, body })
  const { db, clock } = service.world
  for (const [name, type] of [['city', 'string'] as const, ['renews', 'date'] as const]) {
    await live('POST', '/v1/contact-properties', { key: name, type })
  }
  const template = await test.template()
  service.turn(untilHour(clock.now(), 9))
  // Nothing is left of this day and the next; behind it is room for all, or one's place would hang
  // by what the others do.
  await db.query(
    `insert into warm_ups (project_id, domain, day, allowance, used, held_day, held)
     values ($1, 'shop.test', $2::date, 50, 50, $2::date + 1, 100)`,
    [service.projectId, new Date(clock.now()).toISOString().slice(0, 10)],
  )
  const stage = { call: live, publish, now: async () => clock.now(), days: warmDays }
  const runs: Run[] = []
  const waitsOf = () => runs.flatMap(one => one.waits.filter(({ reason }) => reason === 'warm_up'))
  const lettersOf = () => runs.flatMap(one => one.foreseen)
  // Some that are drawn write to nobody: so many more that the rest say something.
  const drawn = fc.sample(plans(template), { numRuns: 5 * warming, seed })
  for (const [n, plan] of drawn.entries()) {
    const isEnough = waitsOf().length > 0 && lettersOf().length >= warming / 2
    if (n >= warming && isEnough) break
    const run = await begin(stage, { ...plan, happen: [] }, n)
    await until(async () => isSettled((await live('GET', run.path)).body), 'the first moves')
    runs.push(run)
  }
  const end = Math.max(...runs.map(one => one.start)) + warmDays * 24 * hourMs
  for (;;) {
    const ways = await Promise.all(runs.map(async one => (await live('GET', one.path)).body))
    const next = Math.min(...ways.flatMap(one => (one.next?.at ? Date.parse(one.next.at) : [])))
    if (next > end) break
    service.turn(Math.max(0, next + 50 - clock.now()))
    await until(async () => {
      const all = await Promise.all(runs.map(async one => (await live('GET', one.path)).body))
      return all.every(one => isSettled(one) && !(Date.parse(one.next?.at) <= next))
    }, 'the moves of a moment')
  }
  let letters = 0
  for (const run of runs) letters += await compare({ call: live }, run, warmDays)
  const waits = waitsOf().length
  assert.ok(waits > 0 && letters >= warming / 2, `${waits} waits, ${letters} letters`)
})

const mail = { 'b.example': { MX: ['10 mx.b.example'] }, 'mx.b.example': { A: ['127.0.0.1'] } }
const warming = 10
const warmDays = 9

/** Nothing more is about to happen to them now. */
const isSettled = ({ state, next }: { state: string; next: { at: string | null } | null }) =>
  state !== 'inside' || next?.at != null

async function compare({ call }: Pick<TestMode, 'call'>, run: Run, during = days): Promise<number> {
  const { body } = await call('GET', run.path)
  const made: Letter[] = body.path
    .filter((one: { outcome: string }) => one.outcome === 'sent')
    .map((one: { step: string; at: string }) => ({ step: one.step, at: Date.parse(one.at) }))
    .filter((one: Letter) => one.at <= endOf(run.start, during))
  const about = `seed ${seed}: ${JSON.stringify({ ...run, body }, null, 1)}`
  assert.deepEqual(
    made.map(one => one.step),
    run.foreseen.map(one => one.step),
    about,
  )
  for (const [n, one] of made.entries()) {
    const off = Math.abs(one.at - run.foreseen[n]!.at)
    assert.ok(off <= toleranceMs, `${one.step} is off by ${off} ms; ${about}`)
  }
  return made.length
}
