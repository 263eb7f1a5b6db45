/** One exchange with receivers that answer well, badly, slowly, for ever or not at all (W4). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseNetworks } from '#kernel/base/addresses.ts'
import type { Dns } from '#kernel/world/dns.ts'
import type { HttpRequest, HttpResult } from '#kernel/world/http.ts'
import { type RealHttp, realHttp } from '#kernel/world/real/http.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { machineClock } from '../../support/real-clock.ts'

const none = async () => ({ kind: 'none', secure: false }) as const
const loopback = async () =>
  ({ kind: 'answer', records: ['127.0.0.1'], ttlSeconds: 60, secure: false }) as const
const dns: Dns = {
  mx: none,
  a: loopback,
  aaaa: none,
  txt: none,
  cname: none,
  tlsa: none,
  ptr: none,
}
const root = makeCertificate({ name: 'Test Root', authority: true })
const http: RealHttp = realHttp({
  dns,
  clock: machineClock,
  allow: parseNetworks('127.0.0.0/8'),
  roots: root.pem,
})
const running: { close(): void }[] = [http]
after(() => {
  for (const one of running) one.close()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  running.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const web = (listener: RequestListener): Promise<number> => listen(createHttpServer(listener))
const raw = (onSocket: (socket: Socket) => void): Promise<number> => listen(createServer(onSocket))
/** Answers once it has seen the end of the request's head. */
const scripted = (answer: string | Buffer): Promise<number> =>
  raw(socket => socket.once('data', () => socket.write(answer)))

const post = (url: string, more: Partial<HttpRequest> = {}): Promise<HttpResult> =>
  http.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    timeoutMs: 2_000,
    maxAnswerBytes: 65_536,
    ...more,
  })

const brief = (result: HttpResult): string =>
  result.kind === 'failure'
    ? result.reason
    : `${result.status} ${result.body.length}${result.truncated ? ' truncated' : ''}`

describe('a good receiver', () => {
  it('gets method, path, host, headers and body as given', async () => {
    const seen: unknown[] = []
    const port = await web((request, answer) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        const { host, authorization } = request.headers
        const length = request.headers['content-length']
        seen.push([
          request.method,
          request.url,
          host,
          authorization,
          length,
          String(Buffer.concat(chunks)),
        ])
        answer.writeHead(201, { 'x-one': 'a', 'set-cookie': ['b', 'c'] }).end('made')
      })
    })
    const result = await post(`http://u:p%40@hook.example:${port}/in?x=1#part`)
    assert.equal(result.kind === 'answer' && result.status, 201)
    assert.equal(result.kind === 'answer' && String(result.body), 'made')
    assert.equal(result.kind === 'answer' && result.headers['x-one'], 'a')
    assert.equal(result.kind === 'answer' && result.headers['set-cookie'], 'b, c')
    const basic = `Basic ${Buffer.from('u:p@').toString('base64')}`
    assert.deepEqual(seen, [['POST', '/in?x=1', `hook.example:${port}`, basic, '7', '{"a":1}']])
  })

  it('is spoken to over one kept connection, and over many at once', async () => {
    let connections = 0
    const server = createHttpServer((_, answer) => answer.end('ok'))
    server.on('connection', () => connections++)
    const port = await listen(server)
    for (let n = 0; n < 50; n++) {
      assert.equal(brief(await post(`http://hook.example:${port}/`)), '200 2')
    }
    assert.equal(connections, 1)
    const many = Array.from({ length: 100 }, () => post(`http://hook.example:${port}/`))
    assert.ok((await Promise.all(many)).every(result => brief(result) === '200 2'))
    assert.ok(connections <= 100)
  })

  it('may close its kept connections: the next request goes over a new one', async () => {
    let connections = 0
    const port = await raw(socket => {
      connections++
      let requests = 0
      socket.on('data', () => {
        // The second request on a connection meets a reset.
        if (++requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        else socket.resetAndDestroy()
      })
    })
    for (let n = 0; n < 5; n++)
      assert.equal(brief(await post(`http://hook.example:${port}/`)), '200 0')
    assert.equal(connections, 5)
  })

  it('answers without a body, with one to the byte, and with too much', async () => {
    const port = await web((request, answer) => {
      if (request.url === '/204') answer.writeHead(204).end()
      else answer.end('x'.repeat(Number(request.url!.slice(1))))
    })
    const url = `http://hook.example:${port}`
    assert.equal(brief(await post(`${url}/204`)), '204 0')
    assert.equal(brief(await post(`${url}/65536`)), '200 65536')
    assert.equal(brief(await post(`${url}/65537`)), '200 65536 truncated')
  })
})

