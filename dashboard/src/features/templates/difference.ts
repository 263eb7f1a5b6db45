/** What two texts have in common, line by line: the longest lines that stand in both in this order. */

interface Line {
  readonly kind: 'same' | 'more' | 'less'
  readonly text: string
}

/** More lines than this are compared only by where they begin and end alike. */
const maxLines = 2_000

export function differenceOf(before: string, after: string): readonly Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const middle = between(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const same = (text: string): Line => ({ kind: 'same', text })
  return [
    ...old.slice(0, head).map(same),
    ...middle,
    ...(tail === 0 ? [] : old.slice(-tail).map(same)),
  ]
}

function between(old: readonly string[], now: readonly string[]): readonly Line[] {
  const less = (text: string): Line => ({ kind: 'less', text })
  const more = (text: string): Line => ({ kind: 'more', text })
  if (old.length > maxLines || now.length > maxLines) return [...old.map(less), ...now.map(more)]
  const lengths = commonLengths(old, now)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! })
      i++
      j++
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) lines.push(less(old[i++]!))
    else lines.push(more(now[j++]!))
  }
  return [...lines, ...old.slice(i).map(less), ...now.slice(j).map(more)]
}

/** How many lines are in common from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [row, below] = [rows[i]!, rows[i + 1]!]
      row[j] = old[i] === now[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!)
    }
  }
  return rows
}

/** The parts that differ with a few lines around; what is far from any change is left out. */
export function excerptOf(lines: readonly Line[], around = 3): readonly (Line | null)[] {
  const isNear = lines.map((_line, n) =>
    lines.slice(Math.max(0, n - around), n + around + 1).some(one => one.kind !== 'same'),
  )
  return lines.flatMap((line, n) => (isNear[n] ? [line] : isNear[n - 1] ? [null] : []))
}
