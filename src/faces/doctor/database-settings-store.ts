/** SQL on the settings that the database's server runs with. */
import type { Sql } from '#kernel/world/db.ts'

/** By name, as `pg_settings` has them: numbers in their own units. */
export async function readServerSettings(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  return new Map(rows.map(({ name, setting }) => [name, setting]))
}
