/**
 * The database as the program sees it: prepared statements in, rows out. Time never comes from the
 * database (`now()` in SQL would be a second clock that no test can turn); it is a parameter.
 */

/** Runs statements. Each distinct text is prepared once per connection. */
export interface Sql {
  /** Values: numbers, strings, booleans, Buffers, Dates, null, arrays of these, objects (as JSON). */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** A statement runner inside one transaction; functions that take it run in the caller's. */
export interface Tx extends Sql {
  readonly inTransaction: true
  /**
   * Pipelines COMMIT behind these final statements without waiting for their results. So their
   * results must not decide anything any more: a condition belongs into the statement itself, as an
   * error (then nothing is committed).
   */
  last<T>(statements: Promise<T>): Promise<T>
  /**
   * Calls back once the work is committed; never if it is rolled back or the outcome is unknown.
   * Nothing may depend on the call: the process may end in between.
   */
  committed(then: () => void): void
}

export interface Db extends Sql {
  /**
   * BEGIN, the work, COMMIT; ROLLBACK if it throws. Never await anything but `tx` in the work: no
   * transaction is open across a network conversation. Runs the work again (up to three times) on
   * serialization failures and deadlocks (SQLSTATE 40001, 40P01).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Statements wait that the server does not work on, or it cannot be asked whether it does. */
  readonly isStalled?: boolean
  /** Writes find no room on the server's disk. */
  readonly isFull?: boolean
  /** Milliseconds since the last answer, where everything asked since has failed or got none; else 0. */
  readonly awayForMs?: number
  close(): Promise<void>
}

/** The SQLSTATE of a database error, or undefined for anything else: EPIPE has five letters too. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** The violated constraint's name on a unique violation (23505), else undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined
  return (error as { constraint?: string }).constraint
}

/** No connection, none left, no room, a standby, a shutdown, a statement that was called off. */
const statesAway = /^(08|53|57|58|25006|25P0[23])/
const codesAway =
  /^(E(CONN[A-Z]+|PIPE|TIMEDOUT|HOST[A-Z]+|NETUNREACH|NOTFOUND|NOENT|AI_[A-Z]+)|ERR_(STREAM|SOCKET|TLS|SSL)_[A-Z_]+)$/
/** What the driver says without a code. */
const wordsAway = /^(connection terminated|client (has|was) .* not queryable|timeout e|query read)/i

/** Of these: the server ended the session, perhaps after it had done what it was asked to. */
const statesLost = /^(08|57P)/

/**
 * Whether an error says nothing about what was asked of the database: it could not be asked, would
 * not work, or its answer was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined ? hasLostConnection(error) : statesAway.test(state)
}

/** Errors of which is known that nothing of what was asked has taken effect. */
const undone = new WeakSet<object>()

/**
 * Notes that nothing was done: there was no connection to ask over, or it ended before COMMIT was
 * sent, which rolls back. Returns the error.
 */
export function noteUndone<E>(error: E): E {
  if (typeof error === 'object' && error !== null) undone.add(error)
  return error
}

/** Called off by a limit of time or at somebody's wish: the next try would be, too. */
const statesOfCancelling = /^(57014|25P0)/

/** Whether the same may succeed later, once the database answers and takes writes. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseAway(error) && !statesOfCancelling.test(sqlState(error) ?? '')

/** Whether what was asked may have taken effect all the same. */
export function isAnswerLost(error: unknown): boolean {
  return !undone.has(error as object) && hasLostConnection(error)
}

function hasLostConnection(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return statesLost.test(state)
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && codesAway.test(code)) || wordsAway.test(error.message)
}
