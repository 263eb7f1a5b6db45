/** Letters of a sequence from a domain that is new: each has its place on a day, and waits for it. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Shown } from '../support/called.ts'
import { people } from '../support/campaigns.ts'
import { filledNextDay, warmedUp } from '../support/happened.ts'
import { waitingWork, warmUpPlaces } from '../support/kept.ts'
import { whileRowsAreHeld } from '../support/locks.ts'
import { untilHour } from '../support/service.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const zones = { 'here.test': { MX: ['10 mx.here.test'] }, 'mx.here.test': { A: ['127.0.0.1'] } }

/** Nine in the morning of an account in UTC, with so many places taken of the day's 50. */
async function stage(t: TestContext, used: number, more: object = {}, rest: object[] = []) {
  const { service, publish, template, call: test } = await startTestMode(t, { zones }, 'live')
  const { world, projectId } = service
  service.turn(untilHour(world.clock.now(), 9))
  const day = new Date(world.clock.now()).toISOString().slice(0, 10)
  await warmedUp(world.db, { projectId, now: world.clock.now() }, used)
  const hello = { key: 'hello', type: 'email', template_id: await template() }
  // Whatever somebody does wakes them.
  const exits = [{ on: 'filter', filter: { event: 'bought', at_least: 1 } }]
  const id = await publish({
    triggers: [{ on: 'api' }],
    exits,
    steps: [{ ...hello, ...more }, ...rest],
  })
  const path = `/v1/sequences/${id}/enrollments` as const
  const key = await service.key('live', 'admin')
  const call = (method: string, to: string, body?: unknown) =>
    service.call(method, to, body === undefined ? { key } : { key, body })
  const enter = async (email: string, into = path) => {
    await call('POST', '/v1/contacts', { email })
    const entered = await call('POST', into, { email })
    assert.equal(entered.status, 201, JSON.stringify(entered.body))
    return `${into}/${entered.body.id}` as const
  }
  const stands = (
    to: `/v1/sequences/${string}/enrollments/${string}`,
    is: (body: Shown<'sequences.enrollment'>) => unknown,
    about: string,
  ) =>
    until(async () => {
      const { body } = await call('GET', to)
      return is(body) && body
    }, about)
  const state = () => warmUpPlaces(world.db, projectId)
  const midnight = Date.parse(day) + dayMs
  return { service, call, test, id, path, enter, stands, state, midnight }
}

