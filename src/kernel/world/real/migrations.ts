/**
 * Brings the database to the shape that this program expects: plain SQL files `NNNN_name.sql`, in
 * order, forward only, each in a transaction together with the row that says it ran, or outside of
 * any where it says so. Nodes that start at once wait for each other; the mail of those that run
 * goes on (docs/decisions/0004-migrations.md).
 */

import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { faultText } from '../../base/start-refused.ts'
import type { Clock, Log } from '../world.ts'
import { clientConfigs, type DatabaseAddress } from './database-address.ts'
import { openClient } from './db-pool.ts'
import { DatabaseRefused } from './embedded-files.ts'
import { everySoOften, type TellStep } from './opening-steps.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  /** Of the text with plain line ends, so that a checkout on Windows counts as the same. */
  readonly checksum: string
  /** Its statements run one by one, each its own transaction. */
  readonly isApart: boolean
}

interface MigrateOptions {
  readonly address: DatabaseAddress
  readonly clock: Pick<Clock, 'now'>
  /** Default: db/migrations of this program. */
  readonly dir?: string
  /** Tries for locks that somebody holds; default: five minutes of them. */
  readonly maxTries?: number
  /** Told while another start migrates: with whom it waits, since when. */
  readonly log?: Pick<Log, 'warn'>
  /** Told how far it is, and that it waits. */
  readonly tell?: TellStep | undefined
}

const ownMigrations = fileURLToPath(new URL('../../../../db/migrations', import.meta.url))
/** Any number that nothing else in this database takes. */
const lockKey = 6_253_483_001

/** Whoever asks for a table after us waits behind us: a short time, and again later. */
const maxLockWaitMs = 500
const retryMs = 1_000
const askEveryMs = 100
const defaultMaxTries = 200
/** Lock not available, deadlock. */
const statesOfLocks = ['55P03', '40P01']

/**
 * A new database has nothing to lose, so its migrations do not wait for the disk one by one: a crash
 * leaves the first of them, and the others run again. A last commit that does wait ends them.
 */
const touchMigrations = 'update migrations set applied_at = applied_at'

type ApplyOptions = Omit<MigrateOptions, 'dir' | 'address'> & { readonly isNew: boolean }

/** Runs what has not run yet and returns its names. Throws DatabaseRefused. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.dir)
  const servers = clientConfigs(options.address)
  const [holder, client] = [await openClient(servers), await openClient(servers)]
  try {
    await lock(holder, options)
    await client.query(`create table if not exists migrations (
      name       text primary key,
      checksum   text not null,
      applied_at timestamptz not null
    )`)
    const applied = await client.query('select name, checksum from migrations order by name')
    const pending = findPending(migrations, applied.rows)
    const isNew = applied.rows.length === 0
    const count = pending.length
    const isTime = everySoOften(() => performance.now())
    for (const [done, migration] of pending.entries()) {
      if (done === 0 || isTime()) options.tell?.({ kind: 'migrating', done, count })
      await apply(client, migration, { ...options, isNew })
    }
    if (isNew) await client.query(touchMigrations)
    return pending.map(migration => migration.name)
  } finally {
    await Promise.all([holder, client].map(one => one.end().catch(() => {})))
  }
}

/**
 * Held by a transaction of a connection of its own, which spans all migrations: a pooler that lends
 * sessions for one transaction would keep a lock of the session for ever. It has no snapshot between
 * its statements, so `concurrently` does not wait for it. It is had by asking again, since a
 * statement that waits does have one.
 */
async function lock(
  holder: pg.Client,
  { log, tell }: Pick<MigrateOptions, 'log' | 'tell'>,
): Promise<void> {
  await holder.query('begin')
  await holder.query(`set local idle_in_transaction_session_timeout = 0`)
  for (let waitedMs = 0; ; waitedMs += askEveryMs) {
    const { rows } = await holder.query(`select pg_try_advisory_xact_lock(${lockKey}) as is_ours`)
    if (rows[0].is_ours) return
    if (waitedMs === 0) tell?.({ kind: 'waiting_for_migrations' })
    if (waitedMs > 0 && waitedMs % warnEveryMs === 0) log?.warn(await holderOf(holder), waiting)
    await sleep(askEveryMs)
  }
}

const waiting = 'another start migrates this database; this one waits for it'
const warnEveryMs = 5_000

