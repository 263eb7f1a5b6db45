/** What one process of the service was told, the others know: nothing is in the memory of one alone. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { after, before, describe, it, type TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { aliveNodes, machinesOf } from '#platform/queue/nodes.ts'
import { createKey, deleteKey } from '#tenants/accounts/keys.ts'
import { startMalote } from '../../support/start-malote.ts'
import { until } from '../../support/until.ts'

/** Of which two answer (boot/process-plan.ts). */
const processes = 3
/** Calls at a time, each by a connection of its own, which whoever has time takes. */
const together = 24

interface Told {
  readonly account: { readonly email: string; readonly password: string }
}

let db: Db
let world: World
let told: Told['account']
let at = ''
/** One to each process that answers, once they are asked for. */
let connections: readonly Connection[] = []

before(async t => {
  const settings = { MALOTE_PROCESSES: String(processes), LOG_LEVEL: 'info' }
  const started = await startMalote(t as TestContext, settings)
  db = started.db
  at = `http://127.0.0.1:${started.port}`
  world = realWorld({ settings: readSettings(started.environment), db, log: realLog('silent') })
  const { printed } = started
  await until(async () => printed().split('"a process runs"').length > processes, 'that all run')
  told = (JSON.parse(printed().slice(0, printed().indexOf('\n'))) as Told).account
})
after(() => leave(connections))

/** That stays open, and by which one call is made after the other. */
interface Connection {
  readonly agent: Agent
  /** At this end of it. */
  readonly port: number
}

interface Call {
  readonly method?: string
  readonly key?: string
  readonly cookie?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** By this connection, instead of one of its own. */
  readonly by?: Agent
}

async function call(path: string, { method = 'GET', key, cookie, body, headers, by }: Call = {}) {
  const asked = request(`${at}${path}`, {
    method,
    agent: by ?? false,
    headers: {
      origin: `http://localhost:${new URL(at).port}`,
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  })
  asked.end(body ? JSON.stringify(body) : undefined)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const port = asked.socket!.localPort!
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    text: await textOf(answer),
    port,
  }
}

type Answer = Awaited<ReturnType<typeof call>>

/** How many calls of a route each process has answered so far, with any status. */
async function answersOf(route: string): Promise<ReadonlyMap<string, number>> {
  const { text } = await call('/metrics')
  const counted = new Map<string, number>()
  const found = text.matchAll(
    new RegExp(
      `^malote_http_requests_total\\{route="${route}",.*process="(\\d)"\\} ([1-9]\\d*)`,
      'gm',
    ),
  )
  for (const [, process, n] of found) {
    counted.set(process!, (counted.get(process!) ?? 0) + Number(n))
  }
  return counted
}

/**
 * Whoever has taken a connection answers all that comes by it, and busy ones take none: so many are
 * opened at once, again until there is one to both processes that answer.
 */
async function connectToEach(): Promise<readonly Connection[]> {
  const { key } = await keyOf(0)
  const found = new Map<string, Connection>()
  const ask = (agent: Agent) => call('/v1/topics', { key, by: agent })
  await until(async () => {
    const opened = await Promise.all(
      Array.from({ length: together }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        return { agent, port: (await ask(agent)).port }
      }),
    )
    let before = await answersOf('topics.list')
    for (const one of opened) {
      if (found.size > 1) break
      assert.equal((await ask(one.agent)).port, one.port)
      const now = await answersOf('topics.list')
      const [process] = [...now.keys()].filter(name => now.get(name) !== before.get(name))
      if (!found.has(process!)) found.set(process!, one)
      before = now
    }
    const kept = [...found.values()]
    leave(opened.filter(one => !kept.includes(one)))
    return found.size > 1
  }, 'a connection to each process that answers')
  return [...found.values()]
}

const isOpen = ({ agent }: Connection): boolean => Object.keys(agent.freeSockets).length > 0

function leave(left: readonly Connection[]): void {
  for (const { agent } of left) agent.destroy()
}

/** Makes the call so many times by each process that answers, at both at the same time. */
async function byEach(
  times: number,
  make: (by: Agent) => Promise<Answer>,
): Promise<readonly Answer[]> {
  if (connections.filter(isOpen).length < 2) {
    leave(connections)
    connections = await connectToEach()
  }
  const ports = connections.flatMap(one => Array.from({ length: times }, () => one.port))
  const calls = connections.flatMap(one => Array.from({ length: times }, () => make(one.agent)))
  const answers = await Promise.all(calls)
  assert.deepEqual(
    answers.map(one => one.port),
    ports,
    'each by the connection to its process',
  )
  return answers
}

/** What took less than so long: made again where it took longer, as where much else is done. */
async function within<P, T>(
  ms: number,
  prepare: () => Promise<P>,
  make: (prepared: P) => Promise<T>,
): Promise<T> {
  const { made } = await until(async () => {
    const prepared = await prepare()
    const begun = performance.now()
    const made = await make(prepared)
    return performance.now() - begun < ms && { made }
  }, `what takes less than ${ms} ms`)
  return made
}

