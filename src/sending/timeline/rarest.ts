/**
 * Of all triples that a search asks for (sought.ts) a few tell nearly as much as all of them: where
 * nobody has `j9x`, none of the others matters. Which those are is seen in the volumes that were
 * asked for everything, and holds for the next ones; where they find something, the rest is asked.
 */
import { countBoth, type EmailBits, every, type IndexLeaf, intersect } from './postings.ts'
import { costOf, foundIn, type WordQuery } from './sought.ts'

/** The leaves of a volume for all that is asked. */
type Sample = readonly IndexLeaf[]

/** Whatever fits the question fits this, which leaves as few others as it can in these volumes. */
export function rarestOf(sought: WordQuery, samples: readonly Sample[]): WordQuery {
  if ('range' in sought) return sought
  if ('any' in sought) return { any: sought.any.map(one => rarestOf(one, samples)) }
  const parts = sought.all.map(one => partOf(rarestOf(one, samples), samples))
  return { all: fewest(parts, samples.length).map(one => one.query) }
}

interface Part {
  readonly query: WordQuery
  readonly cost: number
  /** What fits it, in each of the volumes. */
  readonly found: readonly EmailBits[]
}

const partOf = (query: WordQuery, samples: readonly Sample[]): Part => ({
  query,
  cost: costOf(query),
  found: samples.map(leaves => foundIn(query, leaves)),
})

/** Always the one that leaves the fewest, until all together would leave no fewer. */
function fewest(parts: readonly Part[], volumes: number): Part[] {
  const left = Array.from({ length: volumes }, every)
  const goal = Array.from({ length: volumes }, every)
  for (const part of parts) intersectAll(goal, part.found)
  const enough = countAll(goal, goal)
  const chosen: Part[] = []
  let rest = parts
  while (rest.length > 0 && (chosen.length === 0 || countAll(left, left) > enough)) {
    const ranked = rest.map(part => ({ part, count: countAll(left, part.found) }))
    ranked.sort((a, b) => a.count - b.count || a.part.cost - b.part.cost)
    const { part } = ranked[0]!
    chosen.push(part)
    intersectAll(left, part.found)
    rest = rest.filter(one => one !== part)
  }
  return chosen
}

function intersectAll(into: readonly EmailBits[], others: readonly EmailBits[]): void {
  for (const [i, bits] of into.entries()) intersect(bits, others[i]!)
}

const countAll = (some: readonly EmailBits[], others: readonly EmailBits[]): number =>
  some.reduce((sum, bits, i) => sum + countBoth(bits, others[i]!), 0)