describe('a letter of a sequence that finds no place in the warm-up of its domain', () => {
  it('waits at its step for the first day that has one, and what follows counts from there', async t => {
    const rest = [{ key: 'w', type: 'wait', for: 'P1D' }]
    const { state, ...at } = await stage(t, 49, { next: 'w' }, rest)
    const { call, enter, stands, service, midnight, id } = at
    const first = await enter('p0@here.test')
    await stands(first, body => body.path[0]?.outcome === 'sent', 'the last place of the day')
    const second = await enter('p1@here.test')
    const held = await stands(second, body => body.waiting, 'the wait')
    const tomorrow = new Date(midnight).toISOString()
    assert.deepEqual(held.waiting, { reason: 'warm_up', until: tomorrow })
    assert.deepEqual(held.path, [])
    assert.equal(held.next.at, tomorrow)
    assert.match(held.explanation, /warming up/)
    // Nothing of it is made yet: what is corrected meanwhile is in it.
    const made = async () =>
      (await call('GET', `/v1/emails?sequence_id=${id}`)).body.data as { status: string }[]
    assert.equal((await made()).length, 1)
    // Another thing that wakes them is no reason to go, nor to ask for a second day.
    await call('POST', '/v1/activity', { email: 'p1@here.test', name: 'looked' })
    await until(async () => {
      const waiting = await waitingWork(service.world.db)
      const turns = waiting.filter(one => one.kind === 'sequence')
      return turns.every(one => !one.held && one.due_at.getTime() >= midnight)
    }, 'the turn in which they are woken')
    service.turn(midnight + 60_000 - service.world.clock.now())
    const sent = await stands(second, body => body.path[0]?.outcome === 'sent', 'the next day')
    assert.ok(Date.parse(sent.path[0].at) >= midnight, sent.path[0].at)
    const wait = Date.parse((await stands(second, body => body.next?.at, 'the wait')).next.at)
    // On a machine with much to do it begins in the next turn.
    const off = wait - Date.parse(sent.path[0].at) - dayMs
    assert.ok(off >= 0 && off < 60_000, `${off} ms`)
    const isDelivered = async () => (await made()).every(one => one.status === 'delivered')
    await until(isDelivered, 'the deliveries')
    // Delivery took no second place.
    assert.deepEqual(await state(), { used: 1, held: 1 })
  })

  it('keeps nobody from beginning a wait before it, and waits behind it', async t => {
    const { service, call, enter, stands } = await stage(t, 50)
    const { world } = service
    const wait = { key: 'w', type: 'wait', for: 'P1D', next: 'hello' }
    const { body: templates } = await call('GET', '/v1/templates')
    const hello = { key: 'hello', type: 'email', template_id: templates.data[0].id }
    const made = { name: 'Later', from: 'a@shop.test', triggers: [{ on: 'api' }] }
    const { body } = await call('POST', '/v1/sequences', { ...made, steps: [wait, hello] })
    assert.equal((await call('POST', `/v1/sequences/${body.id}/publish`)).status, 201)
    const way = await whileRowsAreHeld(world.db, 'warm_ups', async () => {
      const entered = await enter('p0@here.test', `/v1/sequences/${body.id}/enrollments`)
      await stands(entered, ({ next }) => next?.at, 'the wait')
      return entered
    })
    await filledNextDay(world.db)
    service.turn(dayMs + 60_000)
    await stands(way, ({ waiting }) => waiting?.reason === 'warm_up', 'the wait for a place')
  })

  it('is left out after its patience', async t => {
    const { enter, stands, service } = await stage(t, 50, { patience: 'PT2H' })
    const way = await enter('p0@here.test')
    await stands(way, body => body.waiting?.reason === 'warm_up', 'the wait')
    service.turn(2 * hourMs + 60_000)
    const over = await stands(way, body => body.state === 'finished', 'the end')
    assert.equal(over.path[0].outcome, 'skipped:patience')
  })

  it('is one of those beyond the day, however many come at once', async t => {
    const { call, path, state, midnight, service } = await stage(t, 0)
    const all = people(0, 160)
    for (const some of [all.slice(0, 80), all.slice(80)]) {
      const contacts = some.map(email => ({ email }))
      await call('POST', '/v1/contacts/batch', { contacts })
    }
    // On a busy machine the database does not answer all of so many in time.
    const enters = (email: string) =>
      until(async () => (await call('POST', path, { email })).status === 201, `entry of ${email}`)
    await Promise.all(all.map(enters))
    const standing = async () => {
      const first = (await call('GET', `${path}?limit=100`)).body
      const after = first.data.at(-1).id
      const rest = (await call('GET', `${path}?limit=100&starting_after=${after}`)).body
      return [...first.data, ...rest.data]
    }
    const settled = await until(async () => {
      const rows = await standing()
      // A list may lack for a moment what has just been written.
      return (
        rows.length === all.length &&
        rows.every(one => one.state === 'finished' || one.waiting !== null) &&
        rows
      )
    }, 'all of them')
    const untils = settled.map(one => one.waiting?.until ?? 'gone')
    const days = [midnight, midnight + dayMs].map(at => new Date(at).toISOString())
    const count = (of: string) => untils.filter(one => one === of).length
    // 50 today, 100 tomorrow, the rest the day after.
    assert.deepEqual([count('gone'), count(days[0]!), count(days[1]!)], [50, 100, 10])
    assert.equal((await state()).used, 50)
    service.turn(midnight + 60_000 - service.world.clock.now())
    await until(async () => {
      const rows = await standing()
      return rows.filter(one => one.state === 'finished').length === 150
    }, 'those of the second day')
    assert.equal((await state()).used, 100)
  })

  it('is no letter of test mode, which has no warm-up', async t => {
    const { test, path } = await stage(t, 50)
    await test('POST', '/v1/contacts', { email: 'p0@here.test' })
    const entered = await test('POST', path, { email: 'p0@here.test' })
    const way = await until(async () => {
      const { body } = await test('GET', `${path}/${entered.body.id}`)
      return body.state === 'finished' && body
    }, 'the end')
    assert.equal(way.path[0].outcome, 'sent')
  })
})
