/** What one part of the battery has tried, and what was wrong: the rows of its table. */

export interface Tally {
  readonly tried: number
  readonly wrong: readonly string[]
  /** Counts a try; where it does not hold, the sentence says what was wrong. */
  check(holds: boolean, sentence: () => string): void
}

/** A hole is seldom alone: the first ones say what it is. */
const maxKept = 200

export function createTally(
  watch: (tried: number, wrong: readonly string[]) => void = () => {},
): Tally {
  const wrong: string[] = []
  let tried = 0
  return {
    get tried() {
      return tried
    },
    wrong,
    check(holds, sentence) {
      if (!holds && wrong.length < maxKept) wrong.push(sentence().slice(0, 600))
      watch(++tried, wrong)
    },
  }
}
