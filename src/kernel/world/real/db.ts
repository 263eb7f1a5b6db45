/**
 * `Db` on PostgreSQL through `pg`: a pool whose connections may die at any time without taking the
 * process along, each distinct text prepared once per connection, and values read the way the
 * program wants them (whole numbers as numbers, instants as Dates, calendar days as text).
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { assert } from '../../base/assert.ts'
import type { Db, Sql, Tx } from '../db.ts'
import { sqlState } from '../db.ts'
import type { Log } from '../world.ts'
import { arrayTypes, binaryArray } from './binary-arrays.ts'
import { getTypeParser } from './db-parsers.ts'

/** Where a database is: a URL, or the folder of a unix socket (or a host) with names beside it. */
export type DatabaseAddress =
  | string
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
    }

interface RealDbOptions {
  readonly address: DatabaseAddress
  /** Connections at a time; default 10. */
  readonly connections?: number
  readonly log: Pick<Log, 'warn'>
}

/** Past this many distinct texts (queries built from filters) further ones are not kept prepared. */
const maxPreparedTexts = 1000
const maxTransactionTries = 4
/** A connection that nobody gets within this time is an error of its own, not an endless wait. */
const connectionTimeoutMs = 30_000

/** What this process calls itself in `pg_stat_activity`. */
export const applicationName = `malote ${process.pid}`

/** Opens no connection yet; the first statement does. Errors of a dead connection are thrown. */
export function realDb(options: RealDbOptions): Db {
  const pool = new pg.Pool({
    ...clientConfig(options.address),
    max: options.connections ?? 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 0,
    pipeline: true,
    onConnect: async client => {
      await client.query(sessionSettings)
    },
  })
  let isClosing = false
  // Closed connections may still hear that the server, stopped right after them, turns them out.
  const lost = (error: Error) => {
    if (!isClosing) options.log.warn({ error: error.message }, 'a database connection was lost')
  }
  // Both listeners are needed: the pool speaks for idle connections, a client for itself while in
  // use. An 'error' event that nobody hears ends the process.
  pool.on('error', lost)
  pool.on('connect', client => client.on('error', () => {}))
  return {
    query: (text, values) => withClient(pool, client => run(client, text, values)),
    async transaction(work) {
      const { result, committed } = await withRetries(() =>
        withClient(pool, client => inTransaction(client, work)),
      )
      for (const then of committed) then()
      return result
    },
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}

/** The settings of a `pg.Client` for this address, with this program's way of reading values. */
export function clientConfig(address: DatabaseAddress): pg.ClientConfig {
  const where = typeof address === 'string' ? { connectionString: address } : address
  return { ...where, application_name: applicationName, keepAlive: true, types: { getTypeParser } }
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

async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  let broken = false
  try {
    if (isTimeToReplan(client)) client.query('discard plans').catch(() => {})
    return await use(client)
  } catch (error) {
    broken = isBroken(error)
    throw error
  } finally {
    client.release(broken)
  }
}

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
 * statement. Class 08 is the connection, 57P the server's shutdown, 25P03 the idle transaction, and
 * 0A000 a prepared plan whose table was changed by a migration. Reusing a healthy connection after
 * a unique violation matters: opening one costs more than the statement.
 */
function isBroken(error: unknown): boolean {
  const state = sqlState(error)
  if (error instanceof Refused) return false
  return state === undefined || /^(08|57P|25P03|0A000|XX)/.test(state)
}

async function run<Row>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  for (const value of values) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Refused(`a value of this statement is ${value}: ${text.slice(0, 80)}`)
    }
  }
  const { name, arrays } = statementOf(text)
  const query = { text, values: packed(values, arrays), ...(name === undefined ? {} : { name }) }
  return (await client.query(query)).rows as Row[]
}

function packed(values: readonly unknown[], arrays: Statement['arrays']): unknown[] {
  return values.map((value, i) => {
    const type = arrays[i]
    return type !== undefined && Array.isArray(value) ? binaryArray(type, value) : value
  })
}

/** A mistake of the caller, found before anything was sent. */
class Refused extends Error {}

interface Committed<T> {
  readonly result: T
  /** Who wants to know of it. */
  readonly committed: readonly (() => void)[]
}

async function inTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
): Promise<Committed<T>> {
  let isOpen = true
  const committed: (() => void)[] = []
  const query: Sql['query'] = (text, values) => {
    assert(isOpen, 'A statement was sent through a transaction that is over; await all of them.')
    return run(client, text, values)
  }
  // Travels with the first statement of the work. Should it fail, that statement would run on its
  // own; so its outcome is looked at before anything is committed, and the connection is dropped.
  const begun = client.query('begin')
  begun.catch(() => {})
  let committing = null as Promise<pg.QueryResult> | null
  const commit = (): Promise<pg.QueryResult> => {
    isOpen = false
    committing ??= client.query('commit')
    return committing
  }
  const last: Tx['last'] = async statements => {
    let isWrong = false
    statements.catch(() => {
      isWrong = true
    })
    await begun
    // A mistake made while they were put together shows as soon as nothing else is to be done.
    await new Promise<void>(resolve => process.nextTick(resolve))
    if (!isWrong) commit().catch(() => {})
    return statements
  }
  try {
    const result = await work({
      query,
      inTransaction: true,
      last,
      committed: then => void committed.push(then),
    })
    isOpen = false
    await begun
    const { command } = await commit()
    // After a failed statement whose error the work swallowed, PostgreSQL answers COMMIT with
    // ROLLBACK and no error: the caller would believe in rows that are not there.
    assert(command === 'COMMIT', 'A statement failed inside a transaction and was ignored.')
    return { result, committed }
  } catch (error) {
    isOpen = false
    const ended = committing && (await committing.catch(() => null))
    assert(ended?.command !== 'COMMIT', `The work failed after its last statements: ${error}`)
    if (!isBroken(error)) await client.query('rollback')
    else await client.query('rollback').catch(() => {})
    throw error
  }
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const state = sqlState(error)
      const isConflict = state === '40001' || state === '40P01'
      if (!isConflict || tries === maxTransactionTries) throw error
    }
  }
}

interface Statement {
  /** Under which it is kept prepared; none past the limit. */
  readonly name?: string
  readonly arrays: ReturnType<typeof arrayTypes>
}

const statements = new Map<string, Statement>()

function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known !== undefined) return known
  if (statements.size >= maxPreparedTexts) return { arrays: arrayTypes(text) }
  const name = `m${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  const statement = { name, arrays: arrayTypes(text) }
  statements.set(text, statement)
  return statement
}
