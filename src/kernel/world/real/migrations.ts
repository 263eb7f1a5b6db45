/**
 * Brings the database to the shape that this program expects: plain SQL files `NNNN_name.sql`, in
 * order, forward only, each in a transaction together with the row that says it ran. Nodes that
 * start at once wait for each other (docs/decisions/0004-migrations.md).
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Clock } from '../world.ts'
import { clientConfig, type DatabaseAddress } from './db.ts'
import { DatabaseRefused } from './embedded-files.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  /** Of the text with plain line ends, so that a checkout on Windows counts as the same. */
  readonly checksum: string
}

interface MigrateOptions {
  readonly address: DatabaseAddress
  readonly clock: Pick<Clock, 'now'>
  /** Default: db/migrations of this program. */
  readonly dir?: string
}

const ownMigrations = fileURLToPath(new URL('../../../../db/migrations', import.meta.url))
/** Any number that nothing else in this database takes. */
const lockKey = 6_253_483_001

/** Runs what has not run yet and returns its names. Throws DatabaseRefused. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.dir)
  const client = new pg.Client(clientConfig(options.address))
  client.on('error', () => {})
  await client.connect()
  try {
    // Of the session, not of a transaction: it spans many. It ends with the connection.
    await client.query(`select pg_advisory_lock(${lockKey})`)
    await client.query(`create table if not exists migrations (
      name       text primary key,
      checksum   text not null,
      applied_at timestamptz not null
    )`)
    const applied = await client.query('select name, checksum from migrations order by name')
    const pending = findPending(migrations, applied.rows)
    for (const migration of pending) await apply(client, migration, options.clock)
    return pending.map(migration => migration.name)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The names of migrations that have yet to run; throws DatabaseRefused as `migrate` would. */
export async function pendingMigrations(options: Omit<MigrateOptions, 'clock'>): Promise<string[]> {
  const migrations = await readMigrations(options.dir)
  const client = new pg.Client(clientConfig(options.address))
  client.on('error', () => {})
  await client.connect()
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
      throw new DatabaseRefused(`${file} needs a number of its own and a name: 0001_name.sql.`)
    }
    const sql = (await fs.readFile(path.join(dir, file), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    migrations.push({ name: file.slice(0, -'.sql'.length), sql, checksum })
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
      throw new DatabaseRefused(
        `The database is newer than this Malote (it has migration ${name}): ` +
          'start the version that made it, or a later one.',
      )
    }
    if (here.checksum !== checksum) {
      throw new DatabaseRefused(
        `Migration ${name} has been changed since it ran on this database: ` +
          'restore the file and put the change into a new one.',
      )
    }
    if (migrations[at] !== here) {
      throw new DatabaseRefused(
        `Migration ${migrations[at]?.name} comes before ${name}, which has run on this database ` +
          'already: give it a later number.',
      )
    }
  })
  return migrations.slice(applied.length)
}

async function apply(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  clock: Pick<Clock, 'now'>,
) {
  await client.query('begin')
  try {
    // Without values: the simple protocol takes many statements at once.
    await client.query(sql)
    await client.query('insert into migrations (name, checksum, applied_at) values ($1, $2, $3)', [
      name,
      checksum,
      new Date(clock.now()),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message, position } = error as pg.DatabaseError
    const line = position && ` (line ${sql.slice(0, Number(position)).split('\n').length})`
    throw new Error(`Migration ${name} failed${line ?? ''}: ${message}`, { cause: error })
  }
}
