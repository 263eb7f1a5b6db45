/** A change of an account's plan, as it is kept. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { PlanName } from '../accounts/terms.ts'

/** Of an account, by order, renewal or end, or by the operator. */
export interface PlanChange {
  readonly accountId: Uuid
  readonly id: Uuid
  /** Null: nobody of the account did it by hand. */
  readonly memberId: Uuid | null
  readonly from: PlanName
  readonly to: PlanName
  readonly at: Date
}
