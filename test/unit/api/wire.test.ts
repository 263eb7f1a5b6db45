/** Below the routes: bytes that are not HTTP, requests that never end, answers that do not either. */
import assert from 'node:assert/strict'
import * as net from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { readBody } from '#faces/api/body.ts'
import { answerMalformed } from '#faces/api/malformed.ts'
import { createApi } from '#faces/api/server.ts'
import { createMemoryBudget, reserveIn } from '#kernel/base/memory-budget.ts'
import { bodyBytes, route } from '#kernel/routes/route.ts'
import { testDatabase } from '../../support/database.ts'
import {
  ask,
  makeOwner,
  makeProbeTable,
  probeRoutes,
  probeWorld,
  type Service,
  startProbe,
} from './probe.ts'

const { db } = await testDatabase()
const megabyte = 1024 * 1024

/** Sends bytes and returns all that came back until the other side closed. */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(bytes, 'latin1'),
    )
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

describe('On the wire', () => {
  let service: Service
  let key: string
  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    key = (await (await makeOwner(service.world)).key()).key
  })
  after(() => service.api.close())

  test('a connection on which nothing came in time is closed without a word', async t => {
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const server = net.createServer(socket => {
      setTimeout(() => answerMalformed(service.world, late, socket), 50)
      socket.resume()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
    assert.equal(await exchange(url, ''), '')
    assert.match(await exchange(url, 'GET / HTTP/1.1\r\nHo'), /A requisição não chegou a tempo\./)
  })

  const malformed: readonly (readonly [string, string, string])[] = [
    ['no HTTP at all', 'hello\r\n\r\n', 'route_not_found'],
    ['an unknown method', 'FOO /v1/probe HTTP/1.1\r\nHost: x\r\n\r\n', 'route_not_found'],
    ['a bad header', 'GET /v1/probe HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 'invalid_field'],
    [
      'both lengths',
      'POST /v1/probe HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      'invalid_field',
    ],
    [
      'a bad length',
      'POST /v1/probe HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      'invalid_field',
    ],
    [
      '20 KB of headers',
      `GET /v1/probe HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      'invalid_field',
    ],
  ]
  for (const [name, bytes, code] of malformed) {
    test(`${name} is answered in the documented shape and closed`, async () => {
      const text = await exchange(service.url, bytes)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const { error } = JSON.parse(body)
      assert.equal(error.code, code)
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${code === 'route_not_found' ? 404 : 400} `))
      assert.match(head, new RegExp(`Request-Id: ${error.request_id}`))
    })
  }

  test('an expectation that nobody knows is ignored', async () => {
    const text = await exchange(
      service.url,
      `GET /v1/probe HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 200 /)
  })

  test('HTTP/1.0 and a missing Host are served', async () => {
    const text = await exchange(
      service.url,
      `GET /v1/probe HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 200 /)
  })

  test('a refused request whose body never ends is cut off', async () => {
    const cuts: (() => void)[] = []
    const world = probeWorld(db)
    const timer = (ms: number, then: () => void) => {
      if (ms === 10_000) cuts.push(then)
      return world.clock.timer(ms, then)
    }
    const other = await startProbe({ ...world, clock: { ...world.clock, timer } })
    const endless = 'POST /v1/probe HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx'
    const answered = exchange(other.url, endless)
    while (cuts.length === 0) await new Promise(setImmediate)
    cuts[0]!()
    assert.match(await answered, /^HTTP\/1\.1 401 /)
    await other.api.close()
  })

  test('a request that is refused before its body leaves the connection usable', async () => {
    const body = '{"name":"a"}'
    const first = `POST /v1/probe HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const second = `GET /v1/probe HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
    const text = await exchange(service.url, first + second)
    assert.match(text, /^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /)
  })
})

test('A body that comes too slowly is given up within ten seconds, an honest slow one is not', async () => {
  const timers: (() => void)[] = []
  const clock = {
    timer: (_ms: number, then: () => void) => {
      timers.push(then)
      return { cancel() {} }
    },
  }
  const incoming = () => Object.assign(new Readable({ read() {} }), { headers: {} })
  const honest = incoming()
  const reservation = { take: async () => undefined }
  const taken = readBody(clock, honest as never, { reservation, maxBytes: bodyBytes.emails })
  for (let i = 0; i < 10; i++) {
    honest.push(Buffer.alloc(5000))
    await new Promise(setImmediate)
    timers.pop()!()
  }
  honest.push(null)
  assert.equal((await taken).length, 50_000)

  const drip = incoming()
  const dropped = readBody(clock, drip as never, { reservation, maxBytes: bodyBytes.emails })
  drip.push('{')
  await new Promise(setImmediate)
  timers.pop()!()
  await assert.rejects(dropped, /did not come to its end/)
  assert.equal(drip.destroyed, true)
})

