/** The pool: connections shared, limited, kept and closed; who waits gets an answer. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, type Opening } from '../../src/smtp/client.ts'
import { type Destination, type LaneLimits, Pool, usualLimits } from '../../src/smtp/pool.ts'
import type { Failed, Outcome, Transaction } from '../../src/smtp/verdict.ts'
import { type Mx, type MxOptions, startMx } from './mx.ts'
import { email, outside, to, words } from './outside.ts'

const world = outside(10)
const started: Mx[] = []
after(() => Promise.all(started.map(one => one.close())))

async function mx(options?: MxOptions): Promise<Mx> {
  const server = await startMx(options)
  started.push(server)
  return server
}

function destination(server: Mx, limits: Partial<LaneLimits> = {}, key = 'one'): Destination {
  return {
    key,
    limits: { ...usualLimits, ...limits },
    open: () => connect(world, to(server.port)),
  }
}

const answer = (sent: Outcome | Failed): string =>
  sent.kind === 'failed' ? `failed ${words(sent.verdict)}` : sent.verdicts.map(words).join()

const many = (count: number, send: (n: number) => Promise<Outcome | Failed>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n).then(answer)))

/** A promise and its ends, to hold a conversation where a test wants it. */
function gate(): { wait: Promise<void>; open: () => void } {
  let open = (): void => {}
  const wait = new Promise<void>(resolve => {
    open = resolve
  })
  return { wait, open }
}

