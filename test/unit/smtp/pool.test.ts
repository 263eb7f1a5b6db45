/** The pool: connections shared, limited, kept and closed; who waits gets an answer. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, type OpeningResult } from '#protocol/smtp/client.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import {
  type Destination,
  type DestinationLimits,
  usualLimits,
} from '#protocol/smtp/pool-destination.ts'
import type { NoSession, Transaction, TransactionResult } from '#protocol/smtp/verdict.ts'
import { type MemoryWorld, memoryWorld, type Step } from './memory-net.ts'
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

function destination(
  server: Mx,
  limits: Partial<DestinationLimits> = {},
  key = 'one',
): Destination {
  return {
    key,
    limits: { ...usualLimits, ...limits },
    open: () => connect(world, to(server.port)),
  }
}

const answer = (sent: TransactionResult | NoSession): string =>
  sent.kind === 'failed' ? `failed ${words(sent.verdict)}` : sent.verdicts.map(words).join()

const many = (
  count: number,
  send: (n: number) => Promise<TransactionResult | NoSession>,
): Promise<string[]> => Promise.all(Array.from({ length: count }, (_, n) => send(n).then(answer)))

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
    assert.deepEqual(pool.status(), { connections: 0, pools: [] })
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
    assert.deepEqual(pool.status(), { connections: 0, pools: [] })
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
      email(undefined, { beforeContent: () => hold.wait.then(() => true) }),
    )
    const rest = many(5, () => pool.send(destination(server), email()))
    setTimeout(hold.open, 50)
    assert.equal(answer(await first), 'accepted 250 2.0.0')
    assert.deepEqual(new Set(await rest), new Set(['accepted 250 2.0.0']))
    await pool.drain(1000)
  })

  it('passes our own faults on: beforeContent, open', async () => {
    const server = await mx()
    const pool = new Pool(world, 100)
    const broken: Transaction = email(undefined, {
      beforeContent: () => Promise.reject(new Error('no database')),
    })
    await assert.rejects(pool.send(destination(server), broken), /no database/)
    const open = (): Promise<OpeningResult> => Promise.reject(new Error('no resolver'))
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
    const slow = pool.send(
      only,
      email(undefined, { beforeContent: () => hold.wait.then(() => true) }),
    )
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
    const beforeContent = async (): Promise<boolean> => {
      reached.open()
      await hold.wait
      return true
    }
    const only = destination(server, { connections: 1 })
    const first = pool.send(only, email(undefined, { beforeContent }))
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
    const beforeContent = async (): Promise<boolean> => {
      reached.open()
      return true
    }
    const stuck = pool.send(destination(server), email(undefined, { beforeContent }))
    await reached.wait
    await pool.drain(30)
    assert.equal(answer(await stuck), 'deferred closed dot uncertain')
    await server.quiet()
  })
})

const server = (...lines: string[]): Step[] => lines.map(line => ({ by: 'S', line }))
const client = (line: string): Step => ({ by: 'C', line })

const silent = server('<connect>', '<silence>')
const refusing = [...server('<connect>', '421 4.7.0 too many'), client('QUIT'), ...server('221')]
const greeted = [...server('<connect>', '220 hi'), client('EHLO client.example'), ...server('250')]
const envelope = [
  client('MAIL FROM:<bounce+1@sender.example>'),
  ...server('250'),
  client('RCPT TO:<ana@mx.example>'),
  ...server('250'),
  client('DATA'),
  ...server('354'),
]
const content = [...['Subject: hi', '', 'hello', '.'].map(client), ...server('250 2.0.0 ok')]
const taken = [...envelope, ...content]

/** A world whose script is played with the deadlines of RFC 5321, and what is done in it. */
function long(maxConnections: number, ...script: Step[][]) {
  const world = memoryWorld(script.flat())
  const pool = new Pool(world, maxConnections)
  return {
    world,
    /** Sends; tells the answer and the second at which it came. */
    send: async (one: Destination, more: Partial<Transaction> = {}): Promise<string> => {
      const sent = await pool.send(one, email(undefined, more))
      const host = sent.kind === 'failed' ? ` ${sent.host}` : ''
      return `${answer(sent)}${host} at ${world.elapsedMs / 1000}`
    },
  }
}

/** Connects to as many addresses as it takes, each of them after a rest. */
function connecting(
  world: MemoryWorld,
  { restMs = 0, addresses = 1, key = 'one', connections = 1 },
): Destination {
  const open = async (): Promise<OpeningResult> => {
    if (restMs > 0) await world.clock.sleep(restMs)
    let opening = await connect(world, to(25))
    for (let n = 1; n < addresses && opening.kind === 'failed'; n++)
      opening = await connect(world, to(25))
    return opening
  }
  return { key, limits: { ...usualLimits, connections }, open }
}

