/** What a migration must not do to a table with rows in it: all who write would wait. */
import type { Breach, Repository } from './tree.ts'

const made = /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_0-9]+)/gim
const indexed =
  /^\s*create\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:[a-z_0-9]+\s+)?on\s+(only\s+)?([a-z_0-9]+)/gim

/** Indexes of tables that earlier files made, built while nobody may write. */
export function blockingIndexes({ migrations }: Repository): Breach[] {
  return migrations.flatMap(({ file, text }) => {
    const own = new Set([...text.matchAll(made)].map(([, table]) => table))
    return [...text.matchAll(indexed)].flatMap(([words, concurrently, only, table]) => {
      if (concurrently || only || own.has(table)) return []
      const line = text.slice(0, text.indexOf(words.trim())).split('\n').length
      const sentence = `stops all who write to ${table}: create index concurrently, in a file without a transaction (docs/decisions/0004-migrations.md)`
      return [{ file, line, key: file, sentence }]
    })
  })
}
