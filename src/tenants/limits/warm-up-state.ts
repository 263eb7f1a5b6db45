/** How far the warm-up of one domain is. */
import type { LocalDate } from './period.ts'

/** How far a domain is. */
export interface WarmUp {
  readonly day: LocalDate
  /** Recipients of that day. */
  readonly allowance: number
  readonly used: number
  /** Of those, what campaigns took. */
  readonly campaigns: number
  /** The day to which mail is being put off at the moment, and how much of it is. */
  readonly heldDay: LocalDate
  readonly held: number
}
