/**
 * The pool behind `Db`: how connections are made, and when one is of no further use. None is trusted
 * further than it must; those that have gone silent are found and cut (db-watch.ts).
 */
import pg from 'pg'
import { sqlState } from '../db.ts'
import { noteBackend } from './db-watch.ts'

/** A connection that nobody gets within this time is an error of its own, not an endless wait. */
const maxWaitMs = 30_000
/** After which a connection that nobody needs is closed: each is 3 MB of the server's, and more used. */
const usualIdleMs = 60_000
/** For one connection to be made: the next try may meet the server that has taken over. */
const usualConnectMs = 5_000

interface PoolOptions {
  readonly max: number
  /** For one connection to be made; by default 5 s. */
  readonly connectMs?: number | undefined
  /** Until one that nobody needs is closed; by default a minute. */
  readonly idleMs?: number | undefined
}

/** Where a connection leads. */
const configs = new WeakMap<pg.ClientBase, pg.ClientConfig>()
export const configOf = (client: pg.ClientBase): pg.ClientConfig => configs.get(client)!

/**
 * Opens no connection yet. Of several servers the next ones are asked as soon as one cannot be
 * reached or takes no writes, and the one that does is kept to.
 */
export function openPool(
  servers: readonly pg.ClientConfig[],
  { max, connectMs = usualConnectMs, idleMs = usualIdleMs }: PoolOptions,
): pg.Pool {
  let current = 0
  const goOn = (from: pg.ClientConfig): void => {
    if (servers[current] === from) current = (current + 1) % servers.length
  }
  return new pg.Pool({
    ...servers[0],
    // The pool hands its own patience, for all that wait, to each connection as well.
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        const server = servers[current]!
        super({ ...options, ...server, connectionTimeoutMillis: connectMs })
        configs.set(this, server)
      }

      override connect(): Promise<pg.Client>
      override connect(callback: (error: Error) => void): void
      override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
        if (callback === undefined) return super.connect()
        super.connect((error: Error) => {
          if (error) goOn(configOf(this))
          callback(error)
        })
        return undefined
      }
    },
    max,
    connectionTimeoutMillis: maxWaitMs,
    idleTimeoutMillis: idleMs,
    pipeline: true,
    onConnect: async client => {
      const { backend, is_standby } = await setUp(client, connectMs)
      noteBackend(client, backend)
      if (!is_standby || servers.length === 1) return
      goOn(configOf(client))
      throw Object.assign(new Error('this server takes no writes'), { code: standbyState })
    },
  } as pg.PoolConfig)
}

/** What a standby answers to a write (read_only_sql_transaction). */
const standbyState = '25006'

async function setUp(
  client: pg.ClientBase,
  withinMs: number,
): Promise<{ readonly backend: number; readonly is_standby: boolean }> {
  const patient = { text: sessionSettings, query_timeout: withinMs }
  return (await client.query(patient)).rows[0]
}

/** A connection of its own to the server that takes writes; with `migrate`, for example. */
export async function openClient(servers: readonly pg.ClientConfig[]): Promise<pg.Client> {
  for (const [n, server] of servers.entries()) {
    const client = new pg.Client(server)
    client.on('error', () => {})
    const isLast = n === servers.length - 1
    try {
      await client.connect()
      if (isLast || !(await setUp(client, usualConnectMs)).is_standby) return client
      await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (isLast) throw error
    }
  }
  throw new Error('an address has a server')
}

// Not start-up parameters: connection poolers in between refuse those.
// Plans must not depend on statistics: right after an installation (or a new week's partition) there
// are none, and a generic plan made then would scan whole tables until the first autoanalyze.
// Every hot statement has its index, and a custom plan for each batch costs more than it saves.
// Without sequential scans the planner counts a small scan as dear, and up to PostgreSQL 17 compiles
// it for that: a list of contacts took 2.3 s so, and 25 ms without.
const sessionSettings = `select set_config('TimeZone', 'UTC', false),
  set_config('enable_seqscan', 'off', false),
  set_config('jit', 'off', false),
  set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('idle_in_transaction_session_timeout', '30s', false),
  set_config('statement_timeout', '0', false), pg_backend_pid() as backend,
  pg_is_in_recovery() as is_standby`

/**
 * Whether what a statement was answered with says that its connection is of no further use:
 * everything that is not a plain refusal of one statement. Class 08 is the connection, 57P the
 * server's shutdown, 25P03 a transaction that stood idle, 25006 a server that has become a standby,
 * and 0A000 a prepared plan whose table was changed by a migration. Reusing a healthy connection
 * after a unique violation matters: opening one costs more than the statement.
 */
export function isBroken(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined || /^(08|57P|25006|25P03|0A000|XX)/.test(state)
}
