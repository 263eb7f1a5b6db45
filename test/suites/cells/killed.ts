/** Two cells in processes of their own, a mover, and kills of all three at moments drawn by a seed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { nodeFlags } from '../../../scripts/node.mjs'
import { type Node, startNode } from '../../../sim/crash/nodes.ts'
import { testDatabase } from '../../support/database.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { passableFolder } from '../../support/passable-folder.ts'
import { program } from '../../support/program.ts'
import { testWorld } from '../../support/real-world.ts'
import { type Mx, startMx } from '../../unit/smtp/mx.ts'
import { secret, zones } from './moving.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The seeds of a run: MALOTE_TEST_MOVES of them, from MALOTE_TEST_SEED on. */
export function seeds(): number[] {
  const { MALOTE_TEST_MOVES: count = 1, MALOTE_TEST_SEED: first = Date.now() % 100_000 } =
    process.env
  return Array.from({ length: Number(count) }, (_, n) => Number(first) + n)
}

export interface Stage {
  readonly mx: Mx
  readonly nodes: readonly Node[]
  readonly key: string
  readonly account: string
  readonly url: string
  /** Of the cell that the account is in, and of the one that it goes to. */
  readonly here: Db
  readonly there: Db
  mover(): ChildProcess
}

export async function stage(t: TestContext): Promise<Stage> {
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
  await declareWarm(world, { projectId, domain: 'ana.test' })
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  await lookAround(world, world.directory!)
  await world.directory!.close()
  for (const node of nodes) await node.ready()
  const account = show('acc', accountId)
  const words = ['cell', 'move', account, '--to', 'b7', '--database', b7.database.url]
  const mover = () =>
    spawn(process.execPath, [...nodeFlags, program, ...words, '--url', b7.url, '--json'], {
      env: a1.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    mx,
    nodes,
    key,
    account,
    url: a1.url,
    here: a1.database.db,
    there: b7.database.db,
    mover,
  }
}

/** Runs the mover, killed `kills` times behind so many lines of what it tells. */
export async function moveThroughKills(
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

/** Up to two kills of either node, until it is over. */
export async function killNodesMeanwhile<T>(
  { nodes }: Stage,
  draw: () => number,
  work: () => Promise<T>,
): Promise<T> {
  const isOver = { now: false }
  const killing = (async () => {
    for (let kills = 0; kills < 2 && !isOver.now; kills++) {
      await new Promise(resolve => setTimeout(resolve, 500 + draw() * 6_000))
      if (!isOver.now) await nodes[Math.floor(draw() * 2)]!.kill()
    }
  })()
  try {
    return await work()
  } finally {
    isOver.now = true
    await killing
  }
}

export const subjectOf = (content: Buffer): string =>
  /^Subject: (.*)\r$/m.exec(content.toString())![1]!
