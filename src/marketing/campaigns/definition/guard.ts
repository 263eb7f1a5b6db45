/** When a campaign stops itself: the first letters are tried before the rest, and all are watched. */
import type { GuardFigures } from './shapes.ts'

/** Released first, over all providers by rank. */
export const firstLetters = 500
/** So long their first results are waited for. */
export const firstWaitMs = 15 * 60_000
export const lookEveryMs = 5_000

const minResults = 100
const enough = 0.8
const maxHard = 0.05
const maxPolicy = 0.1
const maxComplained = 0.003
const minComplained = 2

/** Whether the first letters have said enough. */
export const haveSpoken = ({ results }: GuardFigures): boolean => results >= firstLetters * enough

interface GuardedRest {
  readonly isGuarded: boolean
  /** Who has been written to. */
  readonly released?: number | undefined
  /** Who has not been yet. */
  readonly left: number
  readonly areWell?: boolean | undefined
  /** Of a wait that has begun; ms since 1970. */
  readonly until?: number | undefined
}

/** When the rest goes at the latest, where the first letters are waited for; null: nothing waits. */
export function restGoesAt(
  { isGuarded, released = 0, left, areWell, until }: GuardedRest,
  now: number,
): number | null {
  if (!isGuarded || areWell === true || released + left <= firstLetters) return null
  return until ?? now + firstWaitMs
}

export function goesBadly({ results, hard, policy, complained }: GuardFigures): boolean {
  if (results < minResults) return false
  return (
    hard >= results * maxHard ||
    policy >= results * maxPolicy ||
    (complained >= minComplained && complained >= results * maxComplained)
  )
}
