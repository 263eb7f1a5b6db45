/**
 * The order of checks (docs/contract.md#order-of-checks), one request failing at each step and at
 * all later ones.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errors } from '#kernel/base/errors.ts'
import { testDatabase } from '../../support/database.ts'
import {
  type Ask,
  ask,
  makeOwner,
  makeProbeTable,
  type Owner,
  probeWorld,
  type Service,
  startProbe,
  stillClock,
} from './probe.ts'

const { db } = await testDatabase()

describe('A request that fails several checks is answered by the first', () => {
  let service: Service
  let owner: Owner

  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    owner = await makeOwner(service.world)
  })
  after(() => service.api.close())

  const elsewhere = ['203.0.113.0/24']

  async function expect(code: keyof typeof errors, path: string, options: Ask) {
    const reply = await ask(service.url, path, options)
    assert.equal(reply.body?.error?.code, code, reply.text)
    assert.equal(reply.status, errors[code].status)
    return reply
  }

  test('an unknown path comes before the key', async () => {
    await expect('route_not_found', '/v1/nothing', { raw: '{', method: 'POST' })
    await expect('route_not_found', '/v1/probe/', {})
    await expect('route_not_found', '//v1/probe', {})
    const { headers } = await expect('route_not_found', '/v1/probe/%zz', await owner.key())
    assert.ok(headers.get('ratelimit-limit'), 'a known key hears of its rate')
    await expect('route_not_found', '/V1/probe', {})
  })

  test('an id of any length is one', async () => {
    await expect('missing_api_key', `/v1/probe/${'a'.repeat(9000)}`, {})
  })

  test('an unknown method is an unknown route', async () => {
    for (const method of [
      'PUT',
      'OPTIONS',
      'PATCH',
      'DELETE',
      'PROPFIND',
      'REPORT',
      'PURGE',
      'QUERY',
    ]) {
      await expect('route_not_found', '/v1/probe', { method })
    }
  })

  test('the key comes before the address, the rate, the scope and the body', async () => {
    await expect('missing_api_key', '/v1/probe', { raw: '{' })
    for (const authorization of [
      'Bearer',
      'Bearer x',
      'Basic abc',
      'svc_live_abc',
      '',
      `Bearer svc_live_${'a'.repeat(31)}`,
      `Bearer svc_live_${'a'.repeat(32)}`,
      `Bearer svc_live_${'a'.repeat(5000)}`,
    ]) {
      await expect('invalid_api_key', '/v1/probe', { raw: '{', headers: { authorization } })
    }
  })

  test('a truncated, extended or otherwise changed key is unknown', async () => {
    const { key } = await owner.key()
    await expect('invalid_api_key', '/v1/probe', { key: key.slice(0, -1) })
    await expect('invalid_api_key', '/v1/probe', { key: `${key}a` })
    await expect('invalid_api_key', '/v1/probe', { key: key.replace('live', 'test') })
    assert.equal((await ask(service.url, '/v1/probe', { key })).status, 200)
    const lower = await ask(service.url, '/v1/probe', {
      headers: { authorization: `bearer  ${key}` },
    })
    assert.equal(lower.status, 200)
  })

  test('the address comes before the rate and is not counted', async () => {
    const { key } = await owner.key({ scope: 'read', rate: 1, allowIps: elsewhere })
    for (let i = 0; i < 3; i++) {
      const reply = await expect('ip_not_allowed', '/v1/probe', { key, raw: '{' })
      assert.equal(reply.headers.get('ratelimit-limit'), '1')
      assert.match(reply.body.error.message, /127\.0\.0\.1/)
    }
  })

  test('the rate comes before the scope, and refused calls count for it', async t => {
    const still = await startProbe(probeWorld(db, { clock: stillClock(Date.now()) }))
    t.after(() => still.api.close())
    const { key } = await owner.key({ scope: 'read', rate: 1 })
    const first = await ask(still.url, '/v1/probe', { key, raw: '{' })
    assert.equal(first.body.error.code, 'insufficient_scope')
    assert.match(first.body.error.message, /send/)
    const second = await ask(still.url, '/v1/probe', { key, raw: '{' })
    assert.deepEqual([second.status, second.body.error.code], [429, 'rate_limited'])
    assert.equal(second.headers.get('retry-after'), '1')
    assert.equal(second.headers.get('ratelimit-remaining'), '0')
  })

  test('a known key hears of its rate on every answer, also where there is no route', async () => {
    const { key } = await owner.key({ scope: 'read', rate: 7 })
    for (const path of ['/v1/nothing', '/v1/probe/', '/v1']) {
      const reply = await expect('route_not_found', path, { key })
      assert.equal(reply.headers.get('ratelimit-limit'), '7', path)
      assert.equal(reply.headers.get('ratelimit-remaining'), '7', 'not counted')
      assert.match(reply.headers.get('ratelimit-reset') ?? '', /^\d+$/)
    }
    for (const headers of [{}, { authorization: 'Bearer svc_live_x' }]) {
      const reply = await expect('route_not_found', '/v1/nothing', { headers })
      assert.equal(reply.headers.get('ratelimit-limit'), null)
    }
  })

  test('the scope comes before the body', async () => {
    const { key } = await owner.key({ scope: 'read' })
    await expect('insufficient_scope', '/v1/probe', { key, raw: '{' })
    const { key: sender } = await owner.key({ scope: 'send' })
    await expect('insufficient_scope', '/v1/probe', { key: sender })
    await expect('insufficient_scope', '/v1/probe/1/run', { key: sender, raw: '{' })
  })

  test('the JSON comes before the idempotency key, and that before the fields', async () => {
    const { key } = await owner.key()
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    await expect('invalid_json', '/v1/probe', { key, headers, raw: '{' })
    const reply = await expect('invalid_field', '/v1/probe', { key, headers, body: {} })
    assert.equal(reply.body.error.param, 'Idempotency-Key')
    await expect('missing_field', '/v1/probe', { key, body: {} })
  })

  test('a known idempotency key with another body is a conflict even where that body is wrong', async () => {
    const { key } = await owner.key()
    const headers = { 'idempotency-key': 'known' }
    const first = await ask(service.url, '/v1/probe', { key, headers, body: { name: 'a' } })
    assert.equal(first.status, 201)
    await expect('idempotency_conflict', '/v1/probe', { key, headers, body: { wrong: 1 } })
  })

  test('the fields come before the handler', async () => {
    const { key } = await owner.key()
    await expect('invalid_field', '/v1/probe', { key, body: { name: '', refuse: true } })
    await expect('already_suppressed', '/v1/probe', { key, body: { name: 'a', refuse: true } })
  })

  test('HEAD answers as GET, without the body', async () => {
    const { key } = await owner.key()
    const reply = await ask(service.url, '/v1/probe', { key, method: 'HEAD' })
    assert.equal(reply.status, 200)
    assert.equal(reply.text, '')
    const refused = await ask(service.url, '/v1/probe', { method: 'HEAD' })
    assert.equal(refused.status, 401)
    assert.equal(refused.text, '')
  })

  test('a content type of any kind, or none, is read as JSON', async () => {
    const { key } = await owner.key()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ';;;', 'x', 'a/b; c']) {
      const headers = { 'content-type': type }
      const reply = await ask(service.url, '/v1/probe', { key, headers, body: { name: 'a' } })
      assert.equal(reply.status, 201, `${type}: ${reply.text}`)
    }
    const raw = Buffer.from('{"name":"a"}')
    assert.equal((await ask(service.url, '/v1/probe', { key, raw })).status, 201)
  })
})
