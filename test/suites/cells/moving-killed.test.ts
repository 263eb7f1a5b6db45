/**
 * A move under way while mail goes on, with its mover and the nodes of both cells killed at moments
 * drawn by a seed. The model is a plain map: what was accepted arrives once, or a second time where
 * a node was killed behind the final dot and says so; nothing of what was accepted after the move
 * leaves from the old cell. MALOTE_TEST_MOVES is how many rounds, MALOTE_TEST_SEED the first seed.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { it, type TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { nodeFlags } from '../../../scripts/node.mjs'
import { type Node, root, startNode } from '../../../sim/crash/nodes.ts'
import { testDatabase } from '../../support/database.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { testWorld } from '../../support/real-world.ts'
import { until } from '../../support/until.ts'
import { type Mx, startMx } from '../../unit/smtp/mx.ts'
import { secret, zones } from './moving.ts'

const rounds = Number(process.env.MALOTE_TEST_MOVES ?? 1)
const firstSeed = Number(process.env.MALOTE_TEST_SEED ?? Date.now() % 100_000)
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Numbers between 0 and 1 (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Stage {
  readonly mx: Mx
  readonly nodes: readonly Node[]
  readonly key: string
  readonly account: string
  readonly url: string
  mover(): ChildProcess
}

async function stage(t: TestContext): Promise<Stage> {
  const folder = await passableFolder('moving')
  const mx = await startMx()
  const dns = await startDnsServer({ zones })
  const nodes: Node[] = []
  t.after(async () => {
    for (const node of nodes) await node.stop()
    await mx.close()
    await dns.close()
    await rm(folder, { recursive: true, force: true })
  })
  const stopFirst = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
  }
  const directory = await testDatabase(t, { isBare: true, stopFirst })
  const cells = await Promise.all(
    ['a1', 'b7'].map(async tag => {
      const port = await freePort()
      const database = await testDatabase(t, { connections: 2 })
      const environment = {
        ...process.env,
        DATABASE_URL: database.url,
        MALOTE_ALLOW_UNSAFE_DATABASE: 'true',
        MALOTE_DATA_DIR: path.join(folder, tag),
        PORT: String(port),
        MALOTE_HOST: '127.0.0.1',
        MALOTE_HOSTNAME: `${tag}.malote.test`,
        MALOTE_CELL: tag,
        MALOTE_SECRET: secret,
        MALOTE_BASE_URL: `http://127.0.0.1:${port}`,
        MALOTE_DIRECTORY_URL: directory.url,
        MALOTE_RETURN_PATH_DOMAIN: `bounces.${tag}.malote.test`,
        MALOTE_INBOUND_PORT: '0',
        MALOTE_DNS_SERVERS: dns.address,
        MALOTE_SMTP_PORT: String(mx.port),
        MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
        MALOTE_LEASE_SECONDS: '5',
        MALOTE_PROCESSES: '1',
      }
      return { tag, port, database, environment, url: `http://127.0.0.1:${port}` }
    }),
  )
  for (const { tag, environment } of cells) {
    nodes.push(startNode(tag, environment, path.join(folder, `${tag}.log`)))
  }
  const [a1, b7] = cells as [(typeof cells)[0], (typeof cells)[0]]
  const settings = readSettings({
    MALOTE_CELL: 'a1',
    MALOTE_SECRET: secret,
    MALOTE_DIRECTORY_URL: directory.url,
  })
  const world = testWorld({ settings, db: a1.database.db, log: silent })
  const { accountId, projectId } = await createAccount(world, {
    email: 'ana@people.test',
    plan: 'enterprise',
    trustLevel: 3,
  })
  await trustDomain(world, (await createDomain(world, { projectId, name: 'ana.test' })).id)
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  await lookAround(world, world.directory!)
  await world.directory!.close()
  for (const node of nodes) await node.ready()
  const account = show('acc', accountId)
  const words = ['cell', 'move', account, '--to', 'b7', '--database', b7.database.url]
  const mover = () =>
    spawn(
      process.execPath,
      [...nodeFlags, path.join(root, 'src/main.ts'), ...words, '--url', b7.url, '--json'],
      { env: a1.environment, stdio: ['ignore', 'pipe', 'pipe'] },
    )
  return { mx, nodes, key, account, url: a1.url, mover }
}

interface Sender {
  /** Subjects of what was answered by 202, with the id. */
  readonly accepted: Map<string, string>
  /** Answers that were neither 202 nor "come again". */
  readonly strange: string[]
  stop(): Promise<void>
}

