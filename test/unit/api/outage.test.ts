/** Calls while the database is away (kernel/world/outage.ts): they wait, and nobody is told wrongly. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { createApi } from '#faces/api/server.ts'
import { type Db, isAnswerLost, isOutage, noteUndone } from '#kernel/world/db.ts'
import { patiently } from '#kernel/world/outage.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { Clock } from '#kernel/world/world.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { startTestService } from '../../support/service.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'

const refusedConnection = () =>
  noteUndone(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
/** What the server says as it goes down; an answer that is lost where COMMIT was sent. */
const shutDown = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

const pace = 30
const inHurry = (clock: Clock): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic() * pace,
  sleep: (ms, signal) => clock.sleep(ms / pace, signal),
  timer: (ms, then) => clock.timer(ms / pace, then),
})

/** An API on a database that goes and comes as it is told. */
async function stage(
  t: TestContext,
  failure: () => unknown = refusedConnection,
  passes = /^never$/,
) {
  const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  const { db } = service.world
  let isAway = false
  const unless = <T>(ask: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(failure()) : ask()
  const gone: Db = {
    query: (text, values) =>
      passes.test(text) ? db.query(text, values) : unless(() => db.query(text, values)),
    transaction: work => unless(() => db.transaction(work)),
    close: () => db.close(),
  }
  const clock = inHurry(service.world.clock)
  const world = { ...service.world, clock, db: gone, runtime: createRuntime() }
  const api = createApi(world, apiRoutes)
  const key = await service.key('live', 'admin')
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const begun = clock.monotonic()
    const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' }
    const answer = await api.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    const tookMs = clock.monotonic() - begun
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers, tookMs }
  }
  const email = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' }
  return {
    go: (away: boolean) => {
      isAway = away
    },
    ask,
    post: () => ask('POST', '/v1/emails', email),
    emails: async () => (await db.query('select id from emails')).length,
  }
}

describe('While the database is away', () => {
  for (const [name, failure] of [
    ['a refused connection', refusedConnection],
    ['a server that takes no writes', () => Object.assign(new Error('r'), { code: '25006' })],
    ['a server without a connection left', () => Object.assign(new Error('f'), { code: '53300' })],
    ['a server that starts', () => noteUndone(Object.assign(new Error('s'), { code: '57P03' }))],
  ] as const) {
    it(`a POST waits, and is accepted once it is back (${name})`, async t => {
      const on = await stage(t, failure)
      on.go(true)
      const posts = [on.post(), on.post(), on.post()]
      setTimeout(() => on.go(false), 200)
      for (const { status, body, tookMs } of await Promise.all(posts)) {
        assert.equal(status, 202, JSON.stringify(body))
        assert.ok(tookMs >= 200 * pace * 0.9, `it waited ${tookMs} ms`)
      }
      assert.equal(await on.emails(), 3)
    })
  }

  it('what is set up waits as what is sent does', async t => {
    const on = await stage(t)
    on.go(true)
    const made = on.ask('POST', '/v1/contacts', { email: 'ana@here.test' })
    setTimeout(() => on.go(false), 100)
    assert.equal((await made).status, 201)
  })

  it('a POST is service_unavailable after half a minute, and a GET after 5 seconds', async t => {
    const on = await stage(t)
    on.go(true)
    const [post, get] = await Promise.all([on.post(), on.ask('GET', '/v1/emails')])
    for (const { status, body, headers } of [post, get]) {
      assert.equal(status, 503)
      assert.equal(body.error.code, 'service_unavailable')
      assert.equal(body.error.type, 'api_error')
      assert.match(body.error.message, /was not processed/)
      assert.match(String(headers['retry-after']), /^[1-5]$/)
    }
    assert.ok(post.tookMs >= 28_000, `${post.tookMs} ms`)
    assert.ok(get.tookMs >= 4_000 && get.tookMs < post.tookMs, `${get.tookMs} ms`)
    on.go(false)
    assert.equal(await on.emails(), 0)
  })

  it('a POST whose COMMIT was not answered is never said to be undone', async t => {
    const on = await stage(t, shutDown, /from api_keys/)
    on.go(true)
    const { status, body } = await on.ask('POST', '/v1/contacts', { email: 'bia@here.test' })
    assert.equal(status, 500)
    assert.match(body.error.message, /not known whether the request was processed/)
  })
})

describe('Who waits', () => {
  const away = refusedConnection()

  it('is one of two thousand at most', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db: { ...db, query: () => Promise.reject(away) } })
    const tries: Promise<unknown>[] = []
    let over = 0
    const count = () => {
      over++
    }
    for (let n = 0; n < 2_010; n++) {
      tries.push(patiently(world, 'writing', () => Promise.reject(away)).catch(count))
    }
    await world.clock.advance(1_000)
    assert.equal(over, 10)
    await world.clock.advance(40_000)
    await Promise.all(tries)
    assert.equal(over, 2_010)
  })

  it('is not who asks for what is called off, or breaks a rule', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db })
    for (const code of ['57014', '23505', '25P02', '53100']) {
      const error = Object.assign(new Error('no'), { code })
      let tries = 0
      const work = () => {
        tries++
        return Promise.reject(error)
      }
      await assert.rejects(patiently(world, 'reading', work), error)
      assert.equal(tries, 1, code)
    }
  })
})

describe('A transaction', () => {
  it('without a connection has done nothing', async () => {
    const address = 'postgres://nobody@127.0.0.1:1/nothing'
    const dead = realDb({ address, log: { warn() {} } })
    for (const ask of [dead.query('select 1'), dead.transaction(tx => tx.query('select 1'))]) {
      const error = await ask.then(
        () => null,
        thrown => thrown,
      )
      assert.ok(isOutage(error) && !isAnswerLost(error), String(error))
    }
    assert.ok(dead.awayForMs! >= 0)
    await dead.close()
  })

  it('whose connection ends has done nothing before COMMIT, and perhaps something after', async t => {
    const { db, url } = await testDatabase(t)
    await db.query('create table marks (n int)')
    const proxy = await silentProxy(url)
    const behind = realDb({ address: proxy.url, connections: 2, log: { warn() {} } })
    const end = (pid: unknown) => db.query('select pg_terminate_backend($1::int)', [pid])
    const before = await behind
      .transaction(async tx => {
        await tx.query('insert into marks values (1)')
        const [row] = await tx.query('select pg_backend_pid() as pid')
        await end(row!.pid)
        await tx.query('insert into marks values (2)')
      })
      .catch(error => error)
    assert.ok(isOutage(before) && !isAnswerLost(before), String(before))
    proxy.loseNextCommit()
    const after = await behind
      .transaction(tx => tx.query('insert into marks values (3)'))
      .catch(error => error)
    assert.ok(isOutage(after) && isAnswerLost(after), String(after))
    await until(async () => (await db.query('select n from marks')).length === 1, 'the last mark')
    assert.deepEqual(await db.query('select n from marks'), [{ n: 3 }])
    await behind.close()
    await proxy.close()
  })
})
