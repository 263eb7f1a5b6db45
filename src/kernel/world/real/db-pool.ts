/**
 * The pool behind `Db`: how connections are made, and when one is of no further use. None is trusted
 * further than it must; those that have gone silent are found and cut (db-watch.ts).
 */
import pg from 'pg'
import { sqlState } from '../db.ts'
import { noteBackend } from './db-watch.ts'

/** A connection that nobody gets within this time is an error of its own, not an endless wait. */
const maxWaitMs = 30_000
/** For one connection to be made: the next try may meet the server that has taken over. */
const connectTimeoutMs = 5_000

/** Opens no connection yet. */
export function openPool(config: pg.ClientConfig, max: number): pg.Pool {
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
      const { rows } = await client.query(patient)
      noteBackend(client, rows[0].backend)
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
  set_config('statement_timeout', '0', false), pg_backend_pid() as backend`

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
