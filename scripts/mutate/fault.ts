/** A planted fault: what a careless change might make of a line, and who must notice. */
export interface Fault {
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly instead: string
  /** What goes wrong with it. */
  readonly wrong: string
  /** At least one of these test files or folders must fail. */
  readonly tests: readonly string[]
}

/** Text to find, text instead, and what then goes wrong. */
type Change = readonly [find: string, instead: string, wrong: string]

/** Faults of one file that the same tests must notice. */
export function faultsOf(
  file: string,
  tests: readonly string[],
  changes: readonly Change[],
): readonly Fault[] {
  return changes.map(([find, instead, wrong]) => ({ file, find, instead, wrong, tests }))
}

/** Null where the fault can be planted. */
export function staleness(fault: Fault, text: string): string | null {
  const count = text.split(fault.find).length - 1
  if (count !== 1) return `its text occurs ${count} times`
  return fault.find === fault.instead ? 'it changes nothing' : null
}
