/** A repository in memory, in which a test plants what a rule must find. */
import { type Repository, treeOf } from '../../../scripts/tidy/tree.ts'

export interface RuleCase {
  readonly rule: string
  /** Completes "finds …". */
  readonly what: string
  readonly files: Readonly<Record<string, string>>
  /** `file:line` of each breach; empty for what is allowed. */
  readonly found: readonly string[]
}

/** Texts by file; pages end in `.md`, migrations in `.sql`. */
export function planted(texts: Readonly<Record<string, string>>): Repository {
  const all = Object.entries(texts).map(([file, text]) => ({ file, text }))
  const pages = all.filter(({ file }) => file.endsWith('.md'))
  const migrations = all.filter(({ file }) => file.endsWith('.sql'))
  const programs = all.filter(one => !pages.includes(one) && !migrations.includes(one))
  return { ...treeOf(programs), pages, migrations, isThere: file => file in texts }
}

/** `count` lines that do something, one below the other. */
export const lines = (count: number): string => 'step()\n'.repeat(count)

/** A file that any other may import. */
export const clock = {
  'src/kernel/base/clock.ts': 'export interface Clock {}\nexport const tick = 1\n',
}
