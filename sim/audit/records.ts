/** What the auditor is given after a storm. */
import type { Sql } from '#kernel/world/db.ts'
import type { Universe } from '../world/world.ts'
import type { Ledger } from './ledger.ts'

/** Everything the auditor may look at. */
export interface Records {
  readonly universe: Universe
  readonly ledger: Ledger
  readonly sql: Sql
  /** Work left in the queue at the end. */
  readonly left: number
}
