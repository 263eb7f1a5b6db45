/**
 * One PostgreSQL as a transaction meets it: a connection of its node, processor for the statements,
 * the rows of quotas that it holds until its commit, and the log. While it fails over, whatever was
 * under way is done again when it is back.
 */

import type { Cost } from './parameters.ts'
import { type Cores, Locks, Log, type LogSpeed } from './servers.ts'
import type { Timeline } from './timeline.ts'

interface Work {
  readonly emails: number
  readonly database: Cost
  readonly log: Cost
  /** Rows of quotas that it writes, one for each account. */
  readonly accounts: readonly number[]
}

export class Database {
  transactions = 0
  cpuMs = 0
  /** Of all transactions together, what the log has got. */
  readonly log: Log
  readonly cores: Cores
  readonly locks: Locks
  readonly #timeline: Timeline
  readonly #roundTripMs: number
  #isAway = false
  #back: (() => void)[] = []

  constructor(
    timeline: Timeline,
    options: { readonly cores: Cores; readonly log: LogSpeed; readonly roundTripMs: number },
  ) {
    this.#timeline = timeline
    this.cores = options.cores
    this.log = new Log(timeline, options.log)
    this.locks = new Locks(timeline)
    this.#roundTripMs = options.roundTripMs
  }

  get isAway(): boolean {
    return this.#isAway
  }

  away(ms: number): void {
    this.#isAway = true
    this.#timeline.after(ms, () => {
      this.#isAway = false
      const back = this.#back
      this.#back = []
      for (const then of back) then()
    })
  }

  whenBack(then: () => void): void {
    if (this.#isAway) this.#back.push(then)
    else then()
  }

  /** Two waits for its answer, as the settler and the acceptor have them (settle.ts), and a commit. */
  transaction(work: Work, then: () => void): void {
    this.whenBack(() => {
      const cpuMs = work.database.perTransaction + work.database.perEmail * work.emails
      const logBytes = work.log.perTransaction + work.log.perEmail * work.emails
      this.cpuMs += cpuMs
      this.#timeline.after(2 * this.#roundTripMs, () =>
        this.cores.use(cpuMs, () =>
          this.locks.hold(work.accounts, release =>
            this.#commit(logBytes, isDone => {
              release()
              if (isDone) then()
              else this.transaction(work, then)
            }),
          ),
        ),
      )
    })
  }

  #commit(logBytes: number, then: (isDone: boolean) => void): void {
    if (this.#isAway) {
      then(false)
      return
    }
    this.log.commit(logBytes, () => {
      if (!this.#isAway) this.transactions++
      then(!this.#isAway)
    })
  }
}
