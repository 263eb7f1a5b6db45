/**
 * What every World promises, asked of the real one and of the simulated one: what the program may
 * rely on, the storm must not lie about.
 */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { sqlState, violatedConstraint } from '#kernel/world/db.ts'
import { NetError } from '#kernel/world/net.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { openCluster } from '../../../sim/storm/cluster.ts'
import { simWorld } from '../../../sim/world/world.ts'
import { testDatabase } from '../../support/database.ts'

/** A world under test: how to let it run, and where its helper servers are. */
interface Subject {
  readonly world: World
  run<T>(work: Promise<T>): Promise<T>
  /** Addresses of servers: one that echoes once and ends, one that is silent, one that is not there. */
  readonly echo: Place
  readonly silent: Place
  readonly nobody: Place
}

interface Place {
  readonly address: string
  readonly port: number
}

async function real(): Promise<Subject> {
  const { db } = await testDatabase()
  const settings = readSettings({ LOG_LEVEL: 'silent', MALOTE_NETWORK_ALLOW: '127.0.0.0/8' })
  const sockets = new Set<Socket>()
  const listen = async (serve: (socket: Socket) => void): Promise<Place> => {
    const server = createServer(socket => {
      sockets.add(socket)
      serve(socket.on('error', () => {}))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return { address: '127.0.0.1', port: (server.address() as { port: number }).port }
  }
  const echo = await listen(socket => socket.once('data', bytes => socket.end(bytes)))
  const silent = await listen(() => {})
  const closing = createServer()
  await new Promise<void>(resolve => closing.listen(0, '127.0.0.1', resolve))
  // Another process may have the port by then, but not at this address.
  const nobody = { address: '127.0.0.77', port: (closing.address() as { port: number }).port }
  await new Promise(resolve => closing.close(resolve))
  return { world: realWorld({ settings, db }), run: work => work, echo, silent, nobody }
}

async function simulated(): Promise<Subject> {
  const cluster = await openCluster(3)
  const store = await cluster.create('contract')
  after(async () => {
    await store.drop()
    await cluster.stop()
  })
  const startMs = Date.UTC(2026, 5, 1)
  const { world, universe } = simWorld({ seed: 1, sql: store.sql, startMs, weatherMs: 0 })
  const place = (address: string): Place => ({ address, port: 25 })
  universe.internet.listen('50.0.0.1', end => ({
    data(bytes) {
      end.send(bytes.toString('latin1'))
      end.end()
    },
    closed() {},
    startTls: () => 'no TLS here',
  }))
  universe.internet.listen('50.0.0.2', () => ({
    data() {},
    closed() {},
    startTls: () => 'no TLS here',
  }))
  return {
    world,
    run: universe.time.run,
    echo: place('50.0.0.1'),
    silent: place('50.0.0.2'),
    nobody: place('50.0.0.3'),
  }
}

for (const [name, make] of [
  ['the real world', real],
  ['the simulated world', simulated],
] as const) {
  describe(name, async () => {
    const { world, run, ...places } = await make()
    const { clock, db, net, random, ids, signals } = world
    const connect = (place: Place) => net.connect({ ...place, timeoutMs: 2000 })

    describe('clock', () => {
      test('sleeps at least as long as asked', async () => {
        const before = clock.monotonic()
        await run(clock.sleep(30))
        assert.ok(clock.monotonic() - before >= 29)
      })
      test('counts whole milliseconds', () => {
        assert.equal(clock.now() % 1, 0)
      })
      test('an aborted sleep rejects with the reason', async () => {
        const stop = new AbortController()
        const sleeping = clock.sleep(60_000, stop.signal)
        stop.abort(new Error('enough'))
        await assert.rejects(run(sleeping), { message: 'enough' })
        await assert.rejects(run(clock.sleep(60_000, stop.signal)), { message: 'enough' })
      })
      test('timers fire in order, cancelled ones never', async () => {
        const fired: string[] = []
        clock.timer(40, () => fired.push('second'))
        clock.timer(5, () => fired.push('first'))
        clock.timer(10, () => fired.push('never')).cancel()
        await run(clock.sleep(80))
        assert.deepEqual(fired, ['first', 'second'])
      })
    })

    test('chance gives as many bytes as asked, numbers in [0, 1), growing ids', () => {
      for (const count of [0, 1, 7, 32, 5000]) assert.equal(random.bytes(count).length, count)
      for (let i = 0; i < 1000; i++) {
        const number = random.uniform()
        assert.ok(number >= 0 && number < 1)
      }
      const many = Array.from({ length: 5000 }, () => ids.next())
      assert.deepEqual(many, [...new Set(many)].sort())
    })

    test('signals reach whoever listens, until they stop', () => {
      let heard = 0
      const stop = signals.on('news', () => heard++)
      signals.emit('news')
      signals.emit('other')
      stop()
      signals.emit('news')
      assert.equal(heard, 1)
    })

    describe('db', () => {
      const count = async () =>
        (
          await run(
            db.query<{ count: number }>('select count(*)::integer as count from installation'),
          )
        )[0]!.count
      const insert = 'insert into installation (name, value) values ($1, $2)'

      test('keeps what a transaction has committed', async () => {
        const before = await count()
        const given = await run(
          db.transaction(async tx => {
            await tx.query(insert, [`a ${name}`, Buffer.from('1')])
            return 'result'
          }),
        )
        assert.equal(given, 'result')
        assert.equal(await count(), before + 1)
      })
      test('forgets what a transaction has thrown away', async () => {
        const before = await count()
        const failing = db.transaction(async tx => {
          await tx.query(insert, [`b ${name}`, Buffer.from('1')])
          throw new Error('changed my mind')
        })
        await assert.rejects(run(failing), { message: 'changed my mind' })
        assert.equal(await count(), before)
      })
      test('names the violated constraint', async () => {
        const doubled = db.transaction(async tx => {
          await tx.query(insert, [`c ${name}`, Buffer.from('1')])
          await tx.query(insert, [`c ${name}`, Buffer.from('1')])
        })
        const error = await run(doubled).catch((thrown: unknown) => thrown)
        assert.equal(sqlState(error), '23505')
        assert.equal(violatedConstraint(error), 'installation_pkey')
      })
      test('refuses to commit after a failure that the work swallowed', async () => {
        const swallowing = db.transaction(async tx => {
          await tx.query('select 1 / 0').catch(() => {})
        })
        await assert.rejects(run(swallowing))
      })
      test('does the work again after a serialization failure', async () => {
        let tries = 0
        const work = db.transaction(async () => {
          if (++tries < 3) throw Object.assign(new Error('conflict'), { code: '40001' })
          return tries
        })
        assert.equal(await run(work), 3)
      })
      test('answers whole numbers as numbers and instants as Dates', async () => {
        const [row] = await run(
          db.query<Record<string, unknown>>(
            `select 5::bigint as count, $1::timestamptz as at, array[1, 2] as list`,
            [new Date(1_780_000_000_123)],
          ),
        )
        assert.deepEqual(row, { count: 5, at: new Date(1_780_000_000_123), list: [1, 2] })
      })
    })

    describe('net', () => {
      test('reads what was sent, then null at the end', async () => {
        const talk = async (): Promise<string> => {
          const connection = await connect(places.echo)
          await connection.write('hello')
          let text = ''
          for (let bytes = await connection.read(); bytes; bytes = await connection.read())
            text += bytes
          connection.end()
          return text
        }
        assert.equal(await run(talk()), 'hello')
      })
      test('a refused connection is a NetError', async () => {
        const error = await run(connect(places.nobody).catch((thrown: unknown) => thrown))
        assert.ok(error instanceof NetError)
        assert.equal(error.failure, 'refused')
      })
      test('destroying a connection ends its pending read', async () => {
        const hang = async (): Promise<void> => {
          const connection = await connect(places.silent)
          const reading = connection.read()
          clock.timer(10, () => connection.destroy())
          await reading
        }
        await assert.rejects(run(hang()), NetError)
      })
    })
  })
}
