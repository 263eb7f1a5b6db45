/** What keys have asked and were answered. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createTransport } from 'nodemailer'
import { openAccount } from '../support/accounts.ts'
import type { Shown } from '../support/called.ts'
import { freePort } from '../support/free-port.ts'
import { erased } from '../support/happened.ts'
import { comesRound } from '../support/jobs.ts'
import { loggedCalls } from '../support/kept.ts'
import { type CallOptions, startTestService, type TestService } from '../support/service.ts'

type Logged = Shown<'requests.get'>

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const start = (t: TestContext, settings: Record<string, string> = {}) =>
  startTestService(t, { zones, settings })

async function list(
  service: TestService,
  query = '',
  options: CallOptions = {},
): Promise<Shown<'requests.list'>['data']> {
  const { status, body } = await service.call('GET', `/v1/requests?${query}`, options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function one(service: TestService, query: string): Promise<Logged> {
  const [found] = await list(service, query)
  assert.ok(found, `nothing found for ${query}`)
  const { status, body } = await service.call('GET', `/v1/requests/${found.id}`)
  assert.equal(status, 200)
  return body
}

const email = (more: object = {}) => ({
  from: 'hello@shop.test',
  to: ['ana@here.test'],
  subject: 'Oi',
  text: 'Olá, Ana',
  ...more,
})

describe('the request log', () => {
  it('tells each call of a key, newest first', async t => {
    const service = await start(t)
    const key = await service.key('live', 'send')
    const sent = await service.call('POST', '/v1/emails', {
      key,
      body: email(),
      headers: { 'user-agent': 'shop/1.0', 'idempotency-key': 'order-7' },
    })
    assert.equal(sent.status, 202)
    await service.call('GET', `/v1/emails?to=ana%40here.test`)
    const [listed, made] = await list(service)
    assert.deepEqual(Object.keys(made!), [
      'id',
      'at',
      'method',
      'path',
      'query',
      'route',
      'status',
      'error_code',
      'param',
      'key_id',
      'key_prefix',
      'ip',
      'user_agent',
      'duration_ms',
      'idempotency_key',
      'email_id',
    ])
    const { at, key_id: keyId, duration_ms: took, ...rest } = made!
    assert.deepEqual(rest, {
      id: sent.headers.get('request-id'),
      method: 'POST',
      path: '/v1/emails',
      query: null,
      route: '/v1/emails',
      status: 202,
      error_code: null,
      param: null,
      key_prefix: key.slice(0, 14),
      ip: '127.0.0.1',
      user_agent: 'shop/1.0',
      idempotency_key: 'order-7',
      email_id: sent.body.id,
    })
    assert.match(String(keyId), /^key_[0-9a-f]{32}$/)
    assert.ok(Math.abs(Date.parse(String(at)) - service.world.clock.now()) < 60_000)
    assert.ok(Number.isInteger(took))
    assert.partialDeepStrictEqual(listed, { path: '/v1/emails', query: 'to=ana%40here.test' })
    const whole = await one(service, `email_id=${sent.body.id}`)
    assert.deepEqual(JSON.parse(String(whole.request_body)), email())
    assert.deepEqual(JSON.parse(String(whole.response_body)), sent.body)
  })

  it('tells of calls that were refused, and of paths that there are not', async t => {
    const service = await start(t)
    const sender = await service.key('live', 'send')
    await service.call('GET', '/v1/webhooks', { key: sender })
    await service.call('GET', '/v1/nothing/here?a=b')
    await service.call('POST', '/v1/emails', { body: email({ to: [] }) })
    await service.call('POST', '/v1/emails', { body: '{"from": "x' })
    const elsewhere = await service.key('live', 'admin', { allowIps: ['192.0.2.1'] })
    await service.call('GET', '/v1/emails', { key: elsewhere })
    const slow = await service.key('live', 'admin', { rate: 1 })
    await service.call('GET', '/v1/emails', { key: slow })
    await service.call('GET', '/v1/emails', { key: slow })
    const told = (await list(service, 'status=4xx')).map(one => [
      one.status,
      one.error_code,
      one.param,
      one.route,
    ])
    assert.deepEqual(told, [
      [429, 'rate_limited', null, '/v1/emails'],
      [403, 'ip_not_allowed', null, '/v1/emails'],
      [400, 'invalid_json', null, '/v1/emails'],
      [400, 'missing_field', 'to', '/v1/emails'],
      [404, 'route_not_found', null, null],
      [403, 'insufficient_scope', null, '/v1/webhooks'],
    ])
    const unread = await one(service, 'code=invalid_json')
    assert.equal(unread.request_body, '{"from": "x')
    assert.equal(JSON.parse(String(unread.response_body)).error.code, 'invalid_json')
  })

  it('tells nothing of keys that nobody knows', async t => {
    const service = await start(t)
    await service.call('GET', '/v1/emails', { key: `svc_live_${'a'.repeat(32)}` })
    await service.call('GET', '/v1/emails', { key: '' })
    assert.deepEqual(await list(service), [])
  })

  it('is found by each of its filters', async t => {
    const service = await start(t)
    const key = await service.key('live', 'send')
    const sent = await service.call('POST', '/v1/emails', {
      key,
      body: email(),
      headers: { 'idempotency-key': 'order-7', 'user-agent': 'Shop%/2' },
    })
    const batch = await service.call('POST', '/v1/emails/batch', {
      body: { emails: [email(), email()] },
    })
    await service.call('GET', `/v1/emails/${sent.body.id}`)
    const [got, sentBatch, made] = await list(service)
    const found = async (query: string) => (await list(service, `${query}`)).map(one => one.id)
    assert.deepEqual(await found('status=202'), [sentBatch!.id, made!.id])
    assert.deepEqual(await found(`key_id=${made!.key_id}`), [made!.id])
    assert.deepEqual(await found('method=post&limit=1'), [sentBatch!.id])
    assert.deepEqual(await found('route=/v1/emails/{id}'), [got!.id])
    assert.deepEqual(await found(`email_id=${sent.body.id}`), [got!.id, made!.id])
    const ids = [sentBatch!.id]
    assert.deepEqual(await found(`email_id=${batch.body.data[1].id}`), ids)
    assert.deepEqual(await found('q=ORDER-7'), [made!.id])
    assert.deepEqual(await found('q=shop%25/2'), [made!.id])
    assert.deepEqual(await found(`q=${sent.body.id}`), [got!.id, made!.id])
    assert.deepEqual(await found(`q=${made!.id}`), [made!.id])
    assert.deepEqual(await found('q=ana@here.test&route=/v1/emails'), [made!.id])
    assert.deepEqual(await found('q=nobody-wrote-this'), [])
    assert.deepEqual(await found('created_before=2020-01-01T00:00:00Z'), [])
    const since = encodeURIComponent(String(made!.at))
    assert.equal((await found(`created_after=${since}&route=/v1/emails`)).length, 1)
    assert.deepEqual(await found(`starting_after=${sentBatch!.id}`), [made!.id])
    for (const query of ['status=9', 'created_after=x', 'starting_after=req_0', 'nothing=1']) {
      const wrong = await service.call('GET', `/v1/requests?${query}`)
      assert.deepEqual([wrong.status, wrong.body.error.param], [400, query.split('=')[0]])
    }
  })

  it('shows a key those of its mode and project', async t => {
    const service = await start(t)
    const test = await service.key('test', 'admin')
    await service.call('GET', '/v1/events', { key: test })
    await service.call('GET', '/v1/domains')
    const other = await openAccount(service.world, { email: 'other@here.test' })
    const foreign = await other.key('live', 'admin')
    assert.deepEqual(await list(service, '', { key: foreign }), [])
    const [ofTest] = await list(service, '', { key: test })
    assert.equal(ofTest!.path, '/v1/events')
    const lives = await list(service)
    assert.deepEqual(
      lives.map(call => call.path),
      ['/v1/domains'],
    )
    for (const key of [test, foreign]) {
      const { status } = await service.call('GET', `/v1/requests/${lives[0]!.id}`, { key })
      assert.equal(status, 404)
    }
  })

  it('keeps no secret and no attachment', async t => {
    const service = await start(t)
    const hook = (url: string) => ({ body: { url, events: ['sent'] } })
    const webhook = await service.call('POST', '/v1/webhooks', hook('http://127.0.0.1:9/'))
    assert.equal(webhook.status, 201)
    await service.call('POST', '/v1/webhooks', hook('https://eva:hidden@hook.example.com/'))
    const attachments = [{ filename: 'a.txt', content: Buffer.from('hidden').toString('base64') }]
    await service.call('POST', '/v1/emails', { body: email({ attachments }) })
    await service.call('GET', '/v1/emails?token=hidden&to=a@b.c')
    const key = await service.key('test', 'read')
    await service.call('POST', '/v1/emails', { body: email({ text: `x ${key} y` }) })
    const broken = `{"password": "hidden", "attachments": [{"content": "aGlkZGVu`
    await service.call('POST', '/v1/emails', { body: broken })
    const whole: Logged[] = []
    for (const { id } of (await list(service)).toReversed()) {
      whole.push((await service.call('GET', `/v1/requests/${id}`)).body)
    }
    const request = (n: number) => JSON.parse(String(whole[n]!.request_body))
    assert.equal(JSON.parse(String(whole[0]!.response_body)).secret, '[removed]')
    assert.equal(request(1).url, 'https://[removed]@hook.example.com/')
    assert.deepEqual(request(2), email({ attachments: '[removed]' }))
    assert.equal(whole[3]!.query, 'token=[removed]&to=a@b.c')
    assert.equal(request(4).text, 'x [removed] y')
    assert.equal(whole[5]!.request_body, '{"[removed]')
    const text = JSON.stringify(whole)
    for (const secret of ['hidden', 'aGlkZGVu', key, webhook.body.secret]) {
      assert.ok(!text.includes(secret), `${secret} is in ${text}`)
    }
  })

  it('keeps the first 8 KB of a body', async t => {
    const service = await start(t)
    await service.call('POST', '/v1/emails', { body: email({ text: 'é '.repeat(10_000) }) })
    const { request_body: body } = await one(service, '')
    const bytes = Buffer.byteLength(String(body))
    assert.ok(bytes <= 8192 && bytes > 8180, String(bytes))
  })

  it('tells of messages handed over by SMTP', async t => {
    const port = await freePort()
    const service = await start(t, { MALOTE_SUBMISSION_PORT: String(port) })
    const key = await service.key('live', 'send')
    const transport = createTransport({ host: '127.0.0.1', port, auth: { user: 'x', pass: key } })
    const attachments = [{ filename: 'a.txt', content: 'hidden' }]
    await transport.sendMail(email({ to: 'ana@here.test', attachments }))
    await assert.rejects(transport.sendMail(email({ from: 'a@foreign.test' })))
    const [refused, taken] = await list(service, 'method=SMTP')
    assert.partialDeepStrictEqual(taken, {
      path: 'submission',
      route: null,
      status: 250,
      error_code: null,
      key_prefix: key.slice(0, 14),
      ip: '127.0.0.1',
    })
    assert.match(String(taken!.email_id), /^msg_/)
    assert.partialDeepStrictEqual(refused, { status: 550, error_code: 'domain_not_verified' })
    const { body } = await service.call('GET', `/v1/requests/${taken!.id}`)
    assert.match(body.request_body, /^MAIL FROM:<hello@shop\.test>\nRCPT TO:<ana@here\.test>\n\n/)
    assert.match(body.request_body, /^Subject: Oi$/m)
    assert.match(body.request_body, /Olá, Ana/)
    assert.match(body.request_body, /\[removed\]$/)
    assert.equal(body.response_body, `250 2.0.0 ${taken!.email_id} accepted`)
  })

  it('is without bodies, or not at all, where it is set so', async t => {
    const meta = await start(t, { MALOTE_REQUEST_LOG: 'meta' })
    await meta.call('POST', '/v1/emails', { body: email() })
    assert.partialDeepStrictEqual(await one(meta, ''), {
      route: '/v1/emails',
      request_body: null,
      response_body: null,
    })
    const off = await start(t, { MALOTE_REQUEST_LOG: 'off' })
    await off.call('POST', '/v1/emails', { body: email() })
    assert.deepEqual(await list(off), [])
  })

  it('is emptied of what names a person who is erased', async t => {
    const service = await start(t)
    await service.call('POST', '/v1/emails', { body: email({ to: ['Ana@here.test'] }) })
    await service.call('POST', '/v1/emails', { body: email({ to: ['bia@here.test'], text: 'x' }) })
    await service.call('GET', '/v1/emails?to=ana%40here.test')
    await erased(service, 'ana@here.test')
    const shown = await list(service)
    const whole = await Promise.all(
      shown.map(async ({ id }) => (await service.call('GET', `/v1/requests/${id}`)).body),
    )
    assert.deepEqual(
      whole.map(call => [call.query, call.request_body === null, call.response_body === null]),
      [
        [null, true, true],
        [null, false, false],
        [null, true, true],
      ],
    )
  })

  it('asks other processes only for what may not be written yet', async t => {
    let asked = 0
    const ask = async () => {
      asked += 1
      return { answers: [], isComplete: true }
    }
    const siblings = { number: 1, count: 2, tell() {}, ask }
    const service = await startTestService(t, { siblings })
    await service.call('GET', '/v1/domains')
    await service.call('GET', '/v1/emails')
    const [newest, older] = await list(service)
    assert.equal(asked, 1)
    const statusOf = async (id: string) => (await service.call('GET', `/v1/requests/${id}`)).status
    assert.equal(await statusOf(newest!.id), 200)
    const behind = await list(service, `starting_after=${newest!.id}`)
    assert.deepEqual([behind[0]?.id, asked], [older!.id, 1])
    assert.equal(await statusOf(`req_${'0192f0c1'.repeat(4)}`), 404)
    assert.equal(asked, 2)
  })

  it('is kept as long as the mail, and 30 days at most', async t => {
    const service = await start(t)
    await service.call('GET', '/v1/domains')
    await list(service)
    service.turn(29 * 86_400_000)
    await comesRound(service.world, 'retention')
    assert.equal((await list(service, 'route=/v1/domains')).length, 1)
    service.turn(1.1 * 86_400_000)
    await comesRound(service.world, 'retention')
    assert.equal((await list(service, 'route=/v1/domains')).length, 0)
  })

  it('is written while the service stops', async t => {
    const service = await start(t)
    await service.call('GET', '/v1/domains')
    await service.service.stop(2_000)
    const paths = (await loggedCalls(service.world.db)).map(one => one.path)
    assert.deepEqual(paths, ['/v1/domains'])
  })
})
