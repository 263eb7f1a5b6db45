/**
 * Every adapter of the outside, through errors, callbacks that come twice and callbacks that come
 * late. Whatever the system does, an adapter answers once and throws nowhere: an exception that
 * nobody has caught, an unhandled rejection and an 'error' event without a listener each end the
 * service, and the runner of these tests counts any of them as a failure.
 */
import assert from 'node:assert/strict'
import dgram from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import { openSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { createApi } from '#faces/api/server.ts'
import { parseNetworks } from '#kernel/base/addresses.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Dns, DnsAnswer } from '#kernel/world/dns.ts'
import { NetError } from '#kernel/world/net.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { overTcp, overUdp } from '#kernel/world/real/dns-transport.ts'
import { realHttp } from '#kernel/world/real/http.ts'
import { realNet } from '#kernel/world/real/net.ts'
import { createKeptWorker, runInWorker } from '#kernel/world/worker-thread.ts'
import { testDatabase } from '../../support/database.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'

const query = Buffer.from('abcd01000001000000000000', 'hex')
const exchange = {
  server: { host: '127.0.0.1', port: 9 },
  query,
  timeoutMs: 60_000,
  clock: machineClock,
}
const soon = () => new Promise<void>(resolve => setImmediate(resolve))

/** The runtime's own function, replaced for every module until the test ends. */
function replace<T extends object, K extends keyof T & string>(
  t: TestContext,
  module: T,
  name: K,
  by: unknown,
): void {
  const own = module[name]
  module[name] = by as T[K]
  syncBuiltinESMExports()
  t.after(() => {
    module[name] = own
    syncBuiltinESMExports()
  })
}

/** A datagram socket that calls back as it is told; `send` and `close` throw where they would. */
class OddSocket extends EventEmitter {
  connected: (error?: Error) => void = () => {}
  isClosed = false
  sent = 0

  connect(_port: number, _address: string, connected: (error?: Error) => void): void {
    this.connected = connected
  }

  send(): void {
    if (this.isClosed) throw new Error('ERR_SOCKET_DGRAM_NOT_RUNNING')
    this.sent++
  }

  close(): void {
    if (this.isClosed) throw new Error('ERR_SOCKET_DGRAM_NOT_RUNNING')
    this.isClosed = true
  }
}

describe('a name server asked over UDP', () => {
  const stage = (t: TestContext) => {
    const socket = new OddSocket()
    replace(t, dgram, 'createSocket', () => socket)
    return socket
  }

  it('that the system will not connect to is a failure of the network', async () => {
    // What the system refuses at once; the callback hears of it, and no event tells.
    const server = { host: '255.255.255.255', port: 53 }
    const found = await overUdp({ ...exchange, server })
    assert.deepEqual(found, { kind: 'failure', reason: 'network' })
  })

  it('that has no route leaves the question to the next one', async t => {
    const dns = await startDnsServer({ zones: { 'here.example': { A: ['192.0.2.1'] } } })
    t.after(() => dns.close())
    const servers = ['255.255.255.255:53', '[2001:db8::53]:53', dns.address]
    const asked = realDns({
      servers,
      clock: machineClock,
      random: machineRandom,
      tryTimeoutMs: 250,
    })
    const answer = await asked.a('here.example')
    assert.deepEqual(answer.kind === 'answer' && answer.records, ['192.0.2.1'])
    const none = realDns({
      servers: servers.slice(0, 1),
      clock: machineClock,
      random: machineRandom,
    })
    assert.deepEqual(await none.mx('here.example'), { kind: 'failure', reason: 'network' })
  })

  it('is asked once by a callback that comes twice, and never by one with an error', async t => {
    const socket = stage(t)
    const found = overUdp(exchange)
    socket.connected(new Error('ENETUNREACH'))
    socket.connected(new Error('ENETUNREACH'))
    socket.emit('error', new Error('ENETUNREACH'))
    assert.deepEqual(await found, { kind: 'failure', reason: 'network' })
    assert.equal(socket.sent, 0)
  })

  it('hears nothing of what comes after the end', async t => {
    const socket = stage(t)
    const found = overUdp({ ...exchange, timeoutMs: 1 })
    assert.deepEqual(await found, { kind: 'failure', reason: 'timeout' })
    socket.connected()
    socket.emit('error', new Error('late'))
    socket.emit('error', new Error('late again'))
    socket.emit('message', query)
    assert.ok(socket.isClosed)
    assert.equal(socket.sent, 0)
  })

  it('that closes its socket itself has failed', async t => {
    const socket = stage(t)
    const found = overUdp(exchange)
    socket.close()
    socket.connected()
    assert.deepEqual(await found, { kind: 'failure', reason: 'network' })
  })

  it('for which there is no socket at all has failed', async t => {
    replace(t, dgram, 'createSocket', () => {
      throw new Error('EMFILE')
    })
    assert.deepEqual(await overUdp(exchange), { kind: 'failure', reason: 'network' })
  })
})

/** A stream socket whose events are ours. */
class OddStream extends EventEmitter {
  readonly written: Buffer[] = []
  destroyed = false
  readonly remoteAddress = '127.0.0.1'

  write(bytes: Buffer): boolean {
    this.written.push(bytes)
    return true
  }

  destroy(): void {
    this.destroyed = true
  }

  destroySoon(): void {
    this.destroyed = true
  }
}

describe('a name server asked over TCP', () => {
  it('answers once, whatever its socket says and how often', async t => {
    const socket = new OddStream()
    replace(t, net, 'connect', () => socket)
    const found = overTcp(exchange)
    socket.emit('connect')
    socket.emit('connect')
    const answer = Buffer.concat([Buffer.from([0, query.length]), query])
    socket.emit('data', answer)
    socket.emit('data', answer)
    socket.emit('error', new Error('ECONNRESET'))
    socket.emit('error', new Error('ECONNRESET'))
    socket.emit('close')
    assert.deepEqual(await found, { kind: 'bytes', bytes: query })
    assert.ok(socket.destroyed)
  })

  it('for which there is no socket at all has failed', async t => {
    replace(t, net, 'connect', () => {
      throw new Error('EMFILE')
    })
    assert.deepEqual(await overTcp(exchange), { kind: 'failure', reason: 'network' })
  })
})

describe('a connection', () => {
  const target = { address: '127.0.0.1', port: 9, timeoutMs: 60_000 }

  it('that cannot be tried is a NetError', async () => {
    for (const odd of [{ port: 70_000 }, { localAddress: 'nowhere' }]) {
      await assert.rejects(realNet().connect({ ...target, ...odd }), NetError)
    }
  })

  it('takes errors and ends that come twice, and after its own end', async t => {
    const socket = new OddStream()
    replace(t, net, 'connect', () => socket)
    const dialling = realNet().connect(target)
    socket.emit('connect')
    const connection = await dialling
    const reading = connection.read()
    socket.emit('error', new Error('ECONNRESET'))
    socket.emit('error', new Error('ECONNRESET'))
    await assert.rejects(reading, NetError)
    connection.end()
    connection.destroy()
    for (const event of ['end', 'end', 'drain', 'close', 'close', 'connect']) socket.emit(event)
    socket.emit('data', Buffer.from('late'))
    socket.emit('error', new Error('late'))
    await assert.rejects(connection.write('more'), NetError)
  })

  it('that fails after its time is over is not heard', async t => {
    const socket = new OddStream()
    replace(t, net, 'connect', () => socket)
    await assert.rejects(realNet().connect({ ...target, timeoutMs: 1 }), /no connection/)
    socket.emit('error', new Error('ETIMEDOUT'))
    socket.emit('connect')
    socket.emit('error', new Error('late'))
  })

  it('that breaks in the handshake, or speaks no TLS, is a NetError', async t => {
    const answers: (string | null)[] = [
      null,
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      '\0'.repeat(2_000),
    ]
    const server = net.createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => {
        const answer = answers.shift()
        if (answer) socket.end(answer)
        else socket.resetAndDestroy()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    while (answers.length > 0) {
      const connection = await realNet().connect({ ...target, port })
      const options = { serverName: 'mx.example', timeoutMs: 30_000 }
      await assert.rejects(connection.startTls(options), NetError)
      await assert.rejects(connection.read(), NetError)
    }
  })
})

describe('a request by HTTP', () => {
  const allow = parseNetworks('127.0.0.0/8')
  const never = async (): Promise<never> => assert.fail('not asked')
  const dnsWith = (a: Dns['a']): Dns => ({
    mx: never,
    txt: never,
    cname: never,
    tlsa: never,
    ptr: never,
    a,
    aaaa: async () => ({ kind: 'none', secure: false }),
  })
  const request = {
    method: 'POST' as const,
    headers: {},
    body: Buffer.from('{}'),
    timeoutMs: 10_000,
    maxAnswerBytes: 100,
  }

  it('has failed where the look-up throws, and where it answers after the end', async t => {
    const late = Promise.withResolvers<DnsAnswer<string>>()
    const throwing = dnsWith(async () => {
      throw new Error('the look-up broke')
    })
    for (const [dns, timeoutMs, reason] of [
      [throwing, 10_000, 'network'],
      [dnsWith(() => late.promise), 20, 'timeout'],
    ] as const) {
      const http = realHttp({ dns, clock: machineClock, allow })
      t.after(() => http.close())
      const found = await http.request({ ...request, url: 'http://there.example/', timeoutMs })
      assert.equal(found.kind === 'failure' && found.reason, reason)
    }
    late.resolve({ kind: 'answer', records: ['127.0.0.1'], ttlSeconds: 1, secure: false })
    await soon()
  })

  it('answers once, where the server answers twice, breaks off, or speaks of other things', async t => {
    const head = 'HTTP/1.1 200 OK\r\n'
    const answers = [
      `${head}Content-Length: 2\r\n\r\nok${head}Content-Length: 2\r\n\r\nno`,
      `${head}Content-Length: 20\r\n\r\nok`,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello',
      `${head}Content-Length: 1000\r\n\r\n${'x'.repeat(1_000)}`,
      '\0\0\0',
      '',
    ]
    const server = net.createServer(socket => {
      socket.on('error', () => {})
      const answer = answers.shift() ?? ''
      socket.once('data', () => socket.write(answer, () => socket.destroySoon()))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const http = realHttp({ dns: dnsWith(never), clock: machineClock, allow })
    t.after(() => http.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const kinds: string[] = []
    while (answers.length > 0) kinds.push((await http.request({ ...request, url })).kind)
    const failure = 'failure'
    assert.deepEqual(kinds, ['answer', failure, failure, failure, 'answer', failure, failure])
  })
})

describe('the server for HTTP', () => {
  it('survives a connection that cannot be taken', async t => {
    const servers: net.Server[] = []
    const listen = net.Server.prototype.listen
    replace(t, net.Server.prototype, 'listen', function (this: net.Server, ...how: never[]) {
      servers.push(this)
      return (listen as (...how: never[]) => net.Server).apply(this, how)
    })
    const world = fakeWorld({ db: {} as Db })
    const api = createApi(world, [])
    t.after(() => api.close())
    const port = await api.listen(0, '127.0.0.1')
    // What the runtime emits where accept(2) fails for want of descriptors or memory.
    for (const code of ['EMFILE', 'ENOBUFS']) servers[0]!.emit('error', new Error(code))
    const told = (code: string) => `a connection could not be taken {"error":"Error: ${code}"}`
    assert.deepEqual(world.complaints, ['EMFILE', 'ENOBUFS'].map(told))
    assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  })
})

describe('the database', () => {
  it('survives connections that are lost twice, idle and in the middle of a statement', async t => {
    const { url } = await testDatabase(t)
    const clients: pg.Client[] = []
    const connect = pg.Client.prototype.connect
    replace(t, pg.Client.prototype, 'connect', function (this: pg.Client, ...how: never[]) {
      clients.push(this)
      return (connect as (...how: never[]) => unknown).apply(this, how)
    })
    const db = realDb({ address: url, connections: 2, log: { warn: () => {} } })
    t.after(() => db.close())
    await db.query('select 1')
    const lose = (message: string): void => {
      for (const client of clients.splice(0)) {
        client.emit('error', new Error(message))
        client.emit('error', new Error(`${message} again`))
      }
    }
    lose('ECONNRESET')
    const asked = db.query('select pg_sleep(0.2)')
    await until(() => clients.length > 0)
    const stream = (clients[0] as unknown as { connection: { stream: net.Socket } }).connection
      .stream
    stream.destroy(new Error('ECONNRESET'))
    await assert.rejects(asked)
    lose('late')
    assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }])
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await soon()
}

const thread = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${source}`)}`,
  )

describe('a thread', () => {
  const limits = { maxMs: 60_000, maxHeapMb: 64 }

  it('that fails after it has answered has answered', async () => {
    const late = thread(`parentPort.postMessage('so'); throw new Error('late')`)
    assert.equal(await runInWorker(machineClock, late, null, limits), 'so')
    await assert.rejects(
      runInWorker(machineClock, thread(`throw new Error('at once')`), null, limits),
      /at once/,
    )
  })

  it('that falls between two questions is started anew for the next one', async () => {
    const falls = thread(`
      parentPort.on('message', asked => {
        parentPort.postMessage(asked + '!')
        setTimeout(() => { throw new Error('between two questions') }, 1)
      })
      parentPort.postMessage('ready')`)
    const kept = { ...limits, startMs: 60_000, idleMs: 60_000 }
    const ask = createKeptWorker<string, string>(machineClock, falls, kept)
    assert.equal(await ask('one'), 'one!')
    await machineClock.sleep(300)
    assert.equal(await ask('two'), 'two!')
  })
})

describe('the log', () => {
  it('goes on where its lines cannot be written', { skip: process.platform !== 'linux' }, () => {
    // Never closed: what is left unwritten would go to whatever has its number by then.
    const full = openSync('/dev/full', 'w')
    const log = realLog('info', full)
    for (let line = 0; line < 100; line++) log.info({ line, text: 'x'.repeat(50_000) }, 'a line')
  })
})

describe('the clock', () => {
  it('has no timer that goes off at once because it is far away', async () => {
    const clock = realClock()
    let isOver = false
    const timer = clock.timer(400 * 86_400_000, () => {
      isOver = true
    })
    const stopping = new AbortController()
    const asleep = clock.sleep(Number.POSITIVE_INFINITY, stopping.signal)
    await machineClock.sleep(20)
    assert.ok(!isOver)
    timer.cancel()
    timer.cancel()
    stopping.abort(new Error('woken'))
    await assert.rejects(asleep, /woken/)
  })
})
