/** The client against a server made of functions (repeats, errors) and against a whole service. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ClientOptions, Malote, MaloteError } from '../../../client/src/malote.ts'
import { startTestService } from '../../support/service.ts'

interface Asked {
  readonly url: string
  readonly headers: Headers
  readonly init: RequestInit
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const refusal = (status: number, type: string, code: string, headers?: Record<string, string>) =>
  json(status, { error: { type, code, message: 'No.', request_id: 'req_1' } }, headers)
const accepted = () => json(202, { id: 'msg_1', status: 'queued' })

/** A client whose server answers with these, one after the other, and what was asked of it. */
function against(answers: (() => Response)[], options: ClientOptions = {}) {
  const asked: Asked[] = []
  const waits: number[] = []
  const malote = new Malote('svc_live_x', {
    baseUrl: 'http://malote.test/',
    fetch: async (input, init = {}) => {
      asked.push({ url: String(input), headers: new Headers(init.headers), init })
      const next = answers.shift()
      if (!next) throw new Error('asked once too often')
      return next()
    },
    wait: async ms => void waits.push(ms),
    ...options,
  })
  return { malote, asked, waits }
}

const unreachable = (): Response => {
  throw new TypeError('fetch failed')
}
const email = { from: 'a@shop.test', to: ['b@c.test'], subject: 'Hi', text: 'Hi' }

describe('a call that fails', () => {
  it('is repeated with one idempotency key after network errors, 5xx and 429', async () => {
    const { malote, asked, waits } = against([
      unreachable,
      () => new Response('bad gateway', { status: 502 }),
      () => refusal(429, 'rate_limited', 'rate_limited', { 'retry-after': '2' }),
      accepted,
    ])
    assert.equal((await malote.emails.send(email)).id, 'msg_1')
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    assert.equal(new Set(keys).size, 1)
    assert.match(keys[0]!, /^[0-9a-f-]{36}$/)
    assert.equal(waits.length, 3)
    assert.ok(waits[0]! >= 250 && waits[0]! <= 500)
    assert.ok(waits[2]! >= 2000)
  })

  it('has a new key per call, and that of the caller where one is given', async () => {
    const { malote, asked } = against([accepted, accepted, accepted])
    await malote.emails.send(email)
    await malote.emails.send(email)
    await malote.emails.send(email, { idempotencyKey: 'order-7' })
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    assert.equal(new Set(keys).size, 3)
    assert.equal(keys[2], 'order-7')
  })

  it('waits for its own twin, and gives up after the last repeat', async () => {
    const twin = () => refusal(409, 'conflict', 'idempotency_in_progress', { 'retry-after': '1' })
    const first = against([twin, accepted])
    await first.malote.emails.send(email)
    assert.ok(first.waits[0]! >= 1000)
    const second = against([unreachable, unreachable], { maxRetries: 1 })
    await assert.rejects(second.malote.emails.send(email), { code: 'connection_failed' })
    assert.equal(second.asked.length, 2)
  })

  it('is not repeated where that cannot help', async () => {
    for (const [status, type, code] of [
      [400, 'invalid_request', 'invalid_field'],
      [401, 'authentication', 'invalid_api_key'],
      [409, 'conflict', 'idempotency_conflict'],
      [429, 'tier_limit', 'daily_limit_reached'],
    ] as const) {
      const { malote, asked } = against([() => refusal(status, type, code)])
      await assert.rejects(malote.emails.send(email), { name: 'MaloteError', code, status })
      assert.equal(asked.length, 1)
    }
    const { malote } = against([
      () => refusal(429, 'rate_limited', 'rate_limited', { 'retry-after': '3600' }),
    ])
    await assert.rejects(malote.emails.send(email), { retryAfterSeconds: 3600 })
  })

  it('names a time-out, a foreign answer, and passes on the caller’s own abort', async () => {
    const hanging: ClientOptions['fetch'] = (_input, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(new Error('aborted')))
      })
    const slow = new Malote('k', { fetch: hanging, timeoutMs: 5, maxRetries: 0 })
    await assert.rejects(slow.emails.get('msg_1'), { code: 'timed_out' })
    const abort = new AbortController()
    const stopped = assert.rejects(
      slow.emails.get('msg_1', { signal: abort.signal, timeoutMs: 60_000 }),
      /enough/,
    )
    abort.abort(new Error('enough'))
    await stopped
    const { malote } = against([() => new Response('<html>', { status: 200 })])
    await assert.rejects(malote.emails.get('msg_1'), { code: 'unexpected_answer', status: 200 })
  })
})

