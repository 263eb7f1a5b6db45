/**
 * A database of its own for a test file: cloned from a template that is migrated once and has the
 * partitions of this week (to make them takes longer than all else that a service does to start),
 * dropped when the tests have passed (in a lane emptied for the next instead: emptied.ts), kept when
 * one has failed (its name is printed). PostgreSQL is real: the embedded one in a scratch folder,
 * shared by all test processes of this user and without fsync, or the one that TEST_DATABASE_URL names
 * (its user must be able to create databases).
 *
 *     const { db } = await testDatabase()        at the top of a file: for all of its tests
 *     const { db } = await testDatabase(t)       inside a test: for this one
 *
 * Hooks run in the order in which they are registered, so a test's own `t.after` would find the
 * database closed: what uses it to its end is stopped by `stopFirst`.
 */
import { createHash } from 'node:crypto'
import * as path from 'node:path'
import { after, afterEach, type TestContext } from 'node:test'
import pg from 'pg'
import { clientConfig, type DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { realDb } from '#kernel/world/real/db.ts'
import {
  ensureRunning,
  type Running,
  stopUnlessUsed,
} from '#kernel/world/real/embedded-postgres.ts'
import { migrate, readMigrations } from '#kernel/world/real/migrations.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { type Lent, type Reusable, recycling, type Sweeper } from './emptied.ts'
import { atEndOfLane, isLane } from './lane.ts'
import { machineClock } from './real-clock.ts'
import { scratchFolder } from './scratch.ts'

export interface TestDatabase extends Reusable {
  readonly name: string
  /** For `realDb` and the like. */
  readonly address: DatabaseAddress
  /** For DATABASE_URL of a started process. */
  readonly url: string
  /** Closes `db` and drops the database; done by itself after success. */
  drop(): Promise<void>
}

export const testDataDir = scratchFolder('test')

const silent = { debug() {}, info() {}, warn() {}, error() {} }
/** The template is the one thing here that no simulation turns. */
const clock = machineClock
const lockKey = 6_253_483_002
/** Where four files of tests are at work on two cores, a new connection has waited for ten seconds. */
const patientMs = 60_000
const usualConnections = 5
let count = 0

export interface TestDatabaseOptions {
  /** The size of its pool, by default 5. */
  readonly connections?: number
  /** As the migrations leave it, without partitions. */
  readonly isBare?: boolean
  /** Stops what uses the database; called before it is closed. Only inside a test. */
  readonly stopFirst?: () => Promise<void>
}

/** Makes the database; see above. */
export async function testDatabase(
  t?: TestContext,
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const { database, giveBack } = await lendDatabase(options)
  t?.after(() => options.stopFirst?.())
  endAfterTests(t, database, giveBack)
  return database
}

const inLane = recycling(connections => createDatabase({ connections }))
atEndOfLane(() => inLane.end())

async function lendDatabase(options: TestDatabaseOptions): Promise<Lent<TestDatabase>> {
  if (isLane() && !options.isBare) return inLane.lend(options.connections ?? usualConnections)
  const database = await createDatabase(options)
  return { database, giveBack: () => database.drop() }
}

/** The same outside of tests: whoever calls drops it. */
export async function createDatabase({
  connections = usualConnections,
  isBare = false,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const template = await templateOf(isBare)
  const name = nameFor(process.argv[1] ?? 'test')
  await run(`create database ${name} template ${template} ${strategy()}`)
  const url = withDatabase(await adminUrl(), name)
  const db = realDb({ address: url, connections, connectMs: patientMs, log: silent })
  let isDropped = false
  return {
    db,
    name,
    url,
    address: url,
    openSweeper: () => openSweeper(url),
    drop: async () => {
      if (isDropped) return
      isDropped = true
      await db.close()
      await untilLeft(name)
      // Processes that the test has killed may still hold connections.
      await run(`drop database if exists ${name} with (force)`)
    },
  }
}

async function openSweeper(url: string): Promise<Sweeper> {
  const client = new pg.Client({ ...clientConfig(url), application_name: 'emptying' })
  client.on('error', () => {})
  await client.connect()
  await client.query('set session_replication_role = replica')
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const name = createHash('md5').update(text).digest('hex')
      return (await client.query({ name, text, values: [...values] })).rows as Row[]
    },
    run: async statements => void (await client.query(statements.join(';'))),
    close: () => client.end(),
  }
}

