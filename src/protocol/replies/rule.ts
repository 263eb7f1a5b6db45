/**
 * The form of one line in the table that `classify` reads: when it applies, and the cause it names.
 * All conditions present must hold. Phrases are explained in `phrases.ts`.
 */
import type { Cause } from './causes.ts'

export interface Rule {
  readonly cause: Cause
  /** Any of these wordings; absent means the rule goes by codes alone. */
  readonly says?: readonly string[]
  /** Not where the reply also holds one of these. */
  readonly unless?: readonly string[]
  /** Subject and detail of the enhanced status, `7.*` for a whole subject. */
  readonly status?: readonly string[]
  readonly notStatus?: readonly string[]
  readonly code?: readonly number[]
  readonly stage?: readonly string[]
  /** Look among host names and URLs too (blocklists are known by their names). */
  readonly raw?: readonly string[]
}

/** Phrases in one string, parted by commas, as a rule may have dozens. */
export const any = (phrases: string): readonly string[] => phrases.split(',').map(one => one.trim())
