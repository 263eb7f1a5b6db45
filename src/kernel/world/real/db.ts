/**
 * `Db` on PostgreSQL through `pg`: a pool whose connections may die at any time without taking the
 * process along, each distinct text prepared once per connection, and values read the way the
 * program wants them (whole numbers as numbers, instants as Dates, calendar days as text).
 */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { assert } from '../../base/assert.ts'
import type { Db, Sql, Tx } from '../db.ts'
import { isDatabaseAway, noteUndone, sqlState } from '../db.ts'
import { hasRoom } from '../room.ts'
import type { Log } from '../world.ts'
import { arrayTypes, binaryArray } from './binary-arrays.ts'
import { clientConfigs, type DatabaseAddress } from './database-address.ts'
import { configOf, isBroken, openPool } from './db-pool.ts'
import { cut, socketOf, watchConnections } from './db-watch.ts'
import { watchRoom } from './room-watch.ts'

interface RealDbOptions {
  readonly address: DatabaseAddress
  /** Connections at a time; default 10. */
  readonly connections?: number
  /** For one connection to be made; by default 5 s. */
  readonly connectMs?: number
  readonly idleMs?: number
  readonly log: Pick<Log, 'warn'>
}

/** Past this many distinct texts (queries built from filters) further ones are not kept prepared. */
const maxPreparedTexts = 1000
const maxTransactionTries = 4
/** The state of a write that a standby refuses. */
const readOnly = '25006'
/** What statements get that stand behind one that failed (in_failed_sql_transaction). */
const afterFailure = '25P02'
/** How long a standby may be all there is before all connections are made anew again. */
const minRenewalMs = 2_000
/** Opens no connection yet; the first statement does. Errors of a dead connection are thrown. */
export function realDb(options: RealDbOptions): Db {
  const { address, connections: max = 10, connectMs, idleMs, log } = options
  const room = watchRoom(() => hasRoom(db), log)
  const connections = openConnections({
    servers: clientConfigs(address),
    max,
    connectMs,
    idleMs,
    log,
    room,
  })
  const answers = trackAnswers()
  const db: Db = {
    query: (text, values) =>
      answers.of(connections.use(client => run(connections, client, { text, values }))),
    async transaction(work) {
      const { result, committed } = await withRetries(() =>
        answers.of(connections.use(client => inTransaction(connections, client, work))),
      )
      for (const then of committed) then()
      return result
    },
    get isStalled() {
      return connections.isStalled
    },
    get awayForMs() {
      return Math.max(answers.awayForMs, connections.stalledForMs)
    },
    get isFull() {
      return room.isFull
    },
    close: () => {
      room.close()
      return connections.close()
    },
  }
  return db
}

/** Since when nobody has been answered. */
function trackAnswers() {
  let awaySince: number | null = null
  return {
    async of<T>(asked: Promise<T>): Promise<T> {
      try {
        const answer = await asked
        awaySince = null
        return answer
      } catch (error) {
        awaySince = isDatabaseAway(error) ? (awaySince ?? performance.now()) : null
        throw error
      }
    },
    get awayForMs(): number {
      return awaySince === null ? 0 : performance.now() - awaySince
    },
  }
}

/** The connections of one process: lent one user at a time, and only while they are good. */
interface Connections {
  /** What was asked of these so far, by its text. */
  readonly texts: Texts
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Through a client of `use`. */
  send(client: pg.PoolClient, query: string | pg.QueryConfig): Promise<pg.QueryResult>
  readonly isStalled: boolean
  readonly stalledForMs: number
  close(): Promise<void>
}

interface ConnectionOptions {
  readonly servers: readonly pg.ClientConfig[]
  readonly max: number
  readonly connectMs: number | undefined
  readonly idleMs: number | undefined
  readonly log: Pick<Log, 'warn'>
  readonly room: Pick<ReturnType<typeof watchRoom>, 'note'>
}