test('A stream is answered as it comes, with its own type; HEAD reads none of it', async () => {
  const world = probeWorld(db)
  const { key } = await (await makeOwner(world)).key()
  const api = createApi(world, [
    route({
      method: 'GET',
      path: '/v1/export',
      name: 'export',
      scope: 'read',
      summary: 'Exports',
      success: { status: 200, schema: {}, contentType: 'text/csv; charset=utf-8' },
      errors: [],
      handle: async () => ({
        status: 200,
        body: Readable.from(
          (function* () {
            for (let i = 0; i < 100_000; i++) yield `row ${i}\n`
          })(),
        ),
        headers: { 'Content-Disposition': 'attachment; filename="emails.csv"' },
      }),
    }),
  ])
  const port = await api.listen(0, '127.0.0.1')
  const reply = await ask(`http://127.0.0.1:${port}`, '/v1/export', { key })
  assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="emails.csv"')
  assert.equal(reply.text.split('\n').length, 100_001)
  const head = await ask(`http://127.0.0.1:${port}`, '/v1/export', { key, method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  await api.close()
})

test('Another surface has its own paths and its own way to say no', async () => {
  const world = probeWorld(db)
  const routes = probeRoutes().map(one => ({ ...one, path: one.path.replace('/v1', '/other') }))
  const seen: unknown[] = []
  const api = createApi(world, [], {
    surfaces: [
      {
        routes,
        refuse: ({ error }, status) => ({
          status: status === 401 ? 403 : status,
          body: { name: error.code },
        }),
      },
    ],
    mount: [app => void app.get('/page', (_request, reply) => reply.send('page'))],
    metrics: () => 'malote_up 1\n',
    observe: answered => seen.push(answered),
    statusPage: false,
  })
  const refused = await api.inject({ url: '/other/probe' })
  assert.equal(refused.statusCode, 403)
  assert.deepEqual(JSON.parse(refused.payload), { name: 'missing_api_key' })
  assert.equal((await api.inject({ url: '/page' })).payload, 'page')
  assert.equal((await api.inject({ url: '/metrics' })).payload, 'malote_up 1\n')
  assert.equal((await api.inject({ url: '/' })).statusCode, 404)
  assert.partialDeepStrictEqual(seen, [{ route: 'probe.list', status: 403 }])
  await api.close()
})

test('A large body is left on the wire until there is room for it', async () => {
  const clock = { timer: () => ({ cancel() {} }) }
  const room = createMemoryBudget(10 * megabyte)
  const incoming = (headers: object) => Object.assign(new Readable({ read() {} }), { headers })
  for (const headers of [{ 'content-length': String(3 * megabyte) }, {}]) {
    const first = reserveIn(room, 'a')
    await first.take(9 * megabyte)
    const request = incoming(headers)
    const reservation = reserveIn(room, 'b')
    const read = readBody(clock, request as never, { reservation, maxBytes: bodyBytes.emails })
    for (let i = 0; i < 3; i++) request.push(Buffer.alloc(megabyte))
    request.push(null)
    let isRead = false
    void read.then(() => {
      isRead = true
    })
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
    assert.equal(isRead, false)
    first.release()
    assert.equal((await read).length, 3 * megabyte)
    reservation.release()
  }
})

test('A connection that closes while it waits for room gives its place back', async () => {
  const clock = { timer: () => ({ cancel() {} }) }
  const room = createMemoryBudget(10 * megabyte)
  const first = reserveIn(room, 'a')
  await first.take(10 * megabyte)
  const headers = { 'content-length': String(8 * megabyte) }
  const request = Object.assign(new Readable({ read() {} }), { headers })
  const reservation = reserveIn(room, 'b')
  const read = readBody(clock, request as never, { reservation, maxBytes: bodyBytes.emails })
  request.destroy()
  await assert.rejects(read, /did not come to its end/)
  reservation.release()
  first.release()
  await reserveIn(room, 'c').take(10 * megabyte)
})
