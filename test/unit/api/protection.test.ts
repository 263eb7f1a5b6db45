/** What every answer says to browsers, and who may read the metrics. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { createApi } from '#faces/api/server.ts'
import { testDatabase } from '../../support/database.ts'
import { probeRoutes, probeWorld } from './probe.ts'

const { db } = await testDatabase()

const serve = (environment: object) =>
  createApi(probeWorld(db, {}, environment), probeRoutes(), { metrics: () => 'malote_up 1\n' })

describe('Every answer', () => {
  const paths = ['/', '/docs/', '/docs/api/', '/docs/style.css', '/v1/openapi.json', '/v1/probe']
  const all = [...paths, '/healthz', '/metrics', '/nothing', '/docs/nothing', '/v1/%zz']

  for (const url of all) {
    test(`${url} lets nothing run, be framed or be passed on`, async () => {
      const api = serve({ MALOTE_BASE_URL: 'https://malote.test' })
      const { headers } = await api.inject({ url })
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /script-src[^;]*'unsafe-inline'/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['strict-transport-security'], 'max-age=31536000')
      await api.close()
    })
  }

  test('says nothing of https where the service has none', async () => {
    const api = serve({ MALOTE_BASE_URL: 'http://malote.test' })
    for (const url of all) {
      const { headers } = await api.inject({ url })
      assert.equal(headers['strict-transport-security'], undefined, url)
    }
    await api.close()
  })
})

test('The reference runs the scripts that it came with, by their content', async () => {
  const api = serve({})
  const { payload, headers } = await api.inject({ url: '/docs/api/' })
  const inline = [...payload.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].filter(([, it]) => it)
  assert.ok(inline.length > 0)
  for (const [, script] of inline) {
    const hash = createHash('sha256').update(script!).digest('base64')
    assert.ok(String(headers['content-security-policy']).includes(`'sha256-${hash}'`))
  }
  await api.close()
})

describe('Metrics', () => {
  const proxy = '192.0.2.9'
  const cases: readonly [
    what: string,
    environment: object,
    from: string,
    headers: object,
    ok: boolean,
  ][] = [
    ['this machine', {}, '::ffff:127.0.0.1', {}, true],
    ['a private network', {}, '10.1.2.3', {}, true],
    ['a private network of IPv6', {}, 'fd00::7', {}, true],
    ['a stranger', {}, '198.51.100.7', {}, false],
    ['a stranger by IPv6', {}, '2001:db8::7', {}, false],
    [
      'a proxy here that nobody has named',
      {},
      '127.0.0.1',
      { 'x-forwarded-for': '10.1.2.3' },
      false,
    ],
    ['the same by RFC 7239', {}, '127.0.0.1', { forwarded: 'for=10.1.2.3' }, false],
    [
      'a stranger behind a named proxy',
      { MALOTE_TRUSTED_PROXIES: proxy },
      proxy,
      { 'x-forwarded-for': '198.51.100.7' },
      false,
    ],
    [
      'nobody in particular behind it',
      { MALOTE_TRUSTED_PROXIES: proxy },
      proxy,
      { 'x-forwarded-for': 'unknown' },
      false,
    ],
    ...['via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-forwarded-proto'].map(
      (name): (typeof cases)[number] => [
        `strangers of a proxy on this machine that says ${name} alone`,
        {},
        '127.0.0.1',
        { [name]: '198.51.100.7' },
        false,
      ],
    ),
    [
      'our network behind it',
      { MALOTE_TRUSTED_PROXIES: proxy },
      proxy,
      { 'x-forwarded-for': '10.1.2.3' },
      true,
    ],
    [
      'a stranger with the token',
      { MALOTE_METRICS_TOKEN: 'secret' },
      '198.51.100.7',
      { authorization: 'Bearer secret' },
      true,
    ],
    [
      'a stranger with another',
      { MALOTE_METRICS_TOKEN: 'secret' },
      '198.51.100.7',
      { authorization: 'Bearer secre' },
      false,
    ],
    ['this machine without the token', { MALOTE_METRICS_TOKEN: 'secret' }, '127.0.0.1', {}, false],
  ]
  for (const [what, environment, remoteAddress, headers, ok] of cases) {
    test(`are ${ok ? 'read by' : 'nothing to'} ${what}`, async () => {
      const api = serve(environment)
      const reply = await api.inject({ url: '/metrics', remoteAddress, headers: { ...headers } })
      assert.equal(reply.statusCode, ok ? 200 : 404)
      assert.equal(reply.payload.includes('malote_up'), ok)
      await api.close()
    })
  }
})
