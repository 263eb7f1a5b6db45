/**
 * Whether two kinds of input take the same time, as dudect asks it (Reparaz, Balasch, Verbauwhede:
 * "dude, is my code constant time?", 2017): the kinds are interleaved at random, and Welch's t-test
 * is made over all measurements, over those below each of a hundred percentiles (interruptions of
 * the machine have long tails), and over their squared distances from the mean (a difference in
 * spread is one, too). The answer is the largest |t| of them all.
 */

/** One measurement: which of the two kinds, and how long it took. */
export interface Timed {
  readonly kind: 0 | 1
  readonly ms: number
}

/** Beyond it, a difference is more than likely. */
export const maxT = 4.5

const thresholds = 100
/** Fewer on a side say nothing. */
const fewest = 30

export function largestT(all: readonly Timed[]): number {
  const sorted = all.map(one => one.ms).sort((a, b) => a - b)
  // Dense towards the top: 1 - 0.5^(10 (i + 1) / 100).
  const limits = Array.from({ length: thresholds }, (_, i) => {
    const share = 1 - 0.5 ** ((10 * (i + 1)) / thresholds)
    return sorted[Math.floor(share * (sorted.length - 1))]!
  })
  const tests = [
    tOf(all),
    ...limits.map(limit => tOf(all.filter(one => one.ms < limit))),
    tOf(squaredDistances(all)),
  ]
  return tests.reduce((most, t) => (Math.abs(t) > Math.abs(most) ? t : most), 0)
}

/** Welch's t: positive where kind 0 takes longer. */
function tOf(all: readonly Timed[]): number {
  const [a, b] = [momentsOf(all, 0), momentsOf(all, 1)]
  if (a.count < fewest || b.count < fewest) return 0
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count)
  return error === 0 ? 0 : (a.mean - b.mean) / error
}

function momentsOf(all: readonly Timed[], kind: 0 | 1) {
  const values = all.filter(one => one.kind === kind).map(one => one.ms)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { count: values.length, mean, variance: squares / Math.max(1, values.length - 1) }
}

function squaredDistances(all: readonly Timed[]): Timed[] {
  const means = [momentsOf(all, 0).mean, momentsOf(all, 1).mean]
  return all.map(one => ({ kind: one.kind, ms: (one.ms - means[one.kind]!) ** 2 }))
}
