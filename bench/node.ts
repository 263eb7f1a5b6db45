/**
 * What the benchmark measures with: a fresh installation run as a process of its own, a sink, a load
 * generator, and the machine's own account of the CPU each of them has taken.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readSettings } from '#kernel/base/config.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { nodeEnvironment, nodeFlags } from '../scripts/node.mjs'
import { openDatabase } from '../src/boot/database.ts'
import { startDnsServer, type Zones } from '../test/support/dns-server.ts'
import { freePort } from '../test/support/free-port.ts'
import { atEnd } from './leaving.ts'
import { recipientDomains, senderDomain } from './letter.ts'
import { family, familySeconds } from './processes.ts'
import { type WriteCounts, written } from './written.ts'

const root = path.resolve(import.meta.dirname, '..')

export interface Counts {
  readonly mails: number
  /** Emails that have come, however often. */
  readonly different: number
  /** Messages with a DKIM signature by RSA. */
  readonly signed: number
  readonly posts: number
  /** ms since 1970 at which the webhook of an email to `password…` came, by its id. */
  readonly told: Readonly<Record<string, number>>
}

export interface Sink {
  readonly smtp: number
  readonly http: number
  counts(): Promise<Counts>
  stop(): void
}

export async function startSink(): Promise<Sink> {
  const child = spawn(process.execPath, [path.join(root, 'bench/sink.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value as string)
  const ports = (await read()) as { smtp: number; http: number }
  return {
    ...ports,
    async counts() {
      child.stdin!.write('?\n')
      return read()
    },
    stop: () => void child.stdin!.end(),
  }
}

export interface Node {
  readonly port: number
  readonly pid: number
  readonly key: string
  readonly postmaster: number
  readonly projectId: Uuid
  /** For looking at what the service has done. */
  readonly db: Db
  /** One more process of this installation, on the same database; it ends with `stop`. */
  join(settings: Readonly<Record<string, string>>): Promise<OtherProcess>
  stop(): Promise<void>
}

export type OtherProcess = Pick<Node, 'port' | 'pid' | 'key'>

/** Who owns the account of a fresh installation. */
export const benchMember = 'bench@bench.test'

export interface Preparing {
  readonly zones?: Zones
  readonly settings?: Readonly<Record<string, string>>
  /** Of the service alone, not of what is prepared for it. */
  readonly serviceSettings?: Readonly<Record<string, string>>
  /** Of its member, who can then log in; none without. */
  readonly password?: string
  /** What there is when the service starts. */
  readonly prepare?: (world: World) => Promise<void>
}

/** A fresh installation with one project, then the service in a process of its own. */
export async function startNode(
  sink: Pick<Sink, 'smtp' | 'http'>,
  roles: string,
  webhook: boolean,
  { zones, settings: more, serviceSettings, password, prepare }: Preparing = {},
): Promise<Node> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'malote-bench-'))
  const remove = atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const dns = await startDnsServer({
    zones: Object.fromEntries([
      ...recipientDomains.map(name => [name, { MX: [`10 mx.${name}`] }]),
      ...recipientDomains.map(name => [`mx.${name}`, { A: ['127.0.0.1'] }]),
      ...Object.entries(zones ?? {}),
    ]),
  })
  const port = await freePort()
  const environment = {
    ...process.env,
    PORT: String(port),
    MALOTE_DATA_DIR: dataDir,
    MALOTE_ROLES: roles,
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(sink.smtp),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    MALOTE_HOSTNAME: 'malote.bench.test',
    LOG_LEVEL: 'warn',
    ...more,
    ...nodeEnvironment,
  }
  const settings = readSettings(environment)
  const opened = await openDatabase(settings, realClock(), realLog('silent'))
  const world = realWorld({ settings, db: opened.db, log: realLog('silent') })
  const { projectId } = await createAccount(world, {
    email: benchMember,
    ...(password === undefined ? {} : { password }),
    plan: 'enterprise',
    trustLevel: 3,
  })
  const domain = await createDomain(world, { projectId, name: senderDomain })
  await trustDomain(world, domain.id)
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  await prepare?.(world)
  const [backend] = await opened.db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = await readFile(`/proc/${backend!.pid}/stat`, 'utf8')
  const postmaster = Number(stat.split(') ')[1]!.split(' ')[1])
  const child = serve({ ...environment, ...serviceSettings })
  const others: ChildProcess[] = []
  const stop = atEnd(async () => {
    await opened.close()
    await Promise.all([child, ...others].map(end))
    await dns.close()
    await remove()
  })
  await answering(port, child)
  if (webhook) await subscribe(port, key, sink)
  const join: Node['join'] = async of => {
    const at = await freePort()
    const one = serve({ ...environment, ...serviceSettings, PORT: String(at), ...of })
    others.push(one)
    // One that only sends listens nowhere.
    if ((of.MALOTE_ROLES ?? roles).includes('api')) await answering(at, one)
    return { port: at, pid: one.pid!, key }
  }
  return { port, pid: child.pid!, key, postmaster, projectId, db: opened.db, join, stop }
}

