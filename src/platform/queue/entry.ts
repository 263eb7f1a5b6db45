/** Work in the queue: an entry, its claim, its lease. */
import type { Uuid } from '#kernel/base/ids.ts'

/** A kind of work, named by the module that owns it; each has a loop of its own. */
export type Kind = string

/**
 * What work goes to (a domain, a webhook), as a digest of 32 bits: a line of the queue. Two that
 * share a digest by chance share a line, and lose nothing but speed. 0: no matter what.
 */
export type DestinationDigest = number

export const noDestination: DestinationDigest = 0

/** Ready work of one project for one destination. */
export interface QueueLine {
  readonly projectId: Uuid
  readonly destination: DestinationDigest
}

export interface NewEntry {
  readonly id: Uuid
  readonly kind: Kind
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: DestinationDigest
  /** Who made it, where that may be held or taken back as a whole. */
  readonly sourceId: Uuid | null
  /** It has its place in a day of the warm-up. */
  readonly warmUpPassed: boolean
  readonly dueAt: number
  readonly createdAt: number
  /** Where it is made as claimed: the end of its lease. */
  readonly leaseUntil: number | null
}

/** Claimed work. (id, attempt) is the fencing token: a result without it is not written. */
export interface Entry {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: DestinationDigest
  readonly attempt: number
  readonly tries: number
  /** When its waiting began: moved forward where we made it wait ourselves. */
  readonly createdAt: number
  /** It has its place in a day of the warm-up. */
  readonly warmUpPassed: boolean
  /** Claims in a row that ended in a fault of ours. */
  readonly faults: number
  /** What the last try left from, where the next ones should leave from it as well. */
  readonly leavesFrom?: Uuid | null
}

/** The token of a first claim. */
export const firstAttempt = 1

export interface ClaimToken {
  readonly id: Uuid
  readonly attempt: number
}

/**
 * How a claim stands: nothing is written for it yet; its entry was put back by its own result
 * already; somebody else has claimed the entry since; the entry is gone.
 */
export type ClaimState = 'held' | 'settled' | 'overtaken' | 'gone'

export interface Postponement {
  readonly id: Uuid
  readonly dueAt: number
  /** The retry schedule moves on. */
  readonly tried: boolean
  /** The wait is of our own making: what the receiver is given in time begins after it. */
  readonly ours?: boolean
  /** A fault of ours was in the way. */
  readonly fault?: boolean
  /** What this try left from; absent: as it was. */
  readonly leavesFrom?: Uuid
}

/**
 * A claim as its holder knows it: due_at was moved to `from`, and maybe to `to` (a renewal whose
 * answer was lost). Whatever else due_at holds was put there by the settlement.
 */
export interface Lease extends ClaimToken {
  readonly from: number
  readonly to: number
}

/** One entry by what it is about. */
export interface EntryName {
  /** Those that it may be of. */
  readonly kinds: readonly Kind[]
  readonly subject: Uuid
  readonly n: number
}

/** Work as one sees it who does not hold it. */
export interface WaitingEntry {
  readonly n: number
  readonly tries: number
  readonly held: boolean
}
