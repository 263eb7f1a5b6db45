/** The surface for Resend's clients at the root of a host of its own (docs/resend.md). */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { Resend } from 'resend'
import type { Called } from '../support/called.ts'
import { startTestService, type TestService } from '../support/service.ts'

const host = 'resend.malote.test'
const email = { from: 'hello@shop.test', to: 'ana@here.test', subject: 'Hi', text: 'Hi' }

interface Asked {
  readonly host?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** By a host's name, which fetch does not let a caller choose. */
function ask(service: TestService, method: string, path: string, asked: Asked = {}) {
  const headers = {
    host: asked.host ?? host,
    'accept-language': 'en',
    ...(asked.key === undefined ? {} : { authorization: `Bearer ${asked.key}` }),
    ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...asked.headers,
  }
  return new Promise<Pick<Called, 'status' | 'body'>>((resolve, reject) => {
    const call = request({ port: service.port, method, path, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', piece => (text += piece))
      answer.on('end', () => {
        const isJson = answer.headers['content-type']?.startsWith('application/json')
        resolve({ status: answer.statusCode!, body: isJson && text ? JSON.parse(text) : text })
      })
    })
    call.on('error', reject).end(asked.body === undefined ? undefined : JSON.stringify(asked.body))
  })
}

async function stage(t: TestContext) {
  const service = await startTestService(t, { settings: { MALOTE_RESEND_HOST: host } })
  return { service, key: await service.key('test', 'admin') }
}

describe('a client of Resend that was given our address without /resend', () => {
  it('can read what to change, as can whoever reads our refusals', async t => {
    const { service, key } = await stage(t)
    const base = `http://127.0.0.1:${service.port}`
    const { error } = await new Resend(key, { baseUrl: base }).emails.send(email)
    assert.equal(error?.name, 'not_found')
    assert.match(error.message, /\/resend.*RESEND_BASE_URL/)
    for (const path of ['/emails', '/emails/batch', '/domains', '/api-keys']) {
      const sent = await ask(service, 'POST', path, { host: 'malote.test', key, body: email })
      const isTheirs = path !== '/api-keys'
      assert.equal(sent.status, 404, path)
      assert.equal(sent.body.error.code, 'route_not_found')
      assert.equal(sent.body.message, isTheirs ? sent.body.error.message : undefined, path)
    }
    const ours = await ask(service, 'POST', '/v1/nothing', {
      host: 'malote.test',
      key,
      body: email,
    })
    assert.deepEqual(Object.keys(ours.body), ['error'])
  })
})

describe('a host for Resend’s clients', () => {
  it('has their calls at its root, however a path is joined', async t => {
    const { service, key } = await stage(t)
    for (const path of ['/emails', '//emails', '///emails', '/emails/', '//emails//']) {
      const sent = await ask(service, 'POST', path, { key, body: email })
      assert.equal(sent.status, 200, `${path} ${JSON.stringify(sent.body)}`)
      assert.match(sent.body.id, /^msg_/)
      const read = await ask(service, 'GET', `/${path}/${sent.body.id}/`, { key })
      assert.equal(read.body.subject, 'Hi')
    }
    const listed = await ask(service, 'GET', '//emails?limit=2', { key })
    assert.equal(listed.body.data.length, 2)
    for (const written of [`${host}:8080`, 'Resend.Malote.TEST', `${host}.`]) {
      assert.equal((await ask(service, 'GET', '/emails', { key, host: written })).status, 200)
    }
    const below = await ask(service, 'GET', '/resend//emails', { key, host: 'malote.test' })
    assert.equal(below.status, 200)
  })

  it('refuses in Resend’s form, whoever asks', async t => {
    const { service, key } = await stage(t)
    const nobody = await ask(service, 'GET', '/emails')
    assert.deepEqual([nobody.status, nobody.body.name], [401, 'missing_api_key'])
    const paths = [
      '/v1/emails',
      '/v1',
      '/',
      '/healthz',
      '/readyz',
      '/metrics',
      '/docs/',
      '/api/session',
    ]
    const more = ['/resend/emails', '/login', '/malote.svg', '/nothing', '/%zz', '/v/x']
    for (const path of [...paths, ...more, '/hooks/billing/stripe', '/.well-known/x']) {
      for (const asked of [{}, { key }]) {
        const { status, body } = await ask(service, 'GET', path, asked)
        assert.deepEqual([path, status, body.statusCode, body.name], [path, 404, 404, 'not_found'])
      }
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, body } = await ask(service, method, '/emails', { key })
      assert.deepEqual([method, status, body.name], [method, 404, 'not_found'])
    }
    assert.match((await ask(service, 'GET', '/nothing')).body.message, /no such call of Resend/)
  })

  it('takes nothing from the other hosts', async t => {
    const { service, key } = await stage(t)
    const other = { key, host: 'malote.test' }
    assert.equal((await ask(service, 'GET', '/v1/emails', other)).status, 200)
    assert.equal((await ask(service, 'GET', '/resend/emails', other)).status, 200)
    const unknown = await ask(service, 'GET', '/emails', other)
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'route_not_found'])
    // Theirs as well, below the path that is theirs.
    const theirs = await ask(service, 'PUT', '/resend/nothing', other)
    assert.deepEqual([theirs.status, theirs.body.name], [404, 'not_found'])
  })
})