/** Whoever holds the lock: what it calls itself, its backend, and since when that does what it does. */
async function holderOf(client: pg.Client): Promise<Record<string, unknown>> {
  const { rows } = await client.query(
    `select a.application_name as holder, a.pid as backend, a.state_change as since
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted
       and (l.classid::int8 << 32) + l.objid::int8 = ${lockKey}`,
  )
  return rows[0] ?? {}
}

/** The names of migrations that have yet to run; throws DatabaseRefused as `migrate` would. */
export async function pendingMigrations(options: Omit<MigrateOptions, 'clock'>): Promise<string[]> {
  const migrations = await readMigrations(options.dir)
  const client = await openClient(clientConfigs(options.address))
  try {
    const found = await client.query(`select to_regclass('migrations') is not null as made`)
    if (!found.rows[0].made) return migrations.map(migration => migration.name)
    const applied = await client.query('select name, checksum from migrations order by name')
    return findPending(migrations, applied.rows).map(migration => migration.name)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The files of a folder in order; throws if two share a number or a name is not NNNN_name.sql. */
export async function readMigrations(dir = ownMigrations): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await fs.readdir(dir)).sort()) {
    if (!file.endsWith('.sql')) continue
    const before = migrations.at(-1)?.name
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file) || before?.slice(0, 4) === file.slice(0, 4)) {
      throw new DatabaseRefused(faultText('odd_migration', { file }))
    }
    const sql = (await fs.readFile(path.join(dir, file), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const isApart = /^-- no transaction\b/.test(sql)
    migrations.push({ name: file.slice(0, -'.sql'.length), sql, checksum, isApart })
  }
  return migrations
}

/** What ran must be the beginning of what there is, text for text. */
function findPending(
  migrations: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): readonly Migration[] {
  applied.forEach(({ name, checksum }, at) => {
    const here = migrations.find(migration => migration.name === name)
    if (here === undefined) {
      throw new DatabaseRefused(faultText('newer_database', { name }))
    }
    if (here.checksum !== checksum) {
      throw new DatabaseRefused(faultText('changed_migration', { name }))
    }
    if (migrations[at] !== here) {
      const early = String(migrations[at]?.name)
      throw new DatabaseRefused(faultText('early_migration', { name: early, applied: name }))
    }
  })
  return migrations.slice(applied.length)
}

async function apply(client: pg.Client, migration: Migration, options: ApplyOptions) {
  const { maxTries = defaultMaxTries } = options
  const run = migration.isApart ? runApart : runWhole
  for (let tries = 1; ; tries++) {
    try {
      return await run(client, migration, options)
    } catch (error) {
      const { code, message, position } = error as pg.DatabaseError
      if (!statesOfLocks.includes(code ?? '') || tries >= maxTries) {
        const line =
          !migration.isApart &&
          position &&
          ` (line ${migration.sql.slice(0, Number(position)).split('\n').length})`
        const text = `Migration ${migration.name} failed${line || ''}: ${message}`
        throw new Error(text, { cause: error })
      }
      await sleep(retryMs)
    }
  }
}

/** All of it and its row, or nothing. */
async function runWhole(
  client: pg.Client,
  migration: Migration,
  { clock, isNew }: ApplyOptions,
): Promise<void> {
  await client.query('begin')
  try {
    // Of this transaction alone: a pooler may lend the session to others.
    if (isNew) await client.query('set local synchronous_commit = off')
    await client.query(`set local lock_timeout = '${maxLockWaitMs}ms'`)
    // Without values: the simple protocol takes many statements at once.
    await client.query(migration.sql)
    await note(client, migration, clock)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * One statement after the other, for those that PostgreSQL takes outside of transactions only. What
 * was cut in the middle runs again from its beginning. No bound on locks: `concurrently` waits for
 * old transactions by locks, and stops nobody while it does.
 */
async function runApart(
  client: pg.Client,
  migration: Migration,
  { clock }: ApplyOptions,
): Promise<void> {
  for (const statement of migration.sql.split(/;[ \t]*(?:\n|$)/)) {
    const isEmpty = statement.replaceAll(/^\s*--.*$/gm, '').trim() === ''
    if (!isEmpty) await client.query(statement)
  }
  await note(client, migration, clock)
}

async function note(
  client: pg.Client,
  { name, checksum }: Migration,
  clock: MigrateOptions['clock'],
): Promise<void> {
  const values = [name, checksum, new Date(clock.now())]
  const text = 'insert into migrations (name, checksum, applied_at) values ($1, $2, $3)'
  await client.query(text, values)
}
