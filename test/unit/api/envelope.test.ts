/** What every answer carries, in both languages; and that no fault of ours is told as another's. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApi } from '#faces/api/server.ts'
import { errors, Refusal } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import { route } from '#kernel/routes/route.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { testDatabase } from '../../support/database.ts'
import { standingClock } from '../../support/real-clock.ts'
import {
  ask,
  keptLog,
  makeOwner,
  makeProbeTable,
  type Owner,
  probeWorld,
  type Service,
  startProbe,
} from './probe.ts'

const { db } = await testDatabase()

describe('Every answer', () => {
  let service: Service
  let owner: Owner
  let key: string

  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    owner = await makeOwner(service.world)
    key = (await owner.key()).key
  })
  after(() => service.api.close())

  test('names itself, and an error repeats the name', async () => {
    const good = await ask(service.url, '/v1/probe', { key })
    assert.match(good.headers.get('request-id')!, /^req_[0-9a-f]{32}$/)
    const bad = await ask(service.url, '/v1/probe', { key, body: {} })
    assert.equal(bad.body.error.request_id, bad.headers.get('request-id'))
    assert.notEqual(bad.headers.get('request-id'), good.headers.get('request-id'))
  })

  test('has exactly the documented fields where it is an error', async () => {
    const { body, headers } = await ask(service.url, '/v1/probe', { key, body: {} })
    assert.deepEqual(body, {
      error: {
        type: 'invalid_request',
        code: 'missing_field',
        message: 'The field name is required.',
        param: 'name',
        doc_url: 'http://malote.test/docs/errors#missing_field',
        request_id: headers.get('request-id'),
      },
    })
    const without = await ask(service.url, '/v1/probe')
    assert.deepEqual(Object.keys(without.body.error), [
      'type',
      'code',
      'message',
      'doc_url',
      'request_id',
    ])
    assert.equal(without.headers.get('content-type'), 'application/json; charset=utf-8')
  })

  const spoken: readonly [string | undefined, Language][] = [
    [undefined, 'pt'],
    ['', 'pt'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['pt-BR', 'pt'],
    ['pt', 'pt'],
    ['de', 'pt'],
    ['*', 'pt'],
    ['en;q=0.5, pt;q=0.8', 'pt'],
    ['en;q=0.8, pt;q=0.5', 'en'],
    ['de, en;q=0.1', 'en'],
    ['en, pt', 'en'],
    ['pt-BR, en-US', 'pt'],
    ['en-US, *', 'en'],
    ['fr, *;q=0.1', 'pt'],
    ['en;q=0', 'pt'],
    ['en;q=0, *', 'pt'],
    ['pt;q=0.2, *;q=0.8', 'en'],
    ['en;q=0.1, *;q=0.9', 'pt'],
    [';;;,,', 'pt'],
    ['en-GB,en;q=0.9,pt-BR;q=0.8', 'en'],
    [`en,${'x,'.repeat(2000)}`, 'pt'],
  ]
  for (const [header, language] of spoken) {
    test(`speaks ${language} when asked for ${header?.slice(0, 40) ?? 'nothing'}`, async () => {
      const { payload, headers } = await service.api.inject({
        url: '/v1/probe',
        headers: header === undefined ? {} : { 'accept-language': header },
      })
      assert.equal(headers['content-language'], language)
      assert.equal(JSON.parse(payload).error.message, errors.missing_api_key.message[language])
    })
  }

  test('to a recognised key tells its rate, whatever the answer', async t => {
    // All of it happens in one second, however long the machine takes.
    const still = await startProbe(probeWorld(db, { clock: standingClock() }))
    t.after(() => still.api.close())
    const limited = await owner.key({ rate: 50, scope: 'read' })
    const calls = [
      await ask(still.url, '/v1/probe', { key: limited.key }),
      await ask(still.url, '/v1/probe', { key: limited.key, body: {} }),
      await ask(still.url, '/v1/probe?limit=0', { key: limited.key }),
    ]
    assert.deepEqual(
      calls.map(call => call.status),
      [200, 403, 400],
    )
    for (const [i, { headers }] of calls.entries()) {
      assert.equal(headers.get('ratelimit-limit'), '50')
      assert.equal(headers.get('ratelimit-remaining'), String(49 - i))
      assert.equal(headers.get('ratelimit-reset'), '1')
    }
  })

  test('to a stranger tells no rate', async () => {
    assert.equal((await ask(service.url, '/v1/probe')).headers.get('ratelimit-limit'), null)
  })

  test('of a key without a limit announces what no client has to slow down for', async () => {
    const { headers } = await ask(service.url, '/v1/probe', { key })
    assert.equal(headers.get('ratelimit-limit'), '1000000')
    assert.equal(headers.get('ratelimit-remaining'), '999999')
  })

  test('to a fault of ours is internal_error, and the stack is in the log', async () => {
    const { status, body, text } = await ask(service.url, '/v1/probe', {
      key,
      body: { name: 'a', fail: true },
    })
    assert.equal(status, 500)
    assert.equal(body.error.code, 'internal_error')
    assert.doesNotMatch(text, /a fault of ours/)
    const { lines } = service.world.log as ReturnType<typeof keptLog>
    const line = lines.find(one => one.level === 'error')
    assert.match(JSON.stringify(line), /a fault of ours.*probe\.ts/)
    assert.match(JSON.stringify(line), new RegExp(body.error.request_id))
  })
})

test('Every code leaves with its own type and status, in both languages', async () => {
  const world = probeWorld(db)
  const owner = await makeOwner(world)
  const { key } = await owner.key()
  const codes = Object.keys(errors) as (keyof typeof errors)[]
  const routes = codes.map(code =>
    route({
      method: 'GET',
      path: `/v1/refuse/${code}`,
      name: `refuse.${code}`,
      scope: 'read',
      summary: code,
      success: { status: 200, schema: {} },
      errors: [code],
      handle: async () => {
        throw new Refusal(code, { param: 'field', values: { count: 1, domain: 'd', scope: 's' } })
      },
    }),
  )
  const api = createApi(world, routes)
  for (const code of codes) {
    for (const language of ['pt', 'en'] as const) {
      const { statusCode, payload } = await api.inject({
        url: `/v1/refuse/${code}`,
        headers: { authorization: `Bearer ${key}`, 'accept-language': language },
      })
      const { error } = JSON.parse(payload)
      assert.equal(error.code, code)
      assert.equal(statusCode, errors[code].status)
      assert.equal(error.type, errors[code].type)
      assert.equal(error.doc_url, `http://malote.test/docs/errors#${code}`)
      assert.ok(error.message.startsWith(errors[code].message[language].split('{')[0]))
    }
  }
  await api.close()
})

test('A database that cannot be reached is service_unavailable for who reads, in seconds', async () => {
  const dead = realDb({ address: 'postgres://nobody@127.0.0.1:1/nothing', log: keptLog() })
  const api = createApi(probeWorld(dead), [])
  const hung = { ...dead, query: () => new Promise<never>(() => {}) }
  const service = await startProbe(probeWorld(hung))
  for (const [one, url] of [
    [api, null],
    [service.api, service.url],
  ] as const) {
    const start = performance.now()
    const headers = { authorization: `Bearer svc_live_${'a'.repeat(32)}` }
    const { statusCode } = await one.inject({ url: url ? '/v1/probe' : '/healthz', headers })
    assert.equal(statusCode, 503)
    assert.ok(performance.now() - start < 10_000)
  }
  await service.api.close()
  await api.close()
  await dead.close()
})
