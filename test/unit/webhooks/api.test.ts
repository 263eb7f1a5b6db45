/** Webhooks and suppressions through the API, and a notification that really travels. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createApi } from '#faces/api/server.ts'
import { createWebhookLoop } from '#platform/webhooks/dispatch.ts'
import { webhookRoutes } from '#platform/webhooks/routes.ts'
import { suppressionRoutes } from '#sending/suppression/routes.ts'
import { testDatabase } from '../../support/database.ts'
import { makeOwner, probeWorld } from '../api/probe.ts'

const { db } = await testDatabase()
const allow = { MALOTE_NETWORK_ALLOW: '127.0.0.1' }
const world = probeWorld(db, {}, allow)
const sample = (type: string) => ({ explanation: `example of ${type}` })
const types = ['accepted', 'delivered', 'bounced']
const api = createApi(world, [
  ...webhookRoutes({ types, typeOf: type => type, sample }),
  ...suppressionRoutes,
])
const port = await api.listen(0, '127.0.0.1')
const owner = await makeOwner(world)
const admin = await owner.key({ scope: 'admin', rate: 0 })
const reader = await owner.key({ scope: 'read', rate: 0 })
after(() => api.close())

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: read field by field below
  body: any
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const errorOf = ({ status, body }: Reply) => [status, body.error?.code, body.error?.param ?? null]

describe('The webhook endpoints', () => {
  const url = 'https://93.184.216.34/in'

  it('refuse what is missing or wrong, by name', async () => {
    const cases: [unknown, (string | number | null)[]][] = [
      [{ url }, [400, 'missing_field', 'events']],
      [{ events: ['bounced'] }, [400, 'missing_field', 'url']],
      [{ url, events: [] }, [400, 'missing_field', 'events']],
      [{ url, events: ['bounced', 'eaten'] }, [400, 'invalid_field', 'events[1]']],
      [{ url, events: 'bounced' }, [400, 'invalid_field', 'events']],
      [{ url: 7, events: ['bounced'] }, [400, 'invalid_field', 'url']],
      [{ url, events: ['bounced'], extra: 1 }, [400, 'invalid_field', 'extra']],
      [{ url: 'https://10.0.0.1/', events: ['bounced'] }, [400, 'invalid_field', 'url']],
    ]
    for (const [body, expected] of cases) {
      assert.deepEqual(
        errorOf(await ask('POST', '/webhooks', body)),
        expected,
        JSON.stringify(body),
      )
    }
    const { body: made } = await ask('POST', '/webhooks', { url, events: ['bounced'] })
    const changed = await ask('PATCH', `/webhooks/${made.id}`, { enabled: 'no' })
    assert.deepEqual(errorOf(changed), [400, 'invalid_field', 'enabled'])
    assert.deepEqual(errorOf(await ask('GET', '/webhooks/whk_1')), [
      404,
      'resource_not_found',
      null,
    ])
    assert.deepEqual(errorOf(await ask('GET', '/webhooks?limit=0')), [
      400,
      'invalid_field',
      'limit',
    ])
  })

  it('obey scopes: reading with read, all else with admin', async () => {
    const own = { url: `${url}/scopes`, events: ['bounced'] }
    const { body: made } = await ask('POST', '/webhooks', own)
    const as = { authorization: `Bearer ${reader.key}` }
    assert.equal((await ask('GET', `/webhooks/${made.id}/attempts`, undefined, as)).status, 200)
    assert.equal((await ask('GET', '/webhooks', undefined, as)).status, 200)
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${made.id}`],
      ['DELETE', `/webhooks/${made.id}`],
      ['POST', `/webhooks/${made.id}/test`],
      ['POST', `/webhooks/${made.id}/rotate-secret`],
      ['POST', `/webhooks/${made.id}/attempts/att_1/resend`],
    ] as const) {
      assert.equal(errorOf(await ask(method, path, undefined, as))[1], 'insufficient_scope', path)
    }
  })

  it('repeat the answer, secret and all, to the same Idempotency-Key', async () => {
    const body = { url: `${url}/once`, events: ['accepted'] }
    const first = await ask('POST', '/webhooks', body, { 'idempotency-key': 'w1' })
    const again = await ask('POST', '/webhooks', body, { 'idempotency-key': 'w1' })
    assert.equal(first.status, 201)
    assert.match(first.body.secret, /^whsec_/)
    assert.deepEqual(again, first)
    const { body: list } = await ask('GET', '/webhooks?limit=100')
    assert.equal(list.data.filter((one: { id: string }) => one.id === first.body.id).length, 1)
  })

  it('send a test that really arrives, signed', async () => {
    const requests: { headers: Record<string, string>; body: string }[] = []
    const receiver = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      request.on('end', () => {
        requests.push({ headers: request.headers as Record<string, string>, body: text })
        response.end('thank you')
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const local = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const { body: made } = await ask('POST', '/webhooks', { url: local, events: ['bounced'] })
    const loop = createWebhookLoop(world)
    loop.start()
    const sent = await ask('POST', `/webhooks/${made.id}/test`)
    assert.equal(sent.status, 202)
    let attempts: { status_code: number; response_body: string; event_id: string }[] = []
    while (attempts.length === 0) {
      attempts = (await ask('GET', `/webhooks/${made.id}/attempts`)).body.data
    }
    await loop.stop(5000)
    receiver.closeAllConnections()
    receiver.close()
    const [request] = requests
    const payload = new Webhook(made.secret).verify(request!.body, request!.headers)
    const { type, data } = payload as { type: string; data: object }
    assert.equal(type, 'bounced')
    const eventId = sent.body.event_id
    assert.deepEqual(data, { explanation: 'example of bounced', event_id: eventId, test: true })
    assert.deepEqual(
      [attempts[0]!.status_code, attempts[0]!.response_body, attempts[0]!.event_id],
      [200, 'thank you', eventId],
    )
  })
})

describe('The suppression endpoints', () => {
  it('refuse what is missing or wrong, by name', async () => {
    const email = 'a@example.com'
    const cases: [unknown, (string | number | null)[]][] = [
      [{ email }, [400, 'missing_field', 'stream']],
      [{ stream: 'all' }, [400, 'missing_field', 'email']],
      [{ email, stream: 'transactional' }, [400, 'invalid_field', 'stream']],
      [{ email: 'nobody', stream: 'all' }, [400, 'invalid_field', 'email']],
      [{ email, stream: 'all', reason: 'manual' }, [400, 'invalid_field', 'reason']],
    ]
    for (const [body, expected] of cases) {
      const reply = await ask('POST', '/suppressions', body)
      assert.deepEqual(errorOf(reply), expected, JSON.stringify(body))
    }
    const filtered = await ask('GET', '/suppressions?stream=other')
    assert.deepEqual(errorOf(filtered), [400, 'invalid_field', 'stream'])
  })

  it('take addresses off by address, as written in a URL', async () => {
    const body = { email: 'a+b@example.com', stream: 'all' }
    assert.equal((await ask('POST', '/suppressions', body)).status, 201)
    assert.deepEqual(errorOf(await ask('POST', '/suppressions', body)).slice(0, 2), [
      409,
      'already_suppressed',
    ])
    const path = `/suppressions/${encodeURIComponent(body.email)}`
    const other = await ask('DELETE', `${path}?stream=marketing`)
    assert.equal(other.status, 404)
    const { status, body: gone } = await ask('DELETE', `${path}?stream=all`)
    assert.deepEqual([status, gone], [200, { id: body.email, deleted: true }])
  })
})