function openConnections(options: ConnectionOptions): Connections {
  const { servers, max, connectMs, idleMs, log, room } = options
  const pool = openPool(servers, { max, connectMs, idleMs })
  const unanswered = new Map<pg.ClientBase, number>()
  let isClosing = false
  // What one connection has met (silence, a server that became a standby) those made before will
  // meet, too: they go as soon as somebody would use them.
  let good = new WeakSet<pg.PoolClient>()
  /** By what a statement was answered with: the work that fails for another reason says nothing. */
  const broken = new WeakSet<pg.PoolClient>()
  let renewedAt = Number.NEGATIVE_INFINITY
  const renew = (): void => {
    if (performance.now() - renewedAt < minRenewalMs) return
    renewedAt = performance.now()
    good = new WeakSet()
  }
  const watch = watchConnections({ configOf, unanswered }, count => {
    renew()
    log.warn({ count }, 'database connections have gone silent and were cut')
  })
  // Both listeners are needed: the pool speaks for idle connections, a client for itself while in
  // use. An 'error' event that nobody hears ends the process.
  pool.on('error', error => {
    // Closed connections may still hear that the server, stopped right after them, turns them out.
    if (!isClosing) log.warn({ error: error.message }, 'a database connection was lost')
  })
  pool.on('connect', client => {
    good.add(client)
    client.on('error', () => {})
  })
  return {
    texts: new Map(),
    async use(work) {
      const client = await lend(pool, { isGood: one => good.has(one), tries: servers.length })
      try {
        if (isTimeToReplan(client)) client.query('discard plans').catch(() => {})
        return await work(client)
      } finally {
        client.release(broken.has(client))
      }
    },
    async send(client, query) {
      count(unanswered, client, 1)
      gather(socketOf(client))
      try {
        return await client.query(query)
      } catch (error) {
        // Who can begin or roll back no more stands in what another has left open.
        const isEdge = query === 'begin' || query === 'rollback'
        if (isEdge || isBroken(error)) broken.add(client)
        if (sqlState(error) === readOnly) renew()
        room.note(error)
        throw error
      } finally {
        count(unanswered, client, -1)
      }
    },
    get isStalled() {
      return watch.isStalled
    },
    get stalledForMs() {
      return watch.stalledForMs
    },
    close: () => {
      isClosing = true
      watch.close()
      return pool.end()
    },
  }
}

/**
 * Statements that are sent together, such as `begin` and the first of the work, leave in one write,
 * and wake the server once. Not later than what else is to be done now: it would stand idle.
 */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  queueMicrotask(() => socket.uncork())
}

function count(statements: Map<pg.ClientBase, number>, client: pg.ClientBase, by: 1 | -1): void {
  const left = (statements.get(client) ?? 0) + by
  if (left > 0) statements.set(client, left)
  else statements.delete(client)
}

interface Lending {
  isGood(client: pg.PoolClient): boolean
  /** One for each server: the pool goes on to the next with every connection that fails. */
  readonly tries: number
}

async function lend(pool: pg.Pool, { isGood, tries }: Lending): Promise<pg.PoolClient> {
  for (let failed = 0; ; ) {
    try {
      const client = await pool.connect()
      if (isGood(client)) return client
      cut(client)
      client.release(true)
    } catch (error) {
      if (++failed >= tries) throw noteUndone(error)
    }
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

interface StatementText {
  readonly text: string
  readonly values: readonly unknown[] | undefined
}

async function run<Row>(
  connections: Connections,
  client: pg.PoolClient,
  asked: StatementText,
): Promise<Row[]> {
  const statement = statementWith(connections.texts, asked)
  return (await connections.send(client, statement)).rows as Row[]
}

/** Throws before anything is sent. */
function statementWith(texts: Texts, { text, values = [] }: StatementText): pg.QueryConfig {
  for (const value of values) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Error(`a value of this statement is ${value}: ${text.slice(0, 80)}`)
    }
  }
  const { name, arrays } = statementOf(texts, text)
  return { text, values: packed(values, arrays), ...(name === undefined ? {} : { name }) }
}

function packed(values: readonly unknown[], arrays: Statement['arrays']): unknown[] {
  return values.map((value, i) => {
    const type = arrays[i]
    return type !== undefined && Array.isArray(value) ? binaryArray(type, value) : value
  })
}

interface CommitResult<T> {
  readonly result: T
  /** Who wants to know of it. */
  readonly committed: readonly (() => void)[]
}

async function inTransaction<T>(
  connections: Connections,
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
): Promise<CommitResult<T>> {
  let isOpen = true
  const committed: (() => void)[] = []
  /** Of statements under way together, the first that failed: the others only say that one has. */
  let cause: unknown
  const query: Sql['query'] = <Row>(text: string, values?: readonly unknown[]) => {
    assert(isOpen, 'A statement was sent through a transaction that is over; await all of them.')
    const answer = run<Row>(connections, client, { text, values })
    answer.catch(error => {
      cause ??= error
    })
    return answer
  }
  // Travels with the first statement of the work. Should it fail, that statement would run on its
  // own; so its outcome is looked at before anything is committed, and the connection is dropped.
  const begun = connections.send(client, 'begin')
  begun.catch(() => {})
  let committing = null as Promise<pg.QueryResult> | null
  const commit = (): Promise<pg.QueryResult> => {
    isOpen = false
    committing ??= connections.send(client, 'commit')
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
    await connections.send(client, 'rollback').catch(() => {})
    const told = sqlState(error) === afterFailure ? cause : error
    throw committing === null ? noteUndone(told) : told
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

type Texts = Map<string, Statement>

function statementOf(texts: Texts, text: string): Statement {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size >= maxPreparedTexts) return { arrays: arrayTypes(text) }
  const name = `m${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  const statement = { name, arrays: arrayTypes(text) }
  texts.set(text, statement)
  return statement
}