/** A drop that meets a connection which is about to end sleeps for a tenth of a second. */
async function untilLeft(name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const users = await run(`select from pg_stat_activity where datname = '${name}' limit 1`)
    if (users.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Stops the shared server unless another test process uses it; the last act of `npm test`. */
export async function stopTestServer(): Promise<void> {
  const client = await admin
  if (client !== undefined) {
    handleOf(client).ref()
    await client.end()
  }
  if (process.env.TEST_DATABASE_URL) return
  if (server !== undefined) handleOf(server.presence).ref()
  await stopUnlessUsed(testDataDir, server?.presence)
}

/** Drops what earlier runs have kept or left, a day later; the first act of `npm test`. */
export async function dropOldTestDatabases(): Promise<void> {
  const yesterday = stamp(clock.now() - 86_400_000)
  const rows = await run(`select datname as name from pg_database`)
  for (const { name } of rows as { name: string }[]) {
    const isOld = /^t_\d{14}_/.test(name) && name.slice(2, 16) < yesterday
    const isStale = /^template_\d{8}_/.test(name) && name.slice(9, 17) < yesterday.slice(0, 8)
    if (isOld || isStale) await run(`drop database if exists ${name}`).catch(() => {})
  }
}

let server: Running | undefined

/** A URL of the server's own database, from which others are created. */
async function adminUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  if (server === undefined) {
    server = await ensureRunning({ dataDir: testDataDir, log: silent, unsafe: true })
    // It says that this process uses the server, but is no reason for it to live on.
    server.presence.once('end', () => {
      server = undefined
    })
    handleOf(server.presence).unref()
  }
  const { host, port, user } = server.connection
  return `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}

/** The types of pg do not know these two. */
const handleOf = (client: pg.Client) => client as unknown as { ref(): void; unref(): void }

function withDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/]*)\/?[^?]*/, `$1/${name}`)
}

/** Of the migrations and the day, so that what others have made of other migrations can be told old. */
async function templateName(isBare: boolean): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, checksum } of await readMigrations()) hash.update(name).update(checksum)
  const day = stamp(clock.now()).slice(0, 8)
  return `template_${day}_${hash.digest('hex').slice(0, 12)}${isBare ? '_bare' : ''}`
}

/** Once a process, and made by one of them. */
function templateOf(isBare: boolean): Promise<string> {
  const made = templates.get(isBare) ?? makeTemplate(isBare)
  templates.set(isBare, made)
  return made
}
const templates = new Map<boolean, Promise<string>>()

async function makeTemplate(isBare: boolean): Promise<string> {
  const name = await templateName(isBare)
  const isMade = `select from pg_database where datname = '${name}' and not datallowconn`
  if ((await run(isMade)).length > 0) return name
  const model = isBare ? 'template0' : await templateOf(true)
  await run(`select pg_advisory_lock(${lockKey})`)
  try {
    if ((await run(isMade)).length > 0) return name
    await run(`drop database if exists ${name} with (force)`)
    await run(`create database ${name} template ${model}`)
    const address = withDatabase(await adminUrl(), name)
    await (isBare ? migrate : partition)({ address, clock })
    // Cloning needs a template without connections; this also marks it as finished.
    await run(`alter database ${name} allow_connections false`)
  } finally {
    await run(`select pg_advisory_unlock(${lockKey})`)
  }
  return name
}

async function partition({ address }: { address: DatabaseAddress }): Promise<void> {
  const db = realDb({ address, connections: 1, log: silent })
  await ensurePartitions({ db, clock })
  await db.close()
}

function endAfterTests(
  t: TestContext | undefined,
  database: TestDatabase,
  giveBack: () => Promise<void>,
): void {
  const finish = async (hasPassed: boolean) => {
    if (hasPassed) return giveBack()
    await database.db.close()
    console.error(`The database is kept: ${database.url}`)
  }
  if (t !== undefined) {
    t.after(() => finish(!hasFailed(t)))
    return
  }
  let hasPassed = true
  afterEach(each => {
    if (hasFailed(each)) hasPassed = false
  })
  after(() => finish(hasPassed))
}

/** The types of Node do not know `passed` yet. */
const hasFailed = (t: object) => (t as { passed?: boolean }).passed === false

/** Copying files takes a checkpoint: a third of the time without fsync, and more with it. */
const strategy = () => (process.env.TEST_DATABASE_URL ? '' : 'strategy file_copy')

/** Sorts by time; says which file it belongs to; unique on this machine. */
function nameFor(file: string): string {
  const of = path.basename(file).replace(/\.(test|spec)\.\w+$/, '')
  const word = of
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 24)
  return `t_${stamp(clock.now())}_${word}_${process.pid}_${++count}`
}

const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** One for the whole process: to connect costs the server more than all that is asked here. */
let admin: Promise<pg.Client> | undefined
let users = 0

async function run(sql: string): Promise<unknown[]> {
  admin ??= connectAdmin()
  const client = await admin
  // It is no reason for the process to live on but while it is asked something.
  if (users++ === 0) handleOf(client).ref()
  try {
    return (await client.query(sql)).rows
  } finally {
    if (--users === 0) handleOf(client).unref()
  }
}

async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(await adminUrl()))
  const forget = (): void => {
    admin = undefined
  }
  client.on('error', forget).once('end', forget)
  await client.connect()
  return client
}
