/** Fields and parameters: each mistake with the name of its place and its own sentence. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { ask, makeOwner, makeProbeTable, probeWorld, type Service, startProbe } from './probe.ts'

const { db } = await testDatabase()

describe('Fields', () => {
  let service: Service
  let key: string
  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    key = (await (await makeOwner(service.world)).key()).key
  })
  after(() => service.api.close())

  const n = 'a'
  const bodies: readonly (readonly [unknown, string, string | undefined, RegExp])[] = [
    [{}, 'missing_field', 'name', /^The field name is required\.$/],
    [{ name: null }, 'missing_field', 'name', /required/],
    [{ name: 1 }, 'invalid_field', 'name', /^name must be a text\.$/],
    [{ name: ['a'] }, 'invalid_field', 'name', /must be a text/],
    [{ name: '' }, 'invalid_field', 'name', /must not be empty/],
    [{ name: 'x'.repeat(21) }, 'invalid_field', 'name', /at most 20 characters/],
    [{ name: n, to: 'x' }, 'invalid_field', 'to', /must be a list/],
    [{ name: n, to: { 0: 'x' } }, 'invalid_field', 'to', /must be a list/],
    [{ name: n, to: ['x', 5] }, 'invalid_field', 'to[1]', /^to\[1\] must be a text\.$/],
    [{ name: n, to: [null] }, 'invalid_field', 'to[0]', /must be a text/],
    [{ name: n, kind: 'z' }, 'invalid_field', 'kind', /^kind must be one of: x, y\.$/],
    [{ name: n, count: '3' }, 'invalid_field', 'count', /whole number/],
    [{ name: n, count: 1.5 }, 'invalid_field', 'count', /whole number/],
    [{ name: n, count: -1 }, 'invalid_field', 'count', /at least 0/],
    [{ name: n, nested: { deep: 'yes' } }, 'invalid_field', 'nested.deep', /true or false/],
    [{ name: n, nested: { more: 1 } }, 'invalid_field', 'nested.more', /no field nested\.more/],
    [{ name: n, nested: [] }, 'invalid_field', 'nested', /must be an object/],
    [{ name: n, tags: { k: 5 } }, 'invalid_field', 'tags.k', /must be a text/],
    [{ name: n, tags: { k: null } }, 'invalid_field', 'tags.k', /must be a text/],
    [{ name: n, tags: { 'a\nb': 5 } }, 'invalid_field', 'tags.a\nb', /must be a text/],
    [{ name: n, tags: { 1: 5 } }, 'invalid_field', 'tags.1', /must be a text/],
    [{ name: n, list: [{ from: 'x' }, {}] }, 'missing_field', 'list[1].from', /list\[1\]\.from/],
    [{ name: n, list: [{ from: 'x', to: 1 }] }, 'invalid_field', 'list[0].to', /no field/],
    [{ name: n, list: [{}, {}, {}] }, 'batch_too_large', undefined, /this one has 3/],
    [{ name: n, at: 'tomorrow' }, 'invalid_field', 'at', /must be a time/],
    [{ name: n, at: '2026-02-30T00:00:00Z' }, 'invalid_field', 'at', /must be a time/],
    [{ name: n, at: '2026-02-03T00:00:00' }, 'invalid_field', 'at', /offset or Z/],
    [{ name: n, surplus: 1 }, 'invalid_field', 'surplus', /^There is no field surplus\.$/],
    [{ surplus: 1, kind: 5 }, 'missing_field', 'name', /required/],
    [{ name: n, toString: 1 }, 'invalid_field', 'toString', /no field/],
    [[], 'invalid_field', undefined, /^The body must be an object\.$/],
    ['x', 'invalid_field', undefined, /^The body must be an object\.$/],
  ]
  for (const [body, code, param, message] of bodies) {
    test(`${JSON.stringify(body).slice(0, 60)} is ${code} of ${param}`, async () => {
      const reply = await ask(service.url, '/v1/probe', { key, body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, code)
      assert.equal(reply.body.error.param, param)
      assert.match(reply.body.error.message, message)
      const inPortuguese = await ask(service.url, '/v1/probe', {
        key,
        body,
        headers: { 'accept-language': 'pt' },
      })
      assert.equal(inPortuguese.body.error.param, param)
      assert.notEqual(inPortuguese.body.error.message, reply.body.error.message)
    })
  }

  test('null in an optional field is absence, at every depth', async () => {
    const body = { name: n, to: null, count: null, nested: { deep: null }, at: null }
    const reply = await ask(service.url, '/v1/probe', { key, body })
    assert.equal(reply.status, 201)
    assert.deepEqual(reply.body.body, { name: n, nested: {} })
  })

  test('nothing is coerced, and moments with an offset or Z are taken', async () => {
    for (const at of [
      '2026-01-31T12:00:00Z',
      '2026-01-31t12:00:00.123-03:00',
      '2028-02-29T00:00:00z',
    ]) {
      const reply = await ask(service.url, '/v1/probe', { key, body: { name: '5', at } })
      assert.equal(reply.status, 201, reply.text)
    }
  })

  const queries: readonly (readonly [string, string | undefined])[] = [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=1e1', 'limit'],
    ['?limit=99999999999999999999', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?type=c', 'type'],
    ['?exact=1', 'exact'],
    ['?surplus=1', 'surplus'],
    ['?surplus', 'surplus'],
    ['?after=%zz', 'after'],
    ['?after=%ff', 'after'],
    ['?after=%00', 'after'],
    ['?%ff=1', '%ff'],
    ['?tag=x', 'tag'],
    ['?limit[a]=1', 'limit[a]'],
    ['?tag[k]=1&tag[k]=2', 'tag[k]'],
    ['?__proto__=1', '__proto__'],
    ['?tag[__proto__]=1', 'tag[__proto__]'],
    ['?constructor=1', 'constructor'],
    ['?LIMIT=1', 'LIMIT'],
  ]
  for (const [query, param] of queries) {
    test(`the query ${query} is refused for ${param}`, async () => {
      const reply = await ask(service.url, `/v1/probe${query}`, { key })
      assert.equal(reply.status, 400, reply.text)
      assert.equal(reply.body.error.code, 'invalid_field')
      assert.equal(reply.body.error.param, param)
    })
  }

  test('a good query is read by its types', async () => {
    const reply = await ask(
      service.url,
      '/v1/probe?limit=7&type=b&exact=true&after=a+b%26&&tag[k]=v&tag[l]=',
      { key },
    )
    assert.deepEqual(reply.body.query, {
      limit: 7,
      type: 'b',
      exact: true,
      after: 'a b&',
      tag: { k: 'v', l: '' },
    })
  })

  test('a call without a body takes nothing, null or an empty object', async () => {
    for (const raw of ['', 'null', '{}', ' {} ']) {
      const reply = await ask(service.url, '/v1/probe/1/run', { key, raw, method: 'POST' })
      assert.equal(reply.status, 202, raw)
    }
    const reply = await ask(service.url, '/v1/probe/1/run', { key, body: { force: true } })
    assert.equal(reply.body.error.param, 'force')
    const broken = await ask(service.url, '/v1/probe/1', { key, method: 'DELETE', raw: '{' })
    assert.equal(broken.body.error.code, 'invalid_json')
    assert.equal((await ask(service.url, '/v1/probe/1', { key, method: 'DELETE' })).status, 200)
  })

  test('a path parameter is decoded, and one with NUL names nothing', async () => {
    const reply = await ask(service.url, '/v1/probe/a%40b%2Fc', { key })
    assert.deepEqual(reply.body.params, { id: 'a@b/c' })
    const nul = await ask(service.url, '/v1/probe/a%00', { key })
    assert.equal(nul.body.error.code, 'resource_not_found')
  })
})