/** Makes the call many times at once, again until both processes that answer have had it. */
async function byBoth(route: string, make: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  await until(async () => {
    answers.push(...(await Promise.all(Array.from({ length: together }, make))))
    return (await answersOf(route)).size > 1
  }, `that two processes answer ${route}`)
  return answers
}

const statuses = (answers: readonly Answer[]): ReadonlySet<number> =>
  new Set(answers.map(one => one.status))

const cookieOf = ({ headers }: Answer): string => headers['set-cookie']![0]!.split(';')[0]!

const email = (subject: string) => ({
  from: 'hello@example.com',
  to: ['someone@example.com'],
  subject,
  text: 'It works.',
})

async function projectId(): Promise<Uuid> {
  const [row] = await db.query<{ id: Uuid }>('select id from projects order by id limit 1')
  return row!.id
}

const keyOf = async (rate: number) =>
  createKey(world, { projectId: await projectId(), mode: 'test', scope: 'admin', rate })

describe('what one process was told, the others know', () => {
  it('of keys: a new one works at once, one that is deleted nowhere', async () => {
    const { id, key } = await keyOf(0)
    const ask = (by: Agent) => call('/v1/domains', { key, by })
    assert.deepEqual(statuses(await byEach(together, ask)), new Set([200]))
    await deleteKey(world, id)
    assert.deepEqual(statuses(await byEach(together, ask)), new Set([401]))
  })

  it('of idempotency keys: an email is accepted once', async () => {
    const { key } = await keyOf(0)
    const send = () =>
      call('/v1/emails', {
        method: 'POST',
        key,
        headers: { 'idempotency-key': 'among-processes' },
        body: email('Once'),
      })
    const answers = await byBoth('emails.send', send)
    const accepted = answers.filter(one => one.status === 202)
    assert.equal(new Set(accepted.map(one => JSON.parse(one.text).id)).size, 1)
    // Those beside it may come while it is being answered.
    assert.deepEqual(
      [...statuses(answers)].filter(one => one !== 202 && one !== 409),
      [],
    )
    const [row] = await db.query<{ n: number }>(
      "select count(*)::int as n from emails where subject = 'Once'",
    )
    assert.equal(row!.n, 1)
  })

  it('of calls: whoever looks for what they have just asked finds it', async () => {
    const { key } = await keyOf(0)
    let n = 0
    const look = async () => {
      const subject = `Sought ${++n}`
      const sent = await call('/v1/emails', {
        method: 'POST',
        key,
        body: email(subject),
      })
      const { id } = JSON.parse(sent.text)
      const listed = await call('/v1/requests?limit=100', { key })
      assert.ok(listed.text.includes(id), `${subject}: ${listed.text.slice(0, 300)}`)
      return listed
    }
    await byBoth('requests.list', look)
  })

  it('of calls of a key: both together are not above its rate', async () => {
    const rate = 12
    const answers = await within(
      1_000,
      () => keyOf(rate),
      ({ key }) => byEach(rate, by => call('/v1/suppressions', { key, by })),
    )
    const of = (status: number) => answers.filter(one => one.status === status).length
    assert.deepEqual([of(200), of(429)], [rate, rate])
  })

  it('of sessions: who has signed in is known to all, and unknown once they have left', async () => {
    const { email: address, password } = told
    const body = { email: address, password }
    const signedIn = await call('/api/session', { method: 'POST', body })
    assert.equal(signedIn.status, 200, signedIn.text)
    const cookie = cookieOf(signedIn)
    const ask = (by: Agent) => call('/api/session', { cookie, by })
    assert.deepEqual(statuses(await byEach(together, ask)), new Set([200]))
    assert.ok((await call('/api/session', { method: 'DELETE', cookie })).status < 300)
    assert.deepEqual(statuses(await byEach(together, ask)), new Set([401]))
  })

  it('of themselves: each is named as a process of its machine', async () => {
    const { email: address, password } = told
    const body = { email: address, password }
    const signedIn = await call('/api/session', { method: 'POST', body })
    const cookie = cookieOf(signedIn)
    const { text } = await call('/api/operator/nodes', { cookie })
    const { data } = JSON.parse(text) as { data: { process: number; processes: number }[] }
    assert.deepEqual(
      data.map(one => [one.process, one.processes]).sort(),
      Array.from({ length: processes }, (_, n) => [n + 1, processes]),
    )
    // Of a folder of files they have one and the same.
    assert.equal(machinesOf(await aliveNodes(world)), 1)
  })

  it('of wrong passwords: the free tries are those of all together', async () => {
    let n = 0
    const guessAs = (address: string) => (by: Agent) => {
      const body = { email: address, password: 'wrong wrong wrong' }
      return call('/api/session', { method: 'POST', body, by })
    }
    // Of five free ones four, and then two at the same time: the first wait is two seconds.
    const answers = await within(
      2_000,
      async () => {
        const guess = guessAs(`nobody${++n}@here.test`)
        return { guess, first: await byEach(2, guess) }
      },
      async ({ guess, first }) => [...first, ...(await byEach(1, guess))],
    )
    const of = (status: number) => answers.filter(one => one.status === status).length
    assert.deepEqual([of(401), of(429)], [5, 1])
  })
})
