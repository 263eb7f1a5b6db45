/**
 * The connections behind `Db`: a pool that trusts none of them further than it must. A broken one is
 * closed, those that have gone silent are found and cut (db-watch.ts), and what one has met that all
 * will meet ends the whole generation.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { sqlState } from '../db.ts'
import type { Log } from '../world.ts'
import { cut, watchConnections } from './db-watch.ts'

/** A connection that nobody gets within this time is an error of its own, not an endless wait. */
const maxWaitMs = 30_000
/** For one connection to be made: the next try may meet the server that has taken over. */
const connectTimeoutMs = 5_000
/** A generation of connections lasts this long at least. */
const minGenerationMs = 2_000
/** The state of a write that a standby refuses. */
const readOnly = '25006'

/** The connections of one process: lent one user at a time, and only while they are good. */
export interface Connections {
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Through a client of `use`. */
  send(client: pg.PoolClient, query: string | pg.QueryConfig): Promise<pg.QueryResult>
  readonly isStalled: boolean
  close(): Promise<void>
}

export function openConnections(
  config: pg.ClientConfig,
  max: number,
  log: Pick<Log, 'warn'>,
): Connections {
  const pool = openPool(config, max)
  let isClosing = false
  const generations = countGenerations()
  const watch = watchConnections({
    config,
    onSilent: count => {
      generations.end()
      log.warn({ count }, 'database connections have gone silent and were cut')
    },
  })
  // Both listeners are needed: the pool speaks for idle connections, a client for itself while in
  // use. An 'error' event that nobody hears ends the process.
  pool.on('error', error => {
    // Closed connections may still hear that the server, stopped right after them, turns them out.
    if (!isClosing) log.warn({ error: error.message }, 'a database connection was lost')
  })
  pool.on('connect', client => {
    generations.join(client)
    client.on('error', () => {})
  })

  async function current(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (generations.isCurrent(client)) return client
      cut(client)
      client.release(true)
    }
  }

  async function use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await current()
    let broken = false
    try {
      if (isTimeToReplan(client)) client.query('discard plans').catch(() => {})
      return await work(client)
    } catch (error) {
      broken = isBroken(error)
      if (sqlState(error) === readOnly) generations.end()
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    use,
    async send(client, query) {
      const answered = watch.begin(client)
      try {
        return await client.query(query)
      } finally {
        answered()
      }
    },
    get isStalled() {
      return watch.isStalled
    },
    close: () => {
      isClosing = true
      watch.close()
      return pool.end()
    },
  }
}

/**
 * Connections of an earlier generation go as soon as somebody would use them: what one of them has
 * met (silence, a server that became a standby) they will meet, too.
 */
function countGenerations() {
  const joined = new WeakMap<pg.PoolClient, number>()
  let current = 0
  let endedAt = Number.NEGATIVE_INFINITY
  return {
    join: (client: pg.PoolClient) => void joined.set(client, current),
    isCurrent: (client: pg.PoolClient) => joined.get(client) === current,
    end(): void {
      // As long as a standby is all there is, each new connection meets the same.
      if (performance.now() - endedAt < minGenerationMs) return
      endedAt = performance.now()
      current++
    },
  }
}

function openPool(config: pg.ClientConfig, max: number): pg.Pool {
  return new pg.Pool({
    ...config,
    // The pool hands its own patience, for all that wait, to each connection as well.
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionTimeoutMillis: connectTimeoutMs })
      }
    },
    max,
    connectionTimeoutMillis: maxWaitMs,
    idleTimeoutMillis: 0,
    pipeline: true,
    onConnect: async client => {
      const patient = { text: sessionSettings, query_timeout: connectTimeoutMs }
      await client.query(patient)
    },
  } as pg.PoolConfig)
}

// Not start-up parameters: connection poolers in between refuse those.
// Plans must not depend on statistics: right after an installation (or a new week's partition) there
// are none, and a generic plan made then would scan whole tables until the first autoanalyze.
// Every hot statement has its index, and a custom plan for each batch costs more than it saves.
const sessionSettings = `select set_config('TimeZone', 'UTC', false),
  set_config('enable_seqscan', 'off', false),
  set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('idle_in_transaction_session_timeout', '30s', false),
  set_config('statement_timeout', '0', false)`

/** Uses of a connection before its first plans are made anew; then after twice as many, up to a limit. */
const usesOfFirstPlans = 32
const maxUsesOfPlans = 1024
const uses = new WeakMap<pg.PoolClient, { count: number; replanAt: number }>()

/**
 * A plan made while a table is small may take any of its indexes, since all cost the same (PostgreSQL
 * 18 looks up an `id` in an index on (project_id, mode, xid, id), too, skipping over what stands
 * between), and is kept although the table has grown: until the first autoanalyze, ten seconds of a
 * burst, that reads a whole index per email. So the first plans are not kept for long; nor are those
 * of an installation that has had nothing to do yet, or of a new week's partitions.
 */
function isTimeToReplan(client: pg.PoolClient): boolean {
  const use = uses.get(client) ?? { count: 0, replanAt: usesOfFirstPlans }
  uses.set(client, use)
  if (++use.count < use.replanAt) return false
  use.replanAt += Math.min(use.count, maxUsesOfPlans)
  return true
}

/**
 * Whether the connection is of no further use: everything that is not a plain refusal of one
 * statement. Class 08 is the connection, 57P the server's shutdown, 25P02 and 25P03 a transaction
 * that has failed or stood idle, 25006 a server that has become a standby, and 0A000 a prepared plan
 * whose table was changed by a migration. Reusing a healthy connection after a unique violation
 * matters: opening one costs more than the statement.
 */
export function isBroken(error: unknown): boolean {
  const state = sqlState(error)
  if (error instanceof Refused) return false
  return state === undefined || /^(08|57P|25006|25P0[23]|0A000|XX)/.test(state)
}

/** A mistake of the caller, found before anything was sent. */
export class Refused extends Error {}
