/**
 * All that a cluster run needs: three members of the database, nodes with an HAProxy each, one in
 * front of them, a receiver, DNS and a customer with a key. It is taken down with the namespaces.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { migrate } from '#kernel/world/real/migrations.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { nodeEnvironment } from '../../../scripts/node.mjs'
import { startDnsServer } from '../../../test/support/dns-server.ts'
import { domainNames } from '../../crash/client.ts'
import { pause, root } from '../../crash/nodes.ts'
import { makeCustomer, silent } from '../../crash/stage.ts'
import { balance, httpPort } from './balancers.ts'
import { layBridge, type Machine, makeMachine, network, ownAddress } from './machines.ts'
import { type Database, makeDatabase } from './members.ts'
import { type MaloteNode, makeNode } from './nodes.ts'
import type { Way } from './prober.ts'

export interface Stage {
  readonly state: string
  readonly logs: string
  readonly database: Database
  readonly nodes: readonly MaloteNode[]
  /** Machines for more nodes, on which nothing runs yet. */
  readonly spare: readonly MaloteNode[]
  readonly front: Machine
  readonly way: Way
  /** Through the balancer, as the nodes have it. */
  readonly db: Db
  readonly sinkLog: string
}

interface StageOrder {
  /** A folder for what runs, in memory; and one for logs, which may stay. */
  readonly state: string
  readonly logs: string
  readonly nodes: number
  readonly isAsynchronous: boolean
  readonly leaseSeconds: number
}

const spareNodes = 2
const user = 'malote'

export async function setStage(order: StageOrder): Promise<Stage> {
  const { state, logs, isAsynchronous } = order
  layBridge()
  const database = makeDatabase({ state, logs, isAsynchronous })
  await database.healthy()
  await makeUser(database)
  const sinkLog = path.join(state, 'sink.log')
  const sinkPort = await startSink(sinkLog)
  const dns = await startDnsServer({ host: ownAddress, zones })
  const environment = environmentOf(order, { sinkPort, dns: dns.address })
  const front = makeMachine('front', 5, logs)
  const url = `postgres://${user}@${front.address}:5432/${user}`
  const numbers = Array.from({ length: order.nodes + spareNodes }, (_, i) => i + 1)
  const { members } = database
  const made = numbers.map(n => makeNode(n, { logs, state, members, environment }))
  balance(front, state, { members, nodes: made })
  const db = realDb({ address: url, connections: 3, log: silent })
  await reached(db)
  await migrate({ address: url, clock: realClock() })
  const settings = readSettings({ ...environment, DATABASE_URL: url })
  await ensurePartitions(realWorld({ settings, db, log: silent }))
  const key = await makeCustomer(db, settings)
  const nodes = made.slice(0, order.nodes)
  await Promise.all(nodes.map(node => node.launch()))
  return {
    state,
    logs,
    database,
    nodes,
    spare: made.slice(order.nodes),
    front,
    way: { url: `http://${front.address}:${httpPort}`, key },
    db,
    sinkLog,
  }
}

function environmentOf(
  { state, leaseSeconds, isAsynchronous }: StageOrder,
  { sinkPort, dns }: { readonly sinkPort: string; readonly dns: string },
): Readonly<Record<string, string | undefined>> {
  const data = path.join(state, 'malote')
  mkdirSync(data)
  return {
    ...process.env,
    ...nodeEnvironment,
    // A node is what is killed, frozen and told to end: the process itself.
    MALOTE_PROCESSES: '1',
    MALOTE_DATA_DIR: data,
    MALOTE_SECRET: 'the secret of all nodes of this run',
    MALOTE_BASE_URL: 'http://malote.crash.test',
    MALOTE_RETURN_PATH_DOMAIN: 'malote.crash.test',
    MALOTE_DNS_SERVERS: dns,
    MALOTE_SMTP_PORT: sinkPort,
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: `${network}.0/24`,
    MALOTE_LEASE_SECONDS: String(leaseSeconds),
    MALOTE_STOP_DELAY_SECONDS: '4',
    MALOTE_ALLOW_UNSAFE_DATABASE: String(isAsynchronous),
    LOG_LEVEL: 'warn',
    DATABASE_URL: `postgres://${user}@127.0.0.1:5432/${user}`,
    // A node that starts in the middle of a failover waits for its end.
    MALOTE_DATABASE_WAIT_SECONDS: '60',
  }
}

/** What a start says of this database that nobody has allowed to lose; throws where it starts. */
export async function refusalOf({ nodes }: Pick<Stage, 'nodes'>): Promise<string> {
  const { code, said } = await nodes[0]!.command('migrate', {
    MALOTE_ALLOW_UNSAFE_DATABASE: 'false',
  })
  if (code === 0) throw new Error('a start takes a database that loses by itself')
  return said.trim()
}

const reachedMs = 60_000

/** When the balancer has found the primary. */
async function reached(db: Db): Promise<void> {
  const deadline = Date.now() + reachedMs
  for (;;) {
    try {
      await db.query('select 1')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(250)
    }
  }
}

/** The role and the database of Malote, without the rights of a superuser. */
async function makeUser({ leader }: Database): Promise<void> {
  const { address } = await leader()
  const db = realDb({
    address: `postgres://postgres@${address}:5432/postgres`,
    connections: 1,
    log: silent,
  })
  try {
    await db.query(`create role ${user} login`)
    await db.query(`create database ${user} owner ${user}`)
    await db.query(`grant pg_read_all_stats to ${user}`)
  } finally {
    await db.close()
  }
}

const zones = Object.fromEntries(
  domainNames.flatMap(name => [
    [name, { MX: [`10 mx.${name}`] }],
    [`mx.${name}`, { A: [ownAddress] }],
  ]),
)

async function startSink(log: string): Promise<string> {
  const file = path.join(root, 'sim/crash/sink.ts')
  const child: ChildProcess = spawn(process.execPath, [file, log, '5', ownAddress], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout!, 'data')
  return String(line).trim()
}
