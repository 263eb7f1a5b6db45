/**
 * What a failover run needs: a PostgreSQL that does not restart by itself, a way to it that can
 * fall silent, one node, a sink, and a customer's key. All of it is taken down in the end.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { ensureRunning, stopUnlessUsed } from '#kernel/world/real/embedded-postgres.ts'
import { migrate } from '#kernel/world/real/migrations.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { nodeEnvironment } from '../../scripts/node.mjs'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { freePort } from '../../test/support/free-port.ts'
import { passableFolder } from '../../test/support/passable-folder.ts'
import { type SilentProxy, silentProxy } from '../../test/support/silent-proxy.ts'
import { databaseOf, type Node, root, startNode } from '../crash/nodes.ts'
import type { LandedMessage } from '../crash/sink.ts'
import { makeCustomer, silent, zones } from '../crash/stage.ts'

export interface Stage {
  /** Past the proxy. */
  readonly db: Db
  readonly address: DatabaseAddress
  readonly folder: string
  readonly way: SilentProxy
  readonly node: Node
  readonly key: string
  landed(): Promise<LandedMessage[]>
  killDatabase(): Promise<void>
  startDatabase(): Promise<void>
  strike(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const strike = async (): Promise<void> => {
    for (const one of undo.splice(0).reverse()) await one().catch(() => undefined)
  }
  try {
    return { ...(await build(undo)), strike }
  } catch (error) {
    await strike()
    throw error
  }
}

async function build(undo: (() => Promise<unknown>)[]): Promise<Omit<Stage, 'strike'>> {
  const folder = await passableFolder('failover')
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const start = () => ensureRunning({ dataDir, log: silent })
  const { connection, presence } = await start()
  undo.push(() => stopUnlessUsed(dataDir, presence))
  const { user, port, host, database } = connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  await migrate({ address: url, clock: realClock() })
  const way = await silentProxy(url)
  undo.push(way.close)
  const sink = await startSink(path.join(folder, 'sink.log'))
  undo.push(async () => sink.child.stdin!.end())
  const dns = await startDnsServer({ zones })
  undo.push(dns.close)
  const environment = {
    ...process.env,
    // A node is what is killed, frozen and told to end: the process itself.
    MALOTE_PROCESSES: '1',
    DATABASE_URL: way.url,
    PORT: String(await freePort()),
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.crash.test',
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: sink.port,
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    ...nodeEnvironment,
  }
  const db = realDb({ address: url, connections: 3, log: silent })
  undo.push(db.close)
  const settings = readSettings(environment)
  await ensurePartitions(realWorld({ settings, db, log: silent }))
  const key = await makeCustomer(db, settings)
  const node = startNode('node', environment, path.join(folder, 'node.log'))
  undo.push(node.stop)
  await node.ready()
  return {
    db,
    address: url,
    folder,
    way,
    node,
    key,
    async landed() {
      const text = await readFile(path.join(folder, 'sink.log'), 'utf8')
      return text
        .split('\n')
        .flatMap(line => (line === '' ? [] : [JSON.parse(line) as LandedMessage]))
    },
    killDatabase: databaseOf(dataDir).kill,
    async startDatabase() {
      const again = await start()
      undo.unshift(() => stopUnlessUsed(dataDir, again.presence))
    },
  }
}

async function startSink(log: string): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(process.execPath, [path.join(root, 'sim/crash/sink.ts'), log, '5'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout!, 'data')
  return { child, port: String(line).trim() }
}