describe('a batch of Resend’s with permissive validation', () => {
  const headers = { 'x-batch-validation': 'permissive' }
  const batch = (
    on: { service: TestService; key: string },
    body: unknown,
    more: Readonly<Record<string, string>> = {},
  ) =>
    ask(on.service, 'POST', '/emails/batch', {
      key: on.key,
      body,
      headers: { ...headers, ...more },
    })

  it('sends what is good, and names the rest by its place', async t => {
    const on = await stage(t)
    const odd = [{ ...email, to: 'nobody@' }, 'no email', { ...email, subject: undefined }]
    const { status, body } = await batch(on, [email, ...odd, { ...email, subject: 'Last' }])
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.length, 2)
    const places = body.errors.map((one: { index: number }) => one.index)
    assert.deepEqual(places, [1, 2, 3])
    for (const { message } of body.errors) assert.match(message, /\w+ .*\.$/)
    const last = await ask(on.service, 'GET', `/emails/${body.data[1].id}`, { key: on.key })
    assert.equal(last.body.subject, 'Last')
    const none = await batch(on, odd)
    assert.deepEqual([none.status, none.body.data, none.body.errors.length], [200, [], 3])
  })

  it('judges each by what the API would answer it, suppression and sender as well', async t => {
    const { service } = await stage(t)
    const key = await service.key('live', 'admin')
    await service.call('POST', '/v1/suppressions', {
      key,
      body: { email: 'gone@here.test', stream: 'all' },
    })
    const emails = [
      { ...email, to: 'gone@here.test' },
      { ...email, from: 'hello@foreign.test' },
      email,
    ]
    const { body } = await batch({ service, key }, emails)
    assert.equal(body.data.length, 1, JSON.stringify(body))
    assert.deepEqual(
      body.errors.map((one: { index: number }) => one.index),
      [0, 1],
    )
    assert.equal((await service.call('GET', '/v1/emails', { key })).body.data.length, 1)
  })

  it('is answered once for a key, and refused as a whole where it is no batch', async t => {
    const on = await stage(t)
    const again = { 'idempotency-key': 'order-1' }
    const first = await batch(on, [email, { ...email, to: [] }], again)
    const second = await batch(on, [email, { ...email, to: [] }], again)
    assert.deepEqual(second, first)
    const { body } = await ask(on.service, 'GET', '/emails', { key: on.key })
    assert.equal(body.data.length, 1)
    for (const wrong of [[], {}, Array(101).fill(email)]) {
      assert.equal((await batch(on, wrong)).status, 422)
    }
    const strict = await ask(on.service, 'POST', '/emails/batch', {
      key: on.key,
      body: [email, { ...email, to: 'nobody@' }],
    })
    assert.equal(strict.status, 422)
  })
})
