/** What published templates use. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { UsedThing } from '../contacts/usage.ts'
import { namesPublishing } from './store.ts'

/** Those that print a property: without it their emails would have a hole, and nobody would get one. */
export async function templatesUsing(
  sql: Sql,
  projectId: Uuid,
  used: UsedThing,
): Promise<readonly string[]> {
  if (!('property' in used)) return []
  return namesPublishing(sql, projectId, printing(used.property))
}

/**
 * Finds a text that prints a property in JSON: `.key`, or `["key"]`, whose quotes are escaped there.
 * A key has no characters of patterns.
 */
export const printing = (property: string): string =>
  `contact\\.properties(\\.|\\[\\s*\\\\*["'])${property}([^a-z0-9_]|$)`