describe('a bad receiver', () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const cases: Record<string, [string | Buffer, string]> = {
    'answers garbage': ['\u0000\u0001 garbage\r\n\r\n', 'network'],
    'sends 100 KB of headers': [`${head}x: ${'y'.repeat(100_000)}\r\n\r\n`, 'network'],
    'sends 1xx answers for ever': ['HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), 'network'],
    'wants another protocol': [
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'network',
    ],
    'sends two lengths': [`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 'network'],
    'stops in the headers': [head, 'timeout'],
    'stops in the body': [`${head}Content-Length: 10\r\n\r\nabc`, 'timeout'],
    'says nothing': ['', 'timeout'],
  }
  for (const [name, [answer, expected]] of Object.entries(cases)) {
    it(`that ${name} is a ${expected} failure in time`, async () => {
      const port = await scripted(answer)
      const from = performance.now()
      const result = await post(`http://hook.example:${port}/`, { timeoutMs: 150 })
      assert.equal(brief(result), expected)
      assert.ok(performance.now() - from < 10_000)
    })
  }

  it('that sends a byte now and then does not outlive the deadline', async () => {
    const port = await raw(socket => {
      socket.write(`${head}Content-Length: 1000\r\n\r\n`)
      const drip = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    assert.equal(brief(await post(`http://hook.example:${port}/`, { timeoutMs: 150 })), 'timeout')
  })

  it('that closes or refuses is a network failure', async () => {
    const closing = await raw(socket => socket.end())
    assert.equal(brief(await post(`http://hook.example:${closing}/`)), 'network')
    const half = await raw(socket => socket.end(`${head}Content-Length: 10\r\n\r\nabc`))
    assert.equal(brief(await post(`http://hook.example:${half}/`)), 'network')
    const server = createServer()
    const port = await listen(server)
    await new Promise(resolve => server.close(resolve))
    assert.equal(brief(await post(`http://hook.example:${port}/`)), 'network')
  })

  it('that sends without end is cut at the cap, in little memory', async () => {
    const block = Buffer.alloc(65_536)
    const port = await raw(socket => {
      socket.write(head + '\r\n')
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
      }
      socket.on('drain', more)
      more()
    })
    const before = process.memoryUsage().rss
    for (let n = 0; n < 20; n++) {
      assert.equal(brief(await post(`http://hook.example:${port}/`)), '200 65536 truncated')
    }
    assert.ok(process.memoryUsage().rss - before < 100e6)
  })

  it('cannot make us unpack anything', async () => {
    const bomb = gzipSync(Buffer.alloc(50e6))
    const port = await web((_, answer) =>
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const result = await post(`http://hook.example:${port}/`)
    assert.equal(result.kind === 'answer' && result.body.subarray(0, 2).toString('hex'), '1f8b')
    assert.ok(result.kind === 'answer' && result.body.length <= 65_536)
  })

  it('keeps nobody else waiting, five hundred of them either', async () => {
    const sockets: Socket[] = []
    const silent = await raw(socket => void sockets.push(socket))
    const good = await web((_, answer) => answer.end('ok'))
    let settled = 0
    const hung = Array.from({ length: 500 }, async () => {
      const result = await post(`http://hook.example:${silent}/`, { timeoutMs: 60_000 })
      settled++
      return brief(result)
    })
    assert.equal(brief(await post(`http://good.example:${good}/`, { timeoutMs: 60_000 })), '200 2')
    assert.equal(settled, 0)
    while (sockets.length < 500) await machineClock.sleep(5)
    for (const socket of sockets) socket.destroy()
    assert.ok((await Promise.all(hung)).every(result => result === 'network'))
  })

  it('never sees headers or paths that would be two', async () => {
    const port = await web((_, answer) => answer.end())
    const url = `http://hook.example:${port}/`
    assert.equal(brief(await post(url, { headers: { 'x-a': 'b\r\nX-C: d' } })), 'bad_url')
    assert.equal(brief(await post(url, { headers: { 'x a': 'b' } })), 'bad_url')
    assert.equal(brief(await post(`${url}a b\r\nX: y`)), '200 0')
  })
})

describe('over TLS', () => {
  const serve = (certificate: { cert: string; key: string }): Promise<number> =>
    listen(createHttpsServer(certificate, (_, answer) => answer.end('safe')))

  it('accepts a certificate for the name from a root it knows', async () => {
    const middle = makeCertificate({ name: 'Test Middle', authority: true, issuer: root })
    const port = await serve(makeCertificate({ name: 'hook.example', issuer: middle }))
    assert.equal(brief(await post(`https://hook.example:${port}/`)), '200 4')
    assert.equal(brief(await post(`https://hook.example.:${port}/`)), '200 4')
    assert.equal(brief(await post(`https://other.example:${port}/`)), 'tls')
    const literal = await serve(makeCertificate({ name: 'ip', names: ['127.0.0.1'], issuer: root }))
    assert.equal(brief(await post(`https://127.0.0.1:${literal}/`)), '200 4')
  })

  it('refuses every other certificate, and what is no TLS', async () => {
    const day = 86_400_000
    const bad = [
      makeCertificate({ name: 'hook.example' }),
      makeCertificate({
        name: 'hook.example',
        issuer: makeCertificate({ name: 'X', authority: true }),
      }),
      makeCertificate({
        name: 'hook.example',
        issuer: root,
        notAfter: new Date(Date.now() - day / 48),
      }),
      makeCertificate({
        name: 'hook.example',
        issuer: root,
        notBefore: new Date(Date.now() + day / 2),
      }),
    ]
    for (const certificate of bad) {
      const port = await serve(certificate)
      assert.equal(brief(await post(`https://hook.example:${port}/`)), 'tls')
    }
    const plain = await web((_, answer) => answer.end())
    assert.equal(brief(await post(`https://hook.example:${plain}/`)), 'tls')
  })
})
