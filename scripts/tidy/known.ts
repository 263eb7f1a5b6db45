/**
 * The breaches that were there when a rule came, in `known.json`: they may go, and none may come.
 * An entry that no longer occurs fails too, so that the list never promises more than is true.
 * `--record` writes the list anew, where its count does not grow; to let one grow is a decision
 * that a person makes, by raising the count in the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Breach } from './tree.ts'

/** A rule's name and what it found. */
export type Findings = Readonly<Record<string, readonly Breach[]>>

interface KnownRule {
  /** The sum of all entries; it may only go down. */
  readonly count: number
  /** A breach's key, and how often it occurs, or how many lines it has. */
  readonly entries: Readonly<Record<string, number>>
}

export type KnownBreaches = Readonly<Record<string, KnownRule>>

export function readKnown(file: string): KnownBreaches {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Sums of sizes by key. */
function entriesOf(breaches: readonly Breach[]): Record<string, number> {
  const entries: Record<string, number> = {}
  for (const { key, size = 1 } of breaches) entries[key] = (entries[key] ?? 0) + size
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const sum = (entries: Readonly<Record<string, number>>): number =>
  Object.values(entries).reduce((all, one) => all + one, 0)

/** Rules whose entries are lengths: shorter, though still too long, is no stale entry. */
const lengthRules: readonly string[] = ['longFiles', 'longFunctions']

/** What is not known, and what is known and no longer so, as lines for a reader. */
export function judge(findings: Findings, known: KnownBreaches): string[] {
  const unheard = Object.keys(known)
    .filter(rule => findings[rule] === undefined)
    .map(rule => `scripts/tidy/known.json: ${rule} is no rule`)
  const judged = Object.entries(findings).flatMap(([rule, breaches]) => {
    const { count, entries } = known[rule] ?? { count: 0, entries: {} }
    const now = entriesOf(breaches)
    const fresh = breaches
      .filter(({ key }) => now[key]! > (entries[key] ?? 0))
      .map(({ file, line, sentence }) => `${file}:${line} ${sentence} (${rule})`)
    const isStale = ([key, size]: [string, number]): boolean =>
      lengthRules.includes(rule) ? now[key] === undefined : (now[key] ?? 0) < size
    const stale = Object.entries(entries)
      .filter(isStale)
      .map(([key]) => `scripts/tidy/known.json: ${rule} "${key}" no longer occurs: --record`)
    const miscounted = sum(entries) > count ? [`scripts/tidy/known.json: ${rule} counts wrong`] : []
    return [...fresh, ...stale, ...miscounted]
  })
  return [...unheard, ...judged]
}

/** The list as it would be written now; throws where a count would grow. */
export function recorded(findings: Findings, known: KnownBreaches): KnownBreaches {
  const rules = Object.entries(findings).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    rules.flatMap(([rule, breaches]) => {
      const entries = entriesOf(breaches)
      const count = sum(entries)
      const allowed = known[rule]?.count ?? 0
      if (count > allowed) throw new Error(`${rule}: ${count} are more than ${allowed}; mend them`)
      return count === 0 ? [] : [[rule, { count, entries }]]
    }),
  )
}

export function writeKnown(file: string, known: KnownBreaches): void {
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
}
