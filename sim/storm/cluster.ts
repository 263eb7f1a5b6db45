/**
 * PostgreSQL for simulations: one embedded server per worker, without fsync (storms kill the
 * program, not the database) and without autovacuum, whose moment would change plans and with them
 * the order of rows. Every storm gets a database of its own, cloned from a migrated template.
 */

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from '#kernel/world/db.ts'
import { clientConfig } from '#kernel/world/real/database-address.ts'
import { ensureRunning, stopUnlessUsed } from '#kernel/world/real/embedded-postgres.ts'
import { migrate, readMigrations } from '#kernel/world/real/migrations.ts'
import { scratchFolder } from '../../test/support/scratch.ts'

export interface SimCluster {
  /** A fresh, migrated database. */
  create(name: string): Promise<SimStore>
  stop(): Promise<void>
}

interface SimStore {
  readonly url: string
  /** One connection; statements without an answer in between travel together. */
  readonly sql: Sql
  drop(): Promise<void>
  /** Closes the connection and leaves the database for whoever looks into the failure. */
  keep(): Promise<void>
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export async function openCluster(worker: number): Promise<SimCluster> {
  const dataDir = scratchFolder(`sim-${worker}`)
  const { connection, presence } = await ensureRunning({ dataDir, log: silent, unsafe: true })
  const host = encodeURIComponent(connection.host)
  const urlOf = (database: string): string =>
    `postgres://${connection.user}@localhost:${connection.port}/${database}?host=${host}`
  const template = await makeTemplate(urlOf)

  return {
    async create(name) {
      await run(urlOf('postgres'), `drop database if exists ${name} with (force)`)
      await run(
        urlOf('postgres'),
        `create database ${name} template ${template} strategy file_copy`,
      )
      const url = urlOf(name)
      const client = new pg.Client({ ...clientConfig(url), pipeline: true } as pg.ClientConfig)
      client.on('error', () => {})
      await client.connect()
      await client.query(`set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`)
      return {
        url,
        sql: preparedOn(client),
        keep: () => client.end(),
        async drop() {
          await client.end()
          await run(urlOf('postgres'), `drop database if exists ${name} with (force)`)
        },
      }
    },
    stop: async () => void (await stopUnlessUsed(dataDir, presence)),
  }
}

/** Each distinct text is prepared once, as the real pool does. */
function preparedOn(client: pg.Client): Sql {
  const names = new Map<string, string>()
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const name = names.get(text) ?? `s${names.size + 1}`
      names.set(text, name)
      return (await client.query({ name, text, values: [...values] })).rows as Row[]
    },
  }
}

async function makeTemplate(urlOf: (database: string) => string): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, checksum } of await readMigrations()) hash.update(name).update(checksum)
  const name = `template_${hash.digest('hex').slice(0, 12)}`
  const made = `select 1 as made from pg_database where datname = '${name}' and not datallowconn`
  // Test files that run at once share the server.
  const turn = new pg.Client(clientConfig(urlOf('postgres')))
  await turn.connect()
  try {
    await turn.query('select pg_advisory_lock(1)')
    if ((await turn.query(made)).rows.length > 0) return name
    await turn.query(`drop database if exists ${name} with (force)`)
    await turn.query(`create database ${name} template template0`)
    await migrate({ address: urlOf(name), clock: { now: () => Date.now() } })
    await turn.query(`alter database ${name} allow_connections false`)
    return name
  } finally {
    await turn.end()
  }
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
