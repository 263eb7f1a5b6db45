/**
 * Making the service busy with one caller's things: connections that say little, streams left open,
 * passwords to hash, bodies without measure, keys of domains to make, receivers whose answers
 * unpack into more than fits. Whatever it is, it is refused or bounded, and a bystander is served.
 */
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { endpoints, titleOf } from './endpoints.ts'
import { credentials, makeFixtures, nobodys, pathOf } from './fixtures.ts'
import type { Effort, Part } from './part.ts'
import {
  type Arena,
  allowedHost,
  newParty,
  type Party,
  password,
  projectPath,
  type Shot,
  tryLogIn,
} from './stage.ts'
import type { Tally } from './tally.ts'
import { until } from './waiting.ts'

/**
 * What a bystander may wait. The attackers work in the service's own process, so this holds their
 * work too; in `npm test` other tests take the cores at the same time.
 */
const maxWaitMs = { short: 30_000, long: 5_000 }
const maxEntriesMs = { short: 30_000, long: 2_000 }
const mb = 1024 * 1024

export const exhaustion: Part = {
  name: 'exhaustion',
  about: 'slow and huge callers, while a bystander is served',
  async run(arena, tally, effort) {
    const bystander = await newParty(arena)
    const attacker = await newParty(arena)
    const scene = { arena, attacker, effort, tally }
    for (const [about, attack] of attacks) {
      const calls = attack === hashing ? [read] : [read, signIn]
      const waits = await waitsDuring(
        arena,
        () => attack(scene),
        calls.map(call => () => call(arena, bystander)),
      )
      const worst = Math.max(...waits)
      tally.check(
        waits.length > 0 && worst <= maxWaitMs[effort],
        () => `a bystander waited ${Math.round(worst)} ms during ${about}`,
      )
    }
  },
}

interface Scene {
  readonly arena: Arena
  readonly attacker: Party
  readonly effort: Effort
  readonly tally: Tally
}

type Attack = (scene: Scene) => Promise<void>

const read = async ({ ask }: Arena, { byKey: headers }: Party): Promise<number> =>
  (await ask({ method: 'GET', path: '/v1/emails', headers })).status

/** Hashing takes a thread of the pool that much else wants: making keys, signing. */
const signIn = async (arena: Arena, { email }: Party): Promise<number> =>
  (await tryLogIn(arena, { email, password })).status

