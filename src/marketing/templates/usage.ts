/** What published templates use. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Used } from '../contacts/usage.ts'
import { namesPublishing } from './store.ts'

/** Those that print a property: without it their emails would have a hole, and nobody would get one. */
export async function templatesUsing(
  sql: Sql,
  projectId: Uuid,
  used: Used,
): Promise<readonly string[]> {
  if (!('property' in used)) return []
  // `.key`, or `["key"]`, whose quotes are escaped in JSON. A key has no characters of patterns.
  const named = `(\\.|\\[\\s*\\\\*["'])${used.property}([^a-z0-9_]|$)`
  return namesPublishing(sql, projectId, `contact\\.properties${named}`)
}
