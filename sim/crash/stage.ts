/**
 * Sets up what a crash run needs (PostgreSQL, nodes, sink, DNS, a customer with a key and a webhook)
 * and takes all of it down again, also when it could not be set up or somebody pressed Ctrl-C.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import { realClock, realLog } from '#kernel/world/real/clock.ts'
import type { DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { stopUnlessUsed } from '#kernel/world/real/embedded-postgres.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { declareWarm } from '#tenants/limits/warm-up.ts'
import { nodeEnvironment } from '../../scripts/node.mjs'
import { openDatabase } from '../../src/boot/database.ts'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { freePort } from '../../test/support/free-port.ts'
import { passableFolder } from '../../test/support/passable-folder.ts'
import { domainNames } from './client.ts'
import { databaseOf, type Node, root, startNode, type Victim } from './nodes.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Who is hurt: anybody at random, or only one kind. */
export type Aim = 'all' | 'database' | 'api' | 'node'

export interface Stage {
  readonly folder: string
  readonly address: DatabaseAddress
  readonly nodes: readonly Node[]
  readonly victims: readonly Victim[]
  readonly key: string
  readonly sinkLog: string
  readonly receiver: Receiver
  strike(): Promise<void>
}

interface StageOptions {
  readonly aim: Aim
  readonly leaseSeconds: number
  readonly sinkDelayMs: number
}

export const silent = realLog('silent')

export async function setStage(options: StageOptions): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const strike = async (): Promise<void> => {
    for (const one of undo.splice(0).reverse()) await one()
  }
  try {
    return { ...(await build(options, undo)), strike }
  } catch (error) {
    await strike()
    throw error
  }
}

async function build(
  options: StageOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'strike'>> {
  const folder = await passableFolder('crash')
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const sinkLog = path.join(folder, 'sink.log')
  const sink = await startSink(sinkLog, options.sinkDelayMs)
  undo.push(async () => sink.child.stdin!.end())
  const dns = await startDnsServer({ zones })
  undo.push(dns.close)
  const receiver = await startReceiver()
  undo.push(receiver.close)
  const common = {
    ...process.env,
    // A node is what is killed, frozen and told to end: the process itself.
    MALOTE_PROCESSES: '1',
    MALOTE_DATA_DIR: dataDir,
    // A process seals under one key: two runs in it must not each have their own.
    MALOTE_SECRET: 'the secret of every run of this stage',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.crash.test',
    // Of all nodes: links in letters do not depend on who sends them.
    MALOTE_BASE_URL: 'http://malote.crash.test',
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(sink.port),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    MALOTE_LEASE_SECONDS: String(options.leaseSeconds),
    LOG_LEVEL: 'warn',
    ...nodeEnvironment,
  }
  const settings = readSettings(common)
  const opened = await openDatabase(settings, realClock(), silent)
  undo.push(() => stopUnlessUsed(dataDir))
  undo.push(opened.close)
  const key = await makeCustomer(opened.db, settings)
  const nodes: Node[] = []
  for (const [i, roles] of rolesFor(options.aim).entries()) {
    const environment = { ...common, PORT: String(await freePort()), MALOTE_ROLES: roles }
    nodes.push(startNode(`node ${i + 1}`, environment, path.join(folder, `node${i + 1}.log`)))
  }
  undo.push(() => Promise.all(nodes.map(node => node.stop())))
  await Promise.all(nodes.map(node => node.ready()))
  await makeWebhook(nodes[0]!, key, receiver)
  // From here on only the nodes watch over the database.
  undo.splice(undo.indexOf(opened.close), 1)
  await opened.close()
  const victims = victimsOf(options.aim, nodes, dataDir)
  return { folder, address: opened.address, nodes, victims, key, sinkLog, receiver }
}

export const zones = Object.fromEntries(
  domainNames.flatMap(name => [
    [name, { MX: [`10 mx.${name}`] }],
    [`mx.${name}`, { A: ['127.0.0.1'] }],
  ]),
)

/** Where only those who take calls are killed, delivery lives in a node of its own. */
function rolesFor(aim: Aim): string[] {
  if (aim === 'api') return ['api', 'api', 'deliver,webhooks,jobs']
  return ['api,deliver,webhooks,jobs', 'api,deliver,webhooks,jobs']
}

/** A database of somebody else's is never killed. */
function victimsOf(aim: Aim, nodes: readonly Node[], dataDir: string): readonly Victim[] {
  const database = process.env.DATABASE_URL ? [] : [databaseOf(dataDir)]
  switch (aim) {
    case 'all':
      return [...nodes, ...database]
    case 'database':
      return database
    case 'api':
      return nodes.filter(node => node.takesCalls)
    case 'node':
      return nodes
  }
}

async function startSink(
  log: string,
  delayMs: number,
): Promise<{ child: ChildProcess; port: number }> {
  const file = path.join(root, 'sim/crash/sink.ts')
  const child = spawn(process.execPath, [file, log, String(delayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout!, 'data')
  return { child, port: Number(String(line)) }
}

/** A customer without limits; returns the API key. */
export async function makeCustomer(
  db: Db,
  settings: ReturnType<typeof readSettings>,
): Promise<string> {
  const world = realWorld({ settings, db, log: silent })
  const email = 'owner@crash.test'
  const { projectId } = await createAccount(world, { email, plan: 'enterprise', trustLevel: 3 })
  const domain = await createDomain(world, { projectId, name: 'crash.test' })
  await trustDomain(world, domain.id)
  await declareWarm(world, { projectId, domain: 'crash.test' })
  return (await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })).key
}

/** Registered for everything that can happen, as customers do it. */
async function makeWebhook({ port }: Node, key: string, receiver: Receiver): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: eventTypeNames }),
  })
  const made = (await answer.json()) as { secret?: string }
  if (made.secret === undefined) throw new Error(`no webhook: ${JSON.stringify(made)}`)
  receiver.knowSecret(made.secret)
}