const holding = (world: MemoryWorld, seconds: number): Partial<Transaction> => ({
  beforeContent: () => world.clock.sleep(seconds * 1000).then(() => true),
})

describe('patience with a destination', () => {
  it('lasts until a server answers, however many are silent before it', async () => {
    const { world, send } = long(100, silent, silent, greeted, taken, taken, taken)
    const slow = connecting(world, { addresses: 3 })
    const all = [send(slow), send(slow, holding(world, 20)), send(slow)]
    assert.deepEqual(await world.play(Promise.all(all)), [
      'accepted 250 2.0.0 at 600',
      'accepted 250 2.0.0 at 620',
      'accepted 250 2.0.0 at 620',
    ])
    assert.deepEqual(world.rest, [])
  })

  it('ends with the failure of the opening, for all who waited for it', async () => {
    const { world, send } = long(100, silent)
    const dead = connecting(world, {})
    const later = world.clock.sleep(299_000).then(() => send(dead))
    const answers = await world.play(Promise.all([send(dead), send(dead), later]))
    assert.deepEqual(
      new Set(answers),
      new Set(['failed deferred timeout banner mx.example at 300']),
    )
  })

  it('does not end with the failure of one opening while an older one is under way', async () => {
    const { world, send } = long(100, refusing, greeted, taken, taken, taken)
    const first = send(connecting(world, { restMs: 240_000, connections: 2 }))
    const second = send(connecting(world, { connections: 2 }))
    const third = world.clock.sleep(120_000).then(() => send(connecting(world, {})))
    assert.deepEqual(
      await world.play(Promise.all([first, second, third])),
      Array.from({ length: 3 }, () => 'accepted 250 2.0.0 at 240'),
    )
  })

  it('costs the node two connections, however many wait for a silent server', async () => {
    const { world, send } = long(100)
    let opened = 0
    const open = async (): Promise<OpeningResult> => {
      opened++
      await world.clock.sleep(300_000)
      throw new Error('silent')
    }
    const dead = { ...connecting(world, { connections: 10 }), open }
    const all = Promise.allSettled(Array.from({ length: 8 }, () => send(dead)))
    const answers = await world.play(all)
    assert.ok(answers.every(({ status }) => status === 'rejected'))
    assert.equal(opened, 2)
    assert.equal(world.elapsedMs, 300_000)
  })

  it('is not drawn out by the openings for those who come later', async () => {
    const { world, send } = long(100, silent, silent)
    const dead = connecting(world, { connections: 2 })
    const later = world.clock.sleep(240_000).then(() => send(dead))
    assert.deepEqual(await world.play(Promise.all([send(dead), later])), [
      'failed deferred timeout banner mx.example at 300',
      'failed deferred timeout banner mx.example at 540',
    ])
  })

  it('begins when a slow server has answered', async () => {
    const { world, send } = long(100, greeted, taken)
    const slow = connecting(world, { restMs: 240_000 })
    const all = [send(slow, holding(world, 70)), send(slow), send(slow)]
    assert.deepEqual(await world.play(Promise.all(all)), [
      'accepted 250 2.0.0 at 310',
      'deferred busy mail at 300',
      'deferred busy mail at 300',
    ])
  })

  it('is a minute behind others, also while one more connection is being opened', async () => {
    const { world, send } = long(100, greeted, envelope, silent, content)
    const busy = connecting(world, { connections: 2 })
    const first = send(busy, holding(world, 120))
    const later = world.clock.sleep(10_000).then(() => send(busy))
    assert.deepEqual(await world.play(Promise.all([first, later])), [
      'accepted 250 2.0.0 at 120',
      'deferred busy mail at 70',
    ])
  })

  it('is not renewed by one more connection', async () => {
    const held = [greeted, envelope]
    const { world, send } = long(100, ...held, ...held, content, content)
    const first = send(connecting(world, { connections: 2 }), holding(world, 120))
    await world.play(world.clock.sleep(10_000))
    const slow = connecting(world, { restMs: 40_000, connections: 2 })
    const all = [first, send(slow, holding(world, 72)), send(slow)]
    assert.deepEqual(await world.play(Promise.all(all)), [
      'accepted 250 2.0.0 at 120',
      'accepted 250 2.0.0 at 122',
      'deferred busy mail at 70',
    ])
  })

  it('is a minute where other destinations have all connections', async () => {
    const { world, send } = long(1, greeted, taken)
    const first = send(connecting(world, {}), holding(world, 120))
    const starving = send(connecting(world, { key: 'other' }))
    assert.deepEqual(await world.play(Promise.all([first, starving])), [
      'accepted 250 2.0.0 at 120',
      'deferred busy mail at 60',
    ])
  })
})
