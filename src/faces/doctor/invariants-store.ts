/** Runs the rules of db/invariants.sql: each is a query that returns the rows that break it. */
import type { Sql } from '#kernel/world/db.ts'

/** The broken rules with their number of rows. A rule begins with a line `-- name: …`. */
export async function violations(
  sql: Sql,
  rules: string,
): Promise<{ name: string; rows: number }[]> {
  const broken: { name: string; rows: number }[] = []
  for (const part of rules.split(/^-- name: /m).slice(1)) {
    const name = part.slice(0, part.indexOf('\n')).trim()
    const query = part
      .slice(part.indexOf('\n') + 1)
      .trim()
      .replace(/;\s*$/, '')
    const rows = await sql.query(query)
    if (rows.length > 0) broken.push({ name, rows: rows.length })
  }
  return broken
}
