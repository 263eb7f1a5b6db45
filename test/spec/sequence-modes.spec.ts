/** A sequence is set up once for both modes; those inside are in one of them, with its clock. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operatorSets } from '../support/accounts.ts'
import type { Called } from '../support/called.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const day = 24 * 3_600_000
const steps = [{ key: 'w', type: 'wait', for: 'P2D' }]

async function startBoth(t: Parameters<typeof startTestMode>[0]) {
  const test = await startTestMode(t)
  const key = await test.service.key('live', 'admin')
  const live = (method: string, path: string, body?: unknown) =>
    test.service.call(method, path, body === undefined ? { key } : { key, body })
  const id = await test.publish({ triggers: [{ on: 'api' }], steps })
  const path = `/v1/sequences/${id}` as const
  assert.equal((await live('POST', `${path}/publish`, {})).status, 201)
  const enter = async (call: typeof live): Promise<string> => {
    await call('POST', '/v1/contacts', { email: 'ana@b.example' })
    const entered = await call('POST', `${path}/enrollments`, { email: 'ana@b.example' })
    assert.equal(entered.status, 201)
    const own = `${path}/enrollments/${entered.body.id}` as const
    await until(async () => (await call('GET', own)).body.next?.at, 'the wait')
    return own
  }
  const dueAt = async (call: typeof live, own: string) =>
    Date.parse((await call('GET', own)).body.next.at)
  return { ...test, live, path, enter, dueAt }
}

/** The machine's own time passes as well, on a slow one minutes. */
const isAbout = (ms: number, wanted: number): boolean => Math.abs(ms - wanted) < 5 * 60_000

describe('a sequence in both modes', () => {
  it('moves the waits of each mode by the length of the pause on its own clock', async t => {
    const { call, live, path, enter, dueAt, advance } = await startBoth(t)
    const real = await enter(live)
    const tried = await enter(call)
    const before = { real: await dueAt(live, real), tried: await dueAt(call, tried) }
    assert.equal((await live('POST', `${path}/pause`, {})).status, 200)
    await advance('P10D')
    assert.equal((await live('POST', `${path}/resume`, {})).status, 200)
    assert.ok(isAbout((await dueAt(live, real)) - before.real, 0))
    assert.ok(isAbout((await dueAt(call, tried)) - before.tried, 10 * day))
    // Live mode goes on by everybody's time: turning the clock on does not move it.
    await advance('P30D')
    const ended = await until(async () => {
      const { body } = await call('GET', tried)
      return body.state === 'finished' && body
    }, 'the end in test mode')
    assert.equal(ended.reason, 'done')
    assert.equal((await live('GET', real)).body.state, 'inside')
  })

  it('that is put away while paused lets those inside finish, each later by the pause', async t => {
    const { call, live, path, enter, dueAt, advance } = await startBoth(t)
    const tried = await enter(call)
    const before = await dueAt(call, tried)
    assert.equal((await live('POST', `${path}/pause`, {})).status, 200)
    await advance('P10D')
    assert.equal((await live('POST', `${path}/archive`)).body.status, 'archived')
    const late = Math.round(((await dueAt(call, tried)) - before) / day)
    assert.equal(late, 10)
    await advance('P3D')
    const { body } = await call('GET', tried)
    assert.deepEqual([body.state, body.reason], ['finished', 'done'])
  })

  it('ends each way in its own mode, whoever publishes or deletes', async t => {
    const { call, live, path, enter } = await startBoth(t)
    const tried = await enter(call)
    await enter(live)
    const published = await live('POST', `${path}/publish`, { inside: 'leave' })
    assert.deepEqual(published.body.inside, { finish: 0, move: 0, leave: 2, exit: 0 })
    assert.equal((await call('GET', tried)).body.state, 'exited')
    const facts = async (one: typeof live) =>
      ((await one('GET', '/v1/activity?name=sequence.exited')) as Called).body.data.length
    assert.deepEqual([await facts(call), await facts(live)], [1, 1])
  })
})

describe("an account's pause", () => {
  it('stops the clocks of its sequences in live mode, and a wait that is skipped ends with it', async t => {
    const { service, call, live, path, enter, dueAt } = await startBoth(t)
    const [ana, tried] = [await enter(live), await enter(call)]
    const before = { real: await dueAt(live, ana), tried: await dueAt(call, tried) }
    await operatorSets(service, { pause: 'regular' })
    const still = (await live('GET', ana)).body
    assert.deepEqual(still.waiting, { reason: 'paused', until: null })
    assert.match(still.explanation, /account may not send marketing/)
    assert.equal((await call('GET', tried)).body.waiting, null)
    // Longer than the wait: everybody would be overdue.
    service.turn(3 * day)
    await live('POST', '/v1/contacts', { email: 'rui@b.example' })
    const late = await live('POST', `${path}/enrollments`, { email: 'rui@b.example' })
    const rui = `${path}/enrollments/${late.body.id}` as const
    // The sequence's own pause within counts once.
    assert.equal((await live('POST', `${path}/pause`, {})).status, 200)
    service.turn(day)
    assert.equal((await live('POST', `${path}/resume`, {})).status, 200)
    assert.equal((await live('GET', ana)).body.state, 'inside')
    await call('POST', '/v1/contacts', { email: 'eva@b.example' })
    const entered = await call('POST', `${path}/enrollments`, { email: 'eva@b.example' })
    const eva = `${path}/enrollments/${entered.body.id}` as const
    await until(async () => (await call('GET', eva)).body.next?.at, 'the wait in test mode')
    const evaDue = await dueAt(call, eva)
    await operatorSets(service, { pause: 'none' })
    await until(async () => isAbout((await dueAt(live, ana)) - before.real, 4 * day), 'move')
    assert.equal((await live('GET', ana)).body.state, 'inside')
    assert.equal(await dueAt(call, eva), evaDue)
    await until(async () => (await live('GET', rui)).body.next?.at, 'the wait of whoever was held')
    // Skipped while it is paused, a wait ends when it goes on, and not that much later.
    await operatorSets(service, { pause: 'full' })
    service.turn(day)
    assert.equal((await live('POST', `${ana}/skip_wait`)).status, 200)
    assert.equal((await live('GET', ana)).body.state, 'inside')
    await operatorSets(service, { pause: 'none' })
    await until(async () => (await live('GET', ana)).body.state === 'finished', 'the end')
    assert.equal((await live('GET', rui)).body.state, 'inside')
  })
})
