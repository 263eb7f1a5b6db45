/** POSTs whose COMMIT nobody heard of (sending/intake/doubt.ts): accepted once, and said to be. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { createApi } from '#faces/api/server.ts'
import type { Db } from '#kernel/world/db.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { Clock } from '#kernel/world/world.ts'
import { startTestService } from '../../support/service.ts'

const lost = () => new Error('Connection terminated unexpectedly')

type Transaction = Db['transaction']

/** Half a minute of waiting for a database passes in a second. */
const pace = 30
const inHurry = (clock: Clock): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic() * pace,
  sleep: (ms, signal) => clock.sleep(ms / pace, signal),
  timer: (ms, then) => clock.timer(ms / pace, then),
})

/** An API whose transactions may go wrong, and how many emails there are. */
async function stage(t: TestContext, fail: (real: Transaction) => Transaction) {
  const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const { db } = service.world
  let isOver = false
  const failing = fail(work => db.transaction(work))
  const wrapped: Db = {
    query: (text, values) => db.query(text, values),
    close: () => db.close(),
    async transaction(work) {
      if (isOver) return db.transaction(work)
      isOver = true
      return failing(work)
    },
  }
  const clock = inHurry(service.world.clock)
  const world = { ...service.world, clock, db: wrapped, runtime: createRuntime() }
  const api = createApi(world, apiRoutes)
  const key = await service.key('live', 'send')
  const post = async (headers = {}) => {
    const answer = await api.inject({
      method: 'POST',
      url: '/v1/emails',
      headers: { authorization: `Bearer ${key}`, 'accept-language': 'en', ...headers },
      payload: { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' },
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  const emails = async (): Promise<number> => (await db.query('select id from emails')).length
  return { service, world, wrapped, api, post, emails }
}

const afterwards =
  (real: Transaction): Transaction =>
  async work => {
    await real(work)
    throw lost()
  }

describe('A POST whose COMMIT took effect and was not answered', () => {
  it('is accepted, once', async t => {
    const on = await stage(t, afterwards)
    const { status, body } = await on.post()
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal((await on.service.timeline(body.id))[0]?.type, 'accepted')
    assert.equal(await on.emails(), 1)
  })

  it('is accepted with all that were written with it', async t => {
    const on = await stage(t, afterwards)
    const answers = await Promise.all(Array.from({ length: 5 }, () => on.post()))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 202, 202],
    )
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 5)
    assert.equal(await on.emails(), 5)
  })

  it('is accepted under its key, which repeats that answer', async t => {
    const on = await stage(t, afterwards)
    const first = await on.post({ 'idempotency-key': 'one' })
    const second = await on.post({ 'idempotency-key': 'one' })
    assert.deepEqual([first.status, second.status], [202, 202])
    assert.deepEqual(second.body, first.body)
    assert.equal(await on.emails(), 1)
  })
})

describe('A POST whose row is found, perhaps on a server that no standby has followed', () => {
  const isWait = /pg_logical_emit_message/
  const waiting = async (t: TestContext, fails: (n: number) => boolean) => {
    const on = await stage(t, afterwards)
    const { query } = on.wrapped
    let waits = 0
    Object.assign(on.wrapped, {
      query: async (text: string, values?: readonly unknown[]) => {
        if (isWait.test(text) && fails(++waits)) throw lost()
        return query(text, values)
      },
    })
    return { post: on.post, waits: () => waits }
  }

  it('is accepted when a later commit is safe', async t => {
    const { post, waits } = await waiting(t, n => n === 1)
    assert.equal((await post()).status, 202)
    assert.equal(waits(), 2)
  })

  it('is not said to be accepted while none is', async t => {
    const { post } = await waiting(t, () => true)
    const { status, body } = await post()
    assert.equal(status, 500)
    assert.doesNotMatch(body.error.message, /not processed/)
  })
})

describe('A POST of which the key was looked up when the server went down', () => {
  const isKey = /from api_keys/
  const looking = async (t: TestContext, fails: (n: number) => boolean) => {
    const on = await stage(t, real => real)
    const { query } = on.wrapped
    let looks = 0
    Object.assign(on.wrapped, {
      query: async (text: string, values?: readonly unknown[]) => {
        if (isKey.test(text) && fails(++looks)) throw lost()
        return query(text, values)
      },
    })
    return { ...on, looks: () => looks }
  }

  it('waits and is accepted', async t => {
    const { post, looks, emails } = await looking(t, n => n <= 2)
    assert.equal((await post()).status, 202)
    assert.equal(looks(), 3)
    assert.equal(await emails(), 1)
  })

  it('is said not to be processed where it waits in vain', async t => {
    const { post, emails } = await looking(t, () => true)
    const { status, body, headers } = await post()
    assert.equal(status, 503)
    assert.match(body.error.message, /was not processed/)
    assert.match(String(headers['retry-after']), /^[1-5]$/)
    assert.equal(await emails(), 0)
  })
})

it('A POST whose COMMIT never arrived is written by the next connection', async t => {
  const on = await stage(t, () => () => Promise.reject(lost()))
  assert.equal((await on.post()).status, 202)
  assert.equal(await on.emails(), 1)
})

it('A POST whose COMMIT takes effect late is accepted once', async t => {
  let late: Promise<unknown> = Promise.resolve()
  const on = await stage(t, real => work => {
    const { promise: written, resolve } = Promise.withResolvers<void>()
    late = real(async tx => {
      const result = await work({ ...tx, last: statements => statements })
      resolve()
      await tx.query('select pg_sleep(0.5)')
      return result
    })
    return written.then(() => Promise.reject(lost()))
  })
  assert.equal((await on.post()).status, 202)
  await late
  assert.equal(await on.emails(), 1)
})

it('A POST that nobody can say anything of is not said to be undone', async t => {
  const on = await stage(t, real => async work => {
    await real(work)
    Object.assign(on.wrapped, { query: () => Promise.reject(lost()) })
    throw lost()
  })
  const { status, body } = await on.post()
  assert.equal(status, 500)
  assert.match(body.error.message, /not known whether the request was processed/)
  assert.equal(body.error.code, 'internal_error')
})

it('A GET is never said to have been done, perhaps', async t => {
  const on = await stage(t, real => real)
  const key = await on.service.key('live', 'read')
  Object.assign(on.wrapped, {
    query: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
  })
  const answer = await on.api.inject({
    url: '/v1/emails',
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
  })
  assert.equal(answer.statusCode, 503)
  assert.match(answer.json().error.message, /was not processed/)
  assert.doesNotMatch(answer.json().error.message, /not known/)
})

it('A POST that a full disk refuses is refused at once, and not done', async t => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const on = await stage(t, () => () => Promise.reject(full))
  const begun = on.world.clock.monotonic()
  const { status, body } = await on.post()
  assert.equal(status, 503)
  assert.match(body.error.message, /was not processed/)
  assert.ok(on.world.clock.monotonic() - begun < 20_000)
  assert.equal(await on.emails(), 0)
})
