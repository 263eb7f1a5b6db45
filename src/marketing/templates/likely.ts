/** The known name that somebody most likely meant. */

/** Further off it would be a guess: letters that are another, one too many or one too few. */
const maxDistance = 2

/** The nearest of `known`; null: none is near. Marks that are easily left out count for nothing. */
export function likelyName(name: string, known: readonly string[]): string | null {
  const bare = bareOf(name)
  const near = known
    .map(one => ({ one, far: distance(bare, bareOf(one), maxDistance) }))
    .filter(({ far, one }) => far <= Math.min(maxDistance, Math.floor(bareOf(one).length / 4)))
    .toSorted((a, b) => a.far - b.far)
  return near[0]?.one ?? null
}

const bareOf = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Levenshtein's distance; beyond `max` only that it is more. */
function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const other = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(other, before[j]! + 1, row[j - 1]! + 1))
    }
    before = row
  }
  return before[b.length]!
}
