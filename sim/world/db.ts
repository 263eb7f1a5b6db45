/**
 * The real PostgreSQL under simulated time: one connection, one statement at a time, executed by the
 * scheduler only when the program has nothing else to do. Which of several waiting statements comes
 * first is the seed's choice, so concurrent work is tried in many orders and each of them replays.
 *
 * A killed program's open transaction is rolled back. A kill at COMMIT falls before it or after it
 * took effect, with nobody left to hear the answer: the two cases that a caller cannot tell apart.
 */
import { AssertionFailed, assert } from '#kernel/base/assert.ts'
import type { Db, Sql, Tx } from '#kernel/world/db.ts'
import { sqlState } from '#kernel/world/db.ts'
import type { Life } from '../storm/life.ts'
import type { RealWork } from './clock.ts'
import type { Chance } from './random.ts'

export interface SimDatabase extends RealWork {
  /** The database as one life of the program sees it. */
  open(life: Life): Db
  readonly statements: number
  readonly commits: number
  /** Makes the next commits fail as if two transactions had got in each other's way. */
  conflictRate: number
}

type Job = () => Promise<void>

interface Open {
  readonly life: Life
  readonly jobs: Job[]
  /** Called when the server has given the transaction up. */
  lose(): void
}

/** The server ends a session that holds a transaction open and says nothing. */
class SessionEnded extends Error {
  readonly code = '25P03'
}

class Conflict extends Error {
  readonly code = '40001'
}

const maxTries = 4

export function createSimDatabase(sql: Sql, chance: Chance): SimDatabase {
  return new OneDatabase(sql, chance)
}

class OneDatabase implements SimDatabase {
  conflictRate = 0
  statements = 0
  commits = 0
  readonly #sql: Sql
  readonly #chance: Chance
  readonly #waiting: { life: Life; run: Job }[] = []
  #open: Open | null = null
  #dirty = true
  #due = Number.POSITIVE_INFINITY

  constructor(sql: Sql, chance: Chance) {
    this.#sql = sql
    this.#chance = chance
  }

  open(life: Life): Db {
    return {
      query: (text, values) =>
        life.through('query', () =>
          scheduled(
            run => this.#waiting.push({ life, run }),
            () => this.#execute(text, values),
          ),
        ) as never,
      transaction: work => life.through('transaction', () => this.#transact(life, work, 1)),
      close: async () => {},
    }
  }

  async runOne(): Promise<boolean> {
    if (this.#open) {
      await this.#runOneOf(this.#open)
      return true
    }
    const waiting = this.#waiting
    while (waiting.length > 0) {
      const [chosen] = waiting.splice(this.#chance.integer(waiting.length), 1)
      if (!chosen!.life.isAlive) continue
      await chosen!.run()
      return true
    }
    return false
  }

  async nextDue(): Promise<number> {
    if (!this.#dirty) return this.#due
    this.#dirty = false
    const [row] = await this.#sql.query<{ due: Date | null }>(
      // What is held until somebody lets it go is due at no time.
      `select min(due_at) filter (where due_at < 'infinity') as due from queue`,
    )
    this.#due = row?.due?.getTime() ?? Number.POSITIVE_INFINITY
    return this.#due
  }

  /** The next job of the open transaction, or its end where its program is gone. */
  async #runOneOf(open: Open): Promise<void> {
    if (!open.life.isAlive) return this.#rollBack()
    const job = open.jobs.shift()
    if (job) return job()
    if (open.life.isFrozen) {
      open.lose()
      return this.#rollBack()
    }
    throw new AssertionFailed('a transaction waits for something other than its statements')
  }

  async #execute<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    this.statements++
    // A statement that may put work into the queue changes when the idle loops find some.
    if (/\bqueue\b/.test(text) && !/^\s*select/i.test(text)) this.#dirty = true
    return this.#sql.query<Row>(text, values)
  }

  async #rollBack(): Promise<void> {
    this.#open = null
    await this.#execute('rollback')
  }

  async #commit(life: Life, tries: number): Promise<void> {
    if (life.pass('before commit')) return this.#rollBack()
    if (tries === 1 && this.#chance.happens(this.conflictRate)) {
      await this.#rollBack()
      throw new Conflict('could not serialize access (simulated)')
    }
    this.#open = null
    this.commits++
    await this.#execute('commit')
    life.pass('after commit')
  }

  /** Begins, starts the work, and leaves the rest to the jobs that the work will ask for. */
  async #transact<T>(life: Life, work: (tx: Tx) => Promise<T>, tries: number): Promise<T> {
    const failure: Failure = { first: null }
    const { mine, push } = await this.#begin(life, failure)
    const committed: (() => void)[] = []
    const tx: Tx = {
      inTransaction: true,
      last: statements => statements,
      committed: then => void committed.push(then),
      query: (text, values) =>
        life.through('statement', () =>
          scheduled(push, () => this.#execute(text, values)).catch((error: unknown) => {
            failure.first ??= error
            throw error
          }),
        ) as never,
    }
    let result: T
    try {
      result = await work(tx)
      assert(failure.first === null, 'a statement failed inside a transaction and was ignored')
      await scheduled(push, () => this.#commit(life, tries))
    } catch (error) {
      if (this.#open === mine) await scheduled(push, () => this.#rollBack())
      if (sqlState(error) === '40001' && tries < maxTries) {
        return this.#transact(life, work, tries + 1)
      }
      throw error
    }
    for (const then of committed) then()
    return result
  }

  /** Waits for its turn and opens; `push` takes what is to be done inside. */
  async #begin(
    life: Life,
    failure: Failure,
  ): Promise<{ readonly mine: Open; readonly push: (run: Job) => void }> {
    let isLost = false
    const lose = (): void => {
      isLost = true
    }
    const mine: Open = { life, jobs: [], lose }
    const push = (run: Job): void => {
      if (this.#open !== mine && isLost) {
        throw new SessionEnded('terminated: idle in transaction')
      }
      assert(this.#open === mine, 'a statement was sent through a transaction that is over')
      mine.jobs.push(run)
    }
    await scheduled(
      run => this.#waiting.push({ life, run }),
      async () => {
        this.#open = mine
        // It travels with the first statement of the work.
        this.#execute('begin').catch((error: unknown) => {
          failure.first = error
        })
      },
    )
    return { mine, push }
  }
}

/** The first statement of a transaction that failed. */
interface Failure {
  first: unknown
}

/** Runs one job when the scheduler gets to it and passes its outcome on. */
function scheduled<T>(push: (run: Job) => void, run: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    push(() => run().then(resolve, reject))
  })
}
