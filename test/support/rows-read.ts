/** How many rows of some tables the statements of a test come by, as the database itself counts them. */
import type { Db, Sql } from '#kernel/world/db.ts'

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** A partition is named after its table. */
const isOf = (name: string, table: string): boolean =>
  name === table || name.startsWith(`${table}_p`)

const passed = (plan: Plan, tables: readonly string[]): number => {
  const name = plan['Relation Name']
  const own = name !== undefined && tables.some(table => isOf(name, table))
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + passed(one, tables), 0)
  return below + (own ? rows : 0)
}

/** The database, which is asked to explain each statement before it answers it. */
export function countingRows(db: Db, tables: readonly string[]) {
  let rows = 0
  const counting: Pick<Sql, 'query'> = {
    async query(text, values) {
      const [plan] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      )
      rows += passed(plan!['QUERY PLAN'][0].Plan, tables)
      return db.query(text, values)
    },
  }
  return { sql: { ...db, ...counting } as Db, rows: () => rows }
}