/** In a session of its own, as `npm start` runs it: the kernel weighs sessions against each other. */
const serve = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [...nodeFlags, path.join(root, 'src/main.ts')], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await new Promise(resolve => child.once('exit', resolve))
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if (child.exitCode !== null) throw new Error('the service ended at its start')
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('the service does not answer')
}

async function subscribe(port: number, key: string, sink: Pick<Sink, 'http'>): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${sink.http}/hook`, events: ['delivered'] }),
  })
  if (answer.status !== 201) throw new Error(`no webhook: ${await answer.text()}`)
}

export interface Load {
  answered: number
  refused: number
  seconds: number
  perSecond: number
  p50: number
  p99: number
}

interface LoadOptions {
  /** The number of the first. */
  readonly first?: number
  readonly what?: 'emails' | 'letters' | 'contacts'
}

/** Posts emails, letters (the same as marketing) or contacts, numbered. */
export function load(
  { port, key }: OtherProcess,
  connections: number,
  total: number,
  { first = 0, what = 'emails' }: LoadOptions = {},
): Promise<Load> {
  return generate<Load>('load.ts', { port, key, connections, total, first, what })
}

/** Runs a load generator; what it prints at its end. */
export function generate<T>(file: string, order: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, file), JSON.stringify(order)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let out = ''
    child.stdout!.on('data', bytes => {
      out += String(bytes)
    })
    child.once('exit', () => (out ? resolve(JSON.parse(out)) : reject(new Error('no load'))))
  })
}

/** CPU seconds of the service's processes and of its database's so far. */
export async function cpuSeconds(
  node: Pick<Node, 'pid' | 'postmaster'>,
): Promise<{ node: number; database: number }> {
  return { node: await familySeconds(node.pid), database: await familySeconds(node.postmaster) }
}

/** Until so many emails have come, and as many webhooks of them. */
export async function settled(sink: Sink, total: number): Promise<void> {
  for (let i = 0; i < 6_000; i++) {
    const { mails, posts } = await sink.counts()
    if (mails >= total && posts >= total) return
    await pause(20)
  }
  throw new Error(`not all arrived: ${JSON.stringify(await sink.counts())} of ${total}`)
}

interface CarriedLoad {
  readonly seconds: number
  readonly cpu: { readonly node: number; readonly database: number }
  readonly posted: Load
  readonly writtenBefore: WriteCounts
  readonly writtenAfter: WriteCounts
}

/** Until what is compiled while it runs is compiled. */
export const warmUp = 12_000

/** So many emails from POST to webhook, after so many that warm all up. Throws if any is refused. */
export async function carry(
  node: Node,
  sink: Sink,
  { warmUp, total }: { readonly warmUp: number; readonly total: number },
): Promise<CarriedLoad> {
  await load(node, 100, warmUp)
  await settled(sink, warmUp)
  const writtenBefore = await written(node)
  const before = await cpuSeconds(node)
  const begun = performance.now()
  const posted = await load(node, 100, total, { first: warmUp })
  await settled(sink, warmUp + total)
  const seconds = (performance.now() - begun) / 1000
  const after = await cpuSeconds(node)
  if (posted.refused > 0) throw new Error(`${posted.refused} were refused`)
  const cpu = { node: after.node - before.node, database: after.database - before.database }
  return { seconds, cpu, posted, writtenBefore, writtenAfter: await written(node) }
}

/** So many files of 16 MB there may be (`max_wal_size`, embedded-settings.ts), and a few. */
const logFiles = 130

/**
 * A new server makes the files of its log as it goes, and all who commit wait for each (50 to 70 ms);
 * one that has written so much for the first time uses them again from then on. Campaigns are
 * measured on a server as it is for the rest of its life.
 */
export async function fillLog({ db }: Pick<Node, 'db'>): Promise<void> {
  for (let n = 0; n < logFiles; n += 1) {
    await db.query(`select pg_logical_emit_message(true, 'bench', '')`)
    await db.query('select pg_switch_wal()')
  }
  await db.query('checkpoint')
}

/** The peaks of a process and of all that descend from it, together. */
export async function residentMb(pid: number): Promise<number> {
  const peaks = (await family(pid)).map(async one => {
    const status = await readFile(`/proc/${one.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  })
  return (await Promise.all(peaks)).reduce((sum, mb) => sum + mb, 0)
}

/** A project beside the first, with a domain of its own and a key. */
export async function addProject(
  world: World,
  name: string,
): Promise<{ readonly projectId: Uuid; readonly key: string; readonly from: string }> {
  const { projectId } = await createAccount(world, {
    email: `owner@${name}.test`,
    plan: 'enterprise',
    trustLevel: 3,
  })
  const domain = await createDomain(world, { projectId, name: `${name}.test` })
  await trustDomain(world, domain.id)
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  return { projectId, key, from: `hello@${name}.test` }
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
