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

export function goesBadly({ results, hard, policy, complained }: GuardFigures): boolean {
  if (results < minResults) return false
  return (
    hard >= results * maxHard ||
    policy >= results * maxPolicy ||
    (complained >= minComplained && complained >= results * maxComplained)
  )
}