describe('a pool', () => {
  it('shares a few connections between many emails', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const answers = await many(200, () =>
      pool.send(destination(server, { connections: 3 }), email()),
    )
    assert.deepEqual(new Set(answers), new Set(['accepted 250 2.0.0']))
    assert.equal(server.received.length, 200)
    assert.ok(server.connections <= 3, `${server.connections} connections`)
    await pool.drain(1000)
    await server.quiet()
    assert.equal(server.lines.filter(line => line === 'QUIT').length, server.connections)
    assert.deepEqual(pool.status(), { connections: 0, lanes: [] })
  })

  it('takes no more emails over a connection than allowed', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const answers = await many(10, () =>
      pool.send(destination(server, { connections: 1, messages: 3 }), email()),
    )
    assert.equal(answers.filter(text => text === 'accepted 250 2.0.0').length, 10)
    assert.equal(server.connections, 4)
    await pool.drain(1000)
  })

  it('keeps keys apart', async () => {
    const [one, two] = [await mx(), await mx()]
    const pool = new Pool(world, 100)
    await many(20, n => pool.send(destination(n % 2 ? one : two, {}, `key ${n % 2}`), email()))
    assert.deepEqual([one.received.length, two.received.length], [10, 10])
    await pool.drain(1000)
  })

  it('closes what is idle, by its own clock', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    await pool.send(destination(server, { idleMs: 20 }), email())
    assert.equal(server.open, 1)
    await server.quiet()
    assert.equal(server.lines.at(-1), 'QUIT')
  })

  it('notices that the server has closed what was idle', async () => {
    const server = await mx({
      misbehave: (stage, socket) => {
        if (stage === 'dot') setImmediate(() => socket.end('421 4.4.2 idle\r\n'))
        return false
      },
    })
    const pool = new Pool(world, 100)
    assert.equal(answer(await pool.send(destination(server), email())), 'accepted 250 2.0.0')
    await server.quiet()
    assert.equal(answer(await pool.send(destination(server), email())), 'accepted 250 2.0.0')
    assert.equal(server.connections, 2)
    await pool.drain(1000)
  })

  it('tries on a new connection what an old one never got to', async () => {
    let mails = 0
    const server = await mx({
      misbehave: (stage, socket) => {
        if (stage !== 'mail' || ++mails % 3 !== 0) return false
        socket.end('421 too many messages in this connection\r\n')
        return 'deaf'
      },
    })
    const pool = new Pool(world, 100)
    const answers = await many(20, () =>
      pool.send(destination(server, { connections: 1 }), email()),
    )
    assert.deepEqual(new Set(answers), new Set(['accepted 250 2.0.0']))
    assert.equal(server.received.length, 20)
    await pool.drain(1000)
  })

  it('answers all who wait where no connection can be opened', async () => {
    const server = await startMx()
    await server.close()
    const pool = new Pool(world, 100)
    const answers = await many(5, () => pool.send(destination(server), email()))
    assert.deepEqual(new Set(answers), new Set(['failed deferred connection_refused connect']))
    assert.deepEqual(pool.status(), { connections: 0, lanes: [] })
  })

  it('serves by the connected ones where one more is refused', async () => {
    let banners = 0
    const server = await mx({
      misbehave: (stage, socket) => {
        if (stage !== 'banner' || ++banners === 1) return false
        socket.end('421 4.7.0 too many connections\r\n')
        return 'deaf'
      },
    })
    const pool = new Pool(world, 100)
    const hold = gate()
    const first = pool.send(
      destination(server),
      email(undefined, { beforeDot: () => hold.wait.then(() => true) }),
    )
    const rest = many(5, () => pool.send(destination(server), email()))
    setTimeout(hold.open, 50)
    assert.equal(answer(await first), 'accepted 250 2.0.0')
    assert.deepEqual(new Set(await rest), new Set(['accepted 250 2.0.0']))
    await pool.drain(1000)
  })

  it('passes our own faults on: beforeDot, open', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const broken: Transaction = email(undefined, {
      beforeDot: () => Promise.reject(new Error('no database')),
    })
    await assert.rejects(pool.send(destination(server), broken), /no database/)
    const open = (): Promise<Opening> => Promise.reject(new Error('no resolver'))
    await assert.rejects(
      pool.send({ ...destination(server, {}, 'other'), open }, email()),
      /no resolver/,
    )
    assert.equal(answer(await pool.send(destination(server), email())), 'accepted 250 2.0.0')
    await pool.drain(1000)
  })

  it('gives back who has waited too long', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const hold = gate()
    const only = destination(server, { connections: 1, patienceMs: 30 })
    const slow = pool.send(only, email(undefined, { beforeDot: () => hold.wait.then(() => true) }))
    const waiting = await pool.send(only, email())
    assert.equal(answer(waiting), 'deferred busy mail')
    assert.equal(waiting.kind === 'done' && waiting.untried, true)
    hold.open()
    assert.equal(answer(await slow), 'accepted 250 2.0.0')
    await pool.drain(1000)
  })

  it('makes room for a destination that has no connection', async () => {
    const servers = [await mx(), await mx(), await mx()]
    const pool = new Pool(world, 1)
    const answers = await many(30, n =>
      pool.send(destination(servers[n % 3]!, { connections: 5 }, `key ${n % 3}`), email()),
    )
    assert.deepEqual(new Set(answers), new Set(['accepted 250 2.0.0']))
    assert.deepEqual(
      servers.map(server => server.received.length),
      [10, 10, 10],
    )
    await pool.drain(1000)
  })

  it('drains: who waits is abandoned, what is under way ends well', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const hold = gate()
    const reached = gate()
    const beforeDot = async (): Promise<boolean> => {
      reached.open()
      await hold.wait
      return true
    }
    const only = destination(server, { connections: 1 })
    const first = pool.send(only, email(undefined, { beforeDot }))
    const second = pool.send(only, email())
    await reached.wait
    const drained = pool.drain(1000)
    assert.equal(answer(await second), 'abandoned')
    hold.open()
    assert.equal(answer(await first), 'accepted 250 2.0.0')
    await drained
    assert.equal(answer(await pool.send(only, email())), 'abandoned')
    assert.equal(pool.status().connections, 0)
    await server.quiet()
  })

  it('drops what does not end within the grace', async () => {
    const server = await mx({ misbehave: stage => stage === 'dot' && 'deaf' })
    const pool = new Pool(world, 100)
    const reached = gate()
    const beforeDot = async (): Promise<boolean> => {
      reached.open()
      return true
    }
    const stuck = pool.send(destination(server), email(undefined, { beforeDot }))
    await reached.wait
    await pool.drain(30)
    assert.equal(answer(await stuck), 'deferred closed dot uncertain')
    await server.quiet()
  })
})
