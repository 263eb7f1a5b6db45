/**
 * The way out of the sandbox (docs/decisions/0008): once a domain of one of its projects is verified
 * by DNS, an account of trust level 0 is of level 1. Other levels stay as they are.
 */
import type { Uuid } from '../base/ids.ts'
import type { Tx } from '../world/db.ts'
import { raiseTrustOfSandbox } from './store.ts'

export function leaveSandbox(tx: Tx, projectId: Uuid): Promise<void> {
  return raiseTrustOfSandbox(tx, projectId)
}
