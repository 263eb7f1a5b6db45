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
  const waiting: { life: Life; run: Job }[] = []
  let open: Open | null = null
  let dirty = true
  let due = Number.POSITIVE_INFINITY
  let statements = 0
  let commits = 0

  async function execute<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    statements++
    // A statement that may put work into the queue changes when the idle loops find some.
    if (/\bqueue\b/.test(text) && !/^\s*select/i.test(text)) dirty = true
    return sql.query<Row>(text, values)
  }

  /** Runs one job when the scheduler gets to it and passes its outcome on. */
  const scheduled = <T>(push: (run: Job) => void, run: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      push(() => run().then(resolve, reject))
    })

  async function rollBack(): Promise<void> {
    open = null
    await execute('rollback')
  }

  /** Begins, starts the work, and leaves the rest to the jobs that the work will ask for. */
  async function begin<T>(life: Life, work: (tx: Tx) => Promise<T>, tries: number): Promise<T> {
    let failed: unknown = null
    const jobs: Job[] = []
    let lost = false
    const lose = (): void => {
      lost = true
    }
    const mine: Open = { life, jobs, lose }
    const push = (run: Job): void => {
      if (open !== mine && lost) throw new SessionEnded('terminated: idle in transaction')
      assert(open === mine, 'a statement was sent through a transaction that is over')
      jobs.push(run)
    }
    await scheduled(
      run => waiting.push({ life, run }),
      async () => {
        open = mine
        // It travels with the first statement of the work.
        execute('begin').catch((error: unknown) => {
          failed = error
        })
      },
    )
    const committed: (() => void)[] = []
    const tx: Tx = {
      inTransaction: true,
      last: statements => statements,
      committed: then => void committed.push(then),
      query: (text, values) =>
        life.through('statement', () =>
          scheduled(push, () => execute(text, values)).catch((error: unknown) => {
            failed ??= error
            throw error
          }),
        ) as never,
    }
    let result: T
    try {
      result = await work(tx)
      assert(failed === null, 'a statement failed inside a transaction and was ignored')
      await scheduled(push, () => commit(life, tries))
    } catch (error) {
      if (open === mine) await scheduled(push, rollBack)
      if (sqlState(error) === '40001' && tries < maxTries) return begin(life, work, tries + 1)
      throw error
    }
    for (const then of committed) then()
    return result
  }

  async function commit(life: Life, tries: number): Promise<void> {
    if (life.pass('before commit')) return rollBack()
    if (tries === 1 && chance.happens(database.conflictRate)) {
      await rollBack()
      throw new Conflict('could not serialize access (simulated)')
    }
    open = null
    commits++
    await execute('commit')
    life.pass('after commit')
  }

  const database: SimDatabase = {
    conflictRate: 0,
    get statements() {
      return statements
    },
    get commits() {
      return commits
    },
    open(life) {
      return {
        query: (text, values) =>
          life.through('query', () =>
            scheduled(
              run => waiting.push({ life, run }),
              () => execute(text, values),
            ),
          ) as never,
        transaction: work => life.through('transaction', () => begin(life, work, 1)),
        close: async () => {},
      }
    },
    async runOne() {
      if (open) {
        if (!open.life.isAlive) await rollBack()
        else {
          const job = open.jobs.shift()
          if (!job && open.life.isFrozen) {
            open.lose()
            await rollBack()
            return true
          }
          if (!job) {
            throw new AssertionFailed('a transaction waits for something other than its statements')
          }
          await job()
        }
        return true
      }
      while (waiting.length > 0) {
        const [chosen] = waiting.splice(chance.integer(waiting.length), 1)
        if (!chosen!.life.isAlive) continue
        await chosen!.run()
        return true
      }
      return false
    },
    async nextDue() {
      if (!dirty) return due
      dirty = false
      const [row] = await sql.query<{ due: Date | null }>('select min(due_at) as due from queue')
      due = row?.due?.getTime() ?? Number.POSITIVE_INFINITY
      return due
    },
  }
  return database
}
