/** A database that dies between a COMMIT and its answer: the work is there, and nobody knows. */
import type { Db } from '#kernel/world/db.ts'

export interface LossyDb extends Db {
  /** The next transaction takes effect, and throws. */
  loseNext(): void
  /** Transactions that took effect so far, their answer lost or not. */
  readonly commits: number
}

export function lossyDb(db: Db): LossyDb {
  let isLost = false
  let commits = 0
  return {
    query: (text, values) => db.query(text, values),
    close: () => db.close(),
    async transaction(work) {
      const result = await db.transaction(work)
      commits++
      if (!isLost) return result
      isLost = false
      throw new Error('Connection terminated unexpectedly')
    },
    loseNext() {
      isLost = true
    },
    get commits() {
      return commits
    },
  }
}