/** How long each call of a bystander took while the work went on. */
async function waitsDuring(
  { world }: Arena,
  work: () => Promise<void>,
  calls: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const watch = async (call: () => Promise<number>) => {
    do {
      const begunAt = performance.now()
      const status = await call()
      if (status !== 200) throw new Error(`a bystander was answered ${status}`)
      waits.push(performance.now() - begunAt)
      await world.clock.sleep(20)
    } while (!isOver)
  }
  const watching = Promise.all(calls.map(watch))
  await Promise.race([work(), watching]).finally(() => {
    isOver = true
  })
  await watching
  return waits
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Heads and bodies that never come to their end: their connections are given up. */
const slowRequests: Attack = async ({ arena, attacker, effort, tally }) => {
  const count = effort === 'short' ? 60 : 400
  const { authorization = '' } = attacker.byKey
  const begun = [
    'GET /v1/emails HTTP/1.1\r\nHost: x\r\nX-A: ',
    `POST /v1/emails HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 1000000\r\n\r\n{`,
    'POST /api/session HTTP/1.1\r\nHost: x\r\nOrigin: http://dash.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
  ]
  const sockets = times(count, () =>
    connect(arena.port, '127.0.0.1')
      .on('error', () => {})
      .on('data', () => {}),
  )
  for (const [i, socket] of sockets.entries()) socket.write(begun[i % begun.length]!)
  await new Promise(resolve => setTimeout(resolve, 1_000))
  // Only bodies are given up within seconds; heads within the minute of the server.
  const bodies = sockets.filter((_, i) => i % begun.length !== 0)
  if (effort === 'long') {
    const left = () => bodies.filter(isOpen).length
    await until(() => left() === 0, 'slow bodies to be given up').catch(() => {})
    tally.check(
      left() === 0,
      () => `${left()} of ${bodies.length} slow bodies are still waited for`,
    )
  }
  for (const socket of sockets) socket.destroy()
}

const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded

/** Live pages of one project: there is a number past which one more is refused. */
const openStreams: Attack = async ({ arena, attacker, effort, tally }) => {
  const path = `/api/projects/${projectPath(attacker)}/live/stream`
  const { cookie = '' } = attacker.byCookie
  const sockets: Socket[] = []
  const statuses = await Promise.all(
    times(effort === 'short' ? 220 : 600, () => {
      const socket = connect(arena.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
      return new Promise<string>(resolve => {
        socket.once('data', data => resolve(data.toString('latin1').slice(9, 12)))
        socket.once('close', () => resolve('closed'))
      })
    }),
  )
  const opened = statuses.filter(one => one === '200').length
  const refused = statuses.filter(one => one === '429').length
  tally.check(opened > 0 && refused > 0, () => `${opened} streams were opened, ${refused} refused`)
  for (const socket of sockets) socket.destroy()
}

/** Hashing is dear: who asks for much of it waits for others of its kind alone. */
const hashing: Attack = async ({ arena, effort, tally }) => {
  const replies = await Promise.all(
    times(effort === 'short' ? 30 : 150, i =>
      tryLogIn(arena, { email: `nobody${i}@hash.test`, password: 'x'.repeat(900) }),
    ),
  )
  const odd = replies.filter(({ status }) => ![401, 429, 503].includes(status))
  tally.check(odd.length === 0, () => `log-in was answered ${odd[0]?.status}: ${odd[0]?.text}`)
}

/** Bytes without end, from strangers and from keys, said beforehand and not. */
const bigBodies: Attack = async ({ arena, attacker, tally }) => {
  const before = process.memoryUsage.rss()
  const raw = Buffer.alloc(41 * mb, 'a')
  const origin = attacker.byCookie.origin!
  const shots: (Shot & { readonly about: string; readonly wanted: number })[] = [
    {
      about: 'a key',
      method: 'POST',
      path: '/v1/emails',
      headers: attacker.byKey,
      raw,
      wanted: 400,
    },
    { about: 'a stranger', method: 'POST', path: '/v1/emails', raw, wanted: 401 },
    {
      about: 'a log-in',
      method: 'POST',
      path: '/api/session',
      headers: { origin },
      raw,
      wanted: 400,
    },
    {
      about: 'a GET',
      method: 'GET',
      path: '/v1/emails',
      headers: attacker.byKey,
      raw,
      wanted: 200,
    },
  ]
  for (const { about, wanted, ...shot } of shots) {
    // A server that does not want the rest may close while it is still being sent.
    const status = await arena.ask(shot).then(
      reply => reply.status,
      () => wanted,
    )
    tally.check(status === wanted, () => `41 MB of ${about}: ${status} instead of ${wanted}`)
  }
  const grown = process.memoryUsage.rss() - before
  tally.check(grown < 400 * mb, () => `bodies that were refused took ${Math.round(grown / mb)} MB`)
}

/** 100,000 entries wherever entries may be, and as many names that nobody knows. */
const manyEntries: Attack = async ({ arena, attacker, effort, tally }) => {
  const fixtures = await makeFixtures(arena, attacker)
  const ids = { ...nobodys(fixtures), project: fixtures.ids.project! }
  const count = effort === 'short' ? 8_000 : 100_000
  const map = Object.fromEntries(times(count, i => [`name${i}`, 'v']))
  const list = times(count, i => `a${i}@inbox.test`)
  for (const endpoint of endpoints.filter(one => one.body !== undefined && one.access !== 'open')) {
    const { properties = {} } = endpoint.body as { properties?: Readonly<Record<string, object>> }
    const sample = (endpoint.sample(fixtures.things) ?? {}) as object
    const holders = Object.entries(properties).filter(([, one]) =>
      /"(array|object)"/.test(JSON.stringify(one)),
    )
    const bodies = [
      map,
      ...holders.flatMap(([name]) => [
        { ...sample, [name]: map },
        { ...sample, [name]: list },
      ]),
    ]
    for (const body of effort === 'short' ? bodies.slice(0, 3) : bodies) {
      const begunAt = performance.now()
      const headers = credentials(endpoint, attacker)
      const { method } = endpoint
      const reply = await arena.ask({ method, path: pathOf(endpoint, ids), headers, body })
      const tookMs = performance.now() - begunAt
      tally.check(
        reply.status < 500,
        () => `${titleOf(endpoint)} with ${count} entries: ${reply.status}`,
      )
      tally.check(
        tookMs <= maxEntriesMs[effort],
        () => `${titleOf(endpoint)} took ${Math.round(tookMs)} ms for ${count} entries`,
      )
    }
  }
}

/** Each domain has keys to make, and each key a row to find: others do not wait for them. */
const manyThings: Attack = async ({ arena, attacker, effort, tally }) => {
  const count = effort === 'short' ? 20 : 200
  const create = (path: string, headers: Party['byKey'], body: object) =>
    arena.ask({ method: 'POST', path, headers, body })
  const replies = await Promise.all(
    times(count, i => [
      create('/v1/domains', attacker.byKey, { name: `many${i}.attack.test` }),
      create(`/api/projects/${projectPath(attacker)}/keys`, attacker.byCookie, {
        mode: 'test',
        scope: 'read',
      }),
      create('/api/projects', attacker.byCookie, { name: `Project ${i}` }),
    ]).flat(),
  )
  const odd = replies.find(({ status }) => status >= 500)
  tally.check(odd === undefined, () => `many at once: ${odd?.status} ${odd?.text.slice(0, 200)}`)
}

/** Answers of receivers: a little that unpacks into much, and one that does not end. */
const bombs: Attack = async ({ arena, attacker, tally }) => {
  const packed = gzipSync(Buffer.alloc(50 * mb))
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/packed') {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(packed)
      return
    }
    response.writeHead(500)
    const more = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.on('close', () => clearInterval(more))
  })
  await new Promise<void>(resolve => server.listen(0, allowedHost, resolve))
  const { port } = server.address() as AddressInfo
  const before = process.memoryUsage.rss()
  const headers = attacker.byKey
  for (const path of ['/packed', '/endless']) {
    const body = { url: `http://${allowedHost}:${port}${path}`, events: ['sent'] }
    const made = await arena.ask({ method: 'POST', path: '/v1/webhooks', headers, body })
    const hook = `/v1/webhooks/${made.body.id}`
    await arena.ask({ method: 'POST', path: `${hook}/test`, headers })
    const attempts = () => arena.ask({ method: 'GET', path: `${hook}/attempts`, headers })
    await until(async () => (await attempts()).body.data.length > 0, `an attempt at ${path}`)
    const { text } = await attempts()
    tally.check(text.length < 100_000, () => `${path} is kept with ${text.length} characters`)
  }
  const grown = process.memoryUsage.rss() - before
  tally.check(grown < 200 * mb, () => `receivers' answers took ${Math.round(grown / mb)} MB`)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

const attacks: readonly (readonly [about: string, attack: Attack])[] = [
  ['slow requests', slowRequests],
  ['open streams', openStreams],
  ['many log-ins', hashing],
  ['big bodies', bigBodies],
  ['many entries', manyEntries],
  ['many domains, keys and projects', manyThings],
  ['answers that unpack', bombs],
]