describe('a call', () => {
  it('encodes path, query and language', async () => {
    const { malote, asked } = against([() => json(200, { data: [], has_more: false }), accepted])
    await malote.emails.list({ tag: { 'a b': '1&2' }, limit: 3, subject: undefined })
    await malote.suppressions.delete('a/b@c.test', { stream: 'all' }, { language: 'pt' })
    assert.equal(asked[0]!.url, 'http://malote.test/v1/emails?tag%5Ba+b%5D=1%262&limit=3')
    assert.equal(asked[0]!.headers.get('accept-language'), null)
    assert.equal(asked[1]!.url, 'http://malote.test/v1/suppressions/a%2Fb%40c.test?stream=all')
    assert.equal(asked[1]!.headers.get('accept-language'), 'pt')
    assert.equal(asked[1]!.init.method, 'DELETE')
  })

  it('never leaves out an id, which would reach another call', () => {
    const { malote } = against([])
    for (const id of ['', '.', '..', undefined, null, 7]) {
      assert.throws(() => malote.webhooks.delete(id as string), TypeError)
    }
    assert.throws(() => new Malote(''), /API key/)
  })

  it('answers the bytes of a file where one is asked for, and what it answers otherwise', async () => {
    const file = () => new Response('a,b\r\n1,2\r\n', { headers: { 'content-type': 'text/csv' } })
    const empty = () => json(200, { data: [], has_more: false })
    const { malote, asked } = against([file, file, file, () => json(200, { audience: 7 }), empty])
    const format = 'csv' as const
    const files = [
      await malote.campaigns.stats('cmp_1', { by: 'link', format }),
      await malote.campaigns.recipients('cmp_1', { state: 'released', format }),
      await malote.imports.errors('imp_1', { format }),
    ]
    for (const one of files) assert.equal(await new Response(one).text(), 'a,b\r\n1,2\r\n')
    const figures = await malote.campaigns.stats('cmp_1', { format: 'json' })
    assert.equal('audience' in figures && figures.audience, 7)
    assert.deepEqual((await malote.campaigns.recipients('cmp_1')).data, [])
    assert.deepEqual(
      asked.map(({ url }) => url.slice('http://malote.test/v1/'.length)),
      [
        'campaigns/cmp_1/stats?by=link&format=csv',
        'campaigns/cmp_1/recipients?state=released&format=csv',
        'imports/imp_1/errors?format=csv',
        'campaigns/cmp_1/stats?format=json',
        'campaigns/cmp_1/recipients',
      ],
    )
  })

  it('asks for pages only as they are needed', async () => {
    const page = (ids: string[], more: boolean) => () =>
      json(200, { data: ids.map(id => ({ id })), has_more: more })
    const { malote, asked } = against([page(['evt_1', 'evt_2'], true), page(['evt_3'], false)])
    const list = malote.events.list({ limit: 2 })
    assert.equal(asked.length, 0)
    assert.deepEqual((await list).data.length, 2)
    const ids: string[] = []
    for await (const { id } of list) ids.push(id)
    assert.deepEqual(ids, ['evt_1', 'evt_2', 'evt_3'])
    assert.equal(asked.length, 2)
    assert.match(asked[1]!.url, /\?limit=2&starting_after=evt_2$/)
  })
})

describe('against a service', () => {
  it('sends, reads, lists, exports, and understands refusals', async t => {
    const service = await startTestService(t)
    const baseUrl = `http://127.0.0.1:${service.port}`
    const apiKey = await service.key('test', 'admin')
    const malote = new Malote(apiKey, { baseUrl, language: 'en' })

    const sent = await malote.emails.send({ ...email, tags: { order: '7' } })
    assert.equal(sent.status, 'captured')
    const read = await malote.emails.get(sent.id)
    assert.deepEqual(
      read.events.map(event => event.type),
      ['accepted', 'queued'],
    )
    assert.deepEqual((await malote.emails.content(sent.id)).text, 'Hi')
    const batch = await malote.emails.sendBatch({ emails: Array(5).fill(email) })
    const listed: string[] = []
    for await (const one of malote.emails.list({ limit: 2 })) listed.push(one.id)
    assert.deepEqual(listed.sort(), [sent.id, ...batch.data.map(one => one.id)].sort())
    const csv = await new Response(await malote.emails.export({ tag: { order: '7' } })).text()
    assert.match(csv, new RegExp(sent.id))
    assert.equal(csv.trim().split('\n').length, 2)

    const refused = await malote.emails.send({ ...email, to: ['b@'] }).catch(error => error)
    assert.ok(refused instanceof MaloteError)
    assert.equal(refused.code, 'invalid_field')
    assert.equal(refused.param, 'to[0]')
    assert.match(refused.requestId!, /^req_/)
    assert.match(refused.docUrl!, /errors#invalid_field$/)

    const entry = await malote.suppressions.create({ email: 'x@y.test', stream: 'all' })
    assert.equal((await malote.suppressions.list({ email: 'x@y.test' })).data[0]!.id, entry.id)
    assert.equal((await malote.suppressions.delete('x@y.test')).deleted, true)
  })
})
