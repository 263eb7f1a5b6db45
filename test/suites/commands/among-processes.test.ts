/** What one process of the service was told, the others know: nothing is in the memory of one alone. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#kernel/base/config.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { aliveNodes, machinesOf } from '#platform/queue/nodes.ts'
import { createKey, deleteKey } from '#tenants/accounts/keys.ts'
import { nodeFlags } from '../../../scripts/node.mjs'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/service.ts'

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

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
let stop = async (): Promise<void> => {}

before(async t => {
  const stopFirst = () => stop()
  const database = await testDatabase(t as TestContext, { stopFirst })
  db = database.db
  const port = await freePort()
  at = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: database.url,
    MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_INBOUND_PORT: '0',
    MALOTE_PROCESSES: String(processes),
    LOG_LEVEL: 'info',
  }
  world = realWorld({ settings: readSettings(environment), db, log: realLog('silent') })
  let printed = ''
  const child = spawn(process.execPath, [...nodeFlags, main, 'start', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  })
  const ended = once(child, 'close')
  stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  child.stdout.setEncoding('utf8').on('data', text => (printed += text))
  await until(async () => {
    assert.equal(child.exitCode, null, printed)
    return printed.split('"a process runs"').length > processes
  }, 'that all run')
  told = (JSON.parse(printed.slice(0, printed.indexOf('\n'))) as Told).account
})

interface Call {
  readonly method?: string
  readonly key?: string
  readonly cookie?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** By a connection of its own. */
async function call(path: string, { method = 'GET', key, cookie, body, headers }: Call = {}) {
  const answer = await fetch(`${at}${path}`, {
    method,
    headers: {
      connection: 'close',
      origin: `http://localhost:${new URL(at).port}`,
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

type Answer = Awaited<ReturnType<typeof call>>

/** Who has answered calls of a route so far, with any status. */
async function answering(route: string): Promise<ReadonlySet<string>> {
  const { text } = await call('/metrics')
  const found = text.matchAll(
    new RegExp(`^malote_http_requests_total\\{route="${route}",.*process="(\\d)"\\} [1-9]`, 'gm'),
  )
  return new Set([...found].map(one => one[1]!))
}

/** Makes the call many times at once, again until both processes that answer have had it. */
async function byBoth(route: string, make: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  await until(async () => {
    answers.push(...(await Promise.all(Array.from({ length: together }, make))))
    return (await answering(route)).size > 1
  }, `that two processes answer ${route}`)
  return answers
}

const statuses = (answers: readonly Answer[]): ReadonlySet<number> =>
  new Set(answers.map(one => one.status))

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
    const ask = () => call('/v1/domains', { key })
    assert.deepEqual(statuses(await byBoth('domains.list', ask)), new Set([200]))
    await deleteKey(world, id)
    const refused = await Promise.all(Array.from({ length: 2 * together }, ask))
    assert.deepEqual(statuses(refused), new Set([401]))
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
    const { key } = await keyOf(rate)
    const begun = performance.now()
    const answers = await byBoth('suppressions.list', () => call('/v1/suppressions', { key }))
    const seconds = Math.ceil((performance.now() - begun) / 1_000)
    const granted = answers.filter(one => one.status === 200).length
    assert.ok(granted <= rate * (seconds + 1), `${granted} of ${answers.length} in ${seconds} s`)
    assert.deepEqual(
      [...statuses(answers)].filter(one => one !== 200 && one !== 429),
      [],
    )
  })

  it('of sessions: who has signed in is known to all, and unknown once they have left', async () => {
    const { email: address, password } = told
    const body = { email: address, password }
    const signedIn = await call('/api/session', { method: 'POST', body })
    assert.equal(signedIn.status, 200, signedIn.text)
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const ask = () => call('/api/session', { cookie })
    const known = await Promise.all(Array.from({ length: 2 * together }, ask))
    assert.deepEqual(statuses(known), new Set([200]))
    assert.ok((await call('/api/session', { method: 'DELETE', cookie })).status < 300)
    const gone = await Promise.all(Array.from({ length: 2 * together }, ask))
    assert.deepEqual(statuses(gone), new Set([401]))
  })

  it('of themselves: each is named as a process of its machine', async () => {
    const { email: address, password } = told
    const body = { email: address, password }
    const signedIn = await call('/api/session', { method: 'POST', body })
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
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
    const body = { email: 'nobody@here.test', password: 'wrong wrong wrong' }
    const guess = () => call('/api/session', { method: 'POST', body })
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    const judged = answers.filter(one => one.status !== 429)
    assert.equal(judged.length, 5, answers.map(one => one.status).join())
  })
})
