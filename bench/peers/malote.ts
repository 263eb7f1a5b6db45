/**
 * Malote as the others have it: a fresh installation with the database that it brings, in the
 * processes that `npm start` starts here. It takes the same emails in two ways: their parts by HTTP,
 * and the finished message by SMTP. Each has a timeline, and a webhook is posted when it is delivered.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { clusterOf } from '#kernel/world/real/embedded-files.ts'
import { stopUnlessUsed } from '#kernel/world/real/embedded-postgres.ts'
import { readPostmaster } from '#kernel/world/real/postmaster.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { nodeEnvironment, nodeFlags } from '../../scripts/node.mjs'
import { openDatabase } from '../../src/boot/database.ts'
import { greeted } from '../../test/suites/interop/machines.ts'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { freePort } from '../../test/support/free-port.ts'
import { senderDomain, subjectOf } from '../letter.ts'
import { pause, startSink } from '../node.ts'
import { endOf, family, killAtOnce } from '../processes.ts'
import type { Door } from './handing-in.ts'
import type { Peer, StartedPeer, Wish } from './peer.ts'

const root = path.resolve(import.meta.dirname, '../..')
const silent = realLog('silent')

export const malote: Peer = { name: 'Malote', whyNot: () => null, start }

/**
 * After a kill what was in hand waits for its lease. The others' waits are cut short after a kill and
 * after a receiver that puts off, and so is this one.
 */
const leaseSeconds = 10

async function start(wish: Wish): Promise<StartedPeer> {
  const dataDir = path.join(wish.folder, 'malote')
  await mkdir(dataDir, { mode: 0o711 })
  const sink = await startSink()
  wish.onStart(async () => sink.stop())
  const submission = await freePort()
  const environment = await environmentOf(wish, dataDir, submission)
  wish.onStart(async () => void (await stopUnlessUsed(dataDir)))
  const { key, address } = await install(environment)
  let child = serve(environment)
  wish.onStart(() => end(child))
  await answering(wish.port, child)
  await greeted('127.0.0.1', submission)
  await subscribe(wish.port, key, sink.http)
  const all = async () => {
    const postmaster = await readPostmaster(await clusterOf(dataDir))
    const pids = [child.pid!, ...(postmaster ? [postmaster.pid] : [])]
    const found = (await Promise.all(pids.map(family))).flat()
    return [...new Map(found.map(one => [one.pid, one])).values()]
  }
  const doors: Record<string, Door> = {
    'Malote, by HTTP': { how: 'http', port: wish.port, key },
    'Malote, by SMTP': { how: 'smtp', port: submission, key },
  }
  return {
    ...(await versionOf()),
    doors,
    cpuSeconds: async () => (await all()).reduce((sum, one) => sum + one.cpuSeconds, 0),
    async kill() {
      const ended = endOf(child)
      killAtOnce(await all())
      await ended
    },
    async restart() {
      child = serve(environment)
      await answering(wish.port, child)
      await greeted('127.0.0.1', submission)
    },
    ...queueOf(address),
  }
}

async function environmentOf(wish: Wish, dataDir: string, submission: number) {
  const dns = await startDnsServer({
    zones: Object.fromEntries(
      wish.domains.flatMap(name => [
        [name, { MX: [`10 mx.${name}`] }],
        [`mx.${name}`, { A: ['127.0.0.1'] }],
      ]),
    ),
  })
  wish.onStart(dns.close)
  return {
    ...process.env,
    PORT: String(wish.port),
    MALOTE_HOST: '127.0.0.1',
    MALOTE_DATA_DIR: dataDir,
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(wish.receiverPort),
    MALOTE_SUBMISSION_PORT: String(submission),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    MALOTE_HOSTNAME: 'malote.bench.test',
    MALOTE_LEASE_SECONDS: String(leaseSeconds),
    LOG_LEVEL: 'warn',
    ...nodeEnvironment,
  }
}

interface Installation {
  readonly key: string
  readonly address: DatabaseAddress
}

/** Makes the database, and an account with a domain and a key in it. */
async function install(environment: NodeJS.ProcessEnv): Promise<Installation> {
  const settings = readSettings(environment)
  const opened = await openDatabase(settings, realClock(), silent)
  try {
    const world = realWorld({ settings, db: opened.db, log: silent })
    const { projectId } = await createAccount(world, {
      email: 'bench@bench.test',
      plan: 'enterprise',
      trustLevel: 3,
    })
    const domain = await createDomain(world, { projectId, name: senderDomain })
    await trustDomain(world, domain.id)
    const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
    return { key, address: opened.address }
  } finally {
    await opened.close()
  }
}

/** In a session of its own, as `npm start` runs it. */
const serve = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [...nodeFlags, path.join(root, 'src/main.ts')], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const startMs = 120_000

async function answering(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('the service ended at its start')
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('the service does not answer')
}

async function subscribe(port: number, key: string, hook: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${hook}/hook`, events: ['delivered'] }),
  })
  if (answer.status !== 201) throw new Error(`no webhook: ${await answer.text()}`)
}

async function end(child: ChildProcess): Promise<void> {
  const ended = endOf(child)
  child.kill('SIGTERM')
  await ended
}

/** What only its database tells. Asked by a connection of the moment: the server is killed at times. */
function queueOf(address: DatabaseAddress): Pick<StartedPeer, 'hasten' | 'waiting' | 'marked'> {
  const ask = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = realDb({ address, connections: 1, log: silent })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  return {
    // As `POST /dashboard/operator/queue/retry` does for one domain.
    hasten: () =>
      ask(async db => {
        await db.query(
          `update queue set due_at = $1, ready = false
           where kind = 'delivery' and not ready and not held and tries > 0 and due_at > $1`,
          [new Date()],
        )
      }),
    waiting: () =>
      ask(async db => {
        const [row] = await db.query<{ count: number }>(
          `select count(*)::integer as count from queue where kind in ('delivery', 'webhook')`,
        )
        return row!.count
      }),
    marked: numbers =>
      ask(async db => {
        const [row] = await db.query<{ count: number }>(
          `select count(distinct v.email_id)::integer as count
           from emails e join events v on v.project_id = e.project_id and v.email_id = e.id
           where v.details ->> 'uncertain' = 'true' and e.subject = any($1::text[])`,
          [numbers.map(subjectOf)],
        )
        return row!.count
      }),
  }
}

async function versionOf(): Promise<Pick<StartedPeer, 'version' | 'got'>> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { version: `${version} (${commit.trim()})`, got: 'this clone' }
  } catch {
    return { version, got: 'this folder' }
  }
}