/** One email after the other by the old key, each again until it is accepted. */
function send({ url, key }: Stage): Sender {
  const accepted = new Map<string, string>()
  const strange: string[] = []
  let isOver = false
  const post = async (subject: string): Promise<void> => {
    const answer = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': subject,
      },
      body: JSON.stringify({
        from: 'hello@ana.test',
        to: [`${subject}@here.test`],
        subject,
        text: 'Oi',
      }),
    }).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as { id?: string } | null
    if (answer?.status === 202 && body?.id) accepted.set(subject, body.id)
    else if (answer !== null && answer.status !== 503) {
      strange.push(`${answer.status} ${JSON.stringify(body)}`)
    }
  }
  const line = async (name: string): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const subject = `${name}${n}`
      while (!accepted.has(subject) && strange.length === 0) {
        await post(subject)
        await new Promise(resolve => setTimeout(resolve, 30))
      }
      if (strange.length > 0) return
    }
  }
  const lines = Promise.all([line('one'), line('two')])
  return {
    accepted,
    strange,
    async stop() {
      isOver = true
      await lines
    },
  }
}

/** Runs the mover, killed `kills` times behind so many lines of what it tells. */
async function moveThroughKills(
  { mover }: Stage,
  draw: () => number,
  kills: number,
): Promise<{ told: Record<string, unknown>; killedAt: string[] }> {
  const killedAt: string[] = []
  for (;;) {
    const child = mover()
    const dies = killedAt.length < kills ? Math.floor(draw() * 140) : null
    const restMs = Math.floor(draw() * 400)
    let last = 'its start'
    let lines = 0
    let said = ''
    let out = ''
    child.stdout!.on('data', piece => (out += piece))
    createInterface({ input: child.stderr! }).on('line', line => {
      said += `${line}\n`
      last = line
      if (dies !== null && ++lines === dies + 1) setTimeout(() => child.kill('SIGKILL'), restMs)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return { told: JSON.parse(out), killedAt }
    if (code !== null) throw new Error(`the mover ended with ${code}: ${said}`)
    killedAt.push(last)
  }
}

const subjectOf = (content: Buffer): string => /^Subject: (.*)\r$/m.exec(content.toString())![1]!

interface Timeline {
  readonly status: string
  readonly events: readonly { readonly type: string; readonly uncertain?: boolean }[]
}

async function timelineOf({ url, key }: Stage, id: string): Promise<Timeline> {
  return until(async () => {
    const answer = await fetch(`${url}/v1/emails/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    }).catch(() => null)
    if (answer?.status !== 200) return null
    const read = (await answer.json()) as Timeline
    return read.events.some(one => one.type === 'delivered') ? read : null
  }, `${id} delivered`)
}

for (let n = 0; n < rounds; n++) {
  const seed = firstSeed + n
  it(`A move through kills loses nothing and sends nothing from both cells (seed ${seed})`, async t => {
    const draw = drawing(seed)
    const at = await stage(t)
    const sender = send(at)
    await until(async () => sender.accepted.size >= 10, 'mail before the move')
    const isOver = { now: false }
    const killing = (async () => {
      for (let kills = 0; kills < 2 && !isOver.now; kills++) {
        await new Promise(resolve => setTimeout(resolve, 500 + draw() * 6_000))
        if (!isOver.now) await at.nodes[Math.floor(draw() * 2)]!.kill()
      }
    })()
    const { told, killedAt } = await moveThroughKills(at, draw, 1 + Math.floor(draw() * 3))
    isOver.now = true
    await killing
    for (const node of at.nodes) await node.ready()
    assert.equal(told.step, 'done', JSON.stringify(told))
    const before = new Set(sender.accepted.keys())
    await until(async () => sender.accepted.size >= before.size + 10 || sender.strange.length > 0)
    await sender.stop()
    assert.deepEqual(sender.strange, [])

    let marked = 0
    for (const [subject, id] of sender.accepted) {
      const { events } = await timelineOf(at, id)
      const came = at.mx.received.filter(one => subjectOf(one.content) === subject)
      const cells = new Set(came.map(one => /^bounce\+(..)/.exec(one.from)![1]!))
      const uncertain = events.filter(one => one.uncertain === true).length
      const about = `${subject} of ${id}, killed at ${killedAt.join(', ')}`
      assert.ok(came.length >= 1, `lost: ${about}`)
      assert.ok(came.length <= 1 + uncertain, `came ${came.length} times: ${about}`)
      if (uncertain === 0) assert.equal(cells.size, 1, about)
      if (!before.has(subject)) assert.deepEqual([...cells], ['b7'], about)
      if (came.length > 1) marked++
    }
    const known = new Set(sender.accepted.keys())
    const unknown = at.mx.received.map(one => subjectOf(one.content)).filter(one => !known.has(one))
    assert.deepEqual(unknown, [], 'sent, and never accepted')
    t.diagnostic(
      `${sender.accepted.size} accepted, ${marked} marked twice, killed at: ${killedAt.join(', ')}`,
    )
  })
}
