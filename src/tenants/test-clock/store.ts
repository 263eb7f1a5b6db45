/** All SQL on the clocks of test mode, and on the work that waits by them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'

export interface TestClock {
  readonly aheadMs: number
  /** While it is being advanced; null: it ticks. */
  readonly at: number | null
  readonly target: number | null
}

interface Row {
  readonly ahead_ms: string
  readonly at: Date | null
  readonly target: Date | null
}

export async function findTestClock(
  sql: Sql,
  projectId: Uuid,
  lock: '' | 'for update' = '',
): Promise<TestClock | null> {
  const [row] = await sql.query<Row>(
    `select ahead_ms::text, at, target from test_clocks where project_id = $1 ${lock}`,
    [projectId],
  )
  if (row === undefined) return null
  const { ahead_ms: aheadMs, at, target } = row
  return {
    aheadMs: Number(aheadMs),
    at: at?.getTime() ?? null,
    target: target?.getTime() ?? null,
  }
}

/** Locked, made where there is none. */
export async function lockTestClock(tx: Tx, projectId: Uuid): Promise<TestClock> {
  await tx.query(
    'insert into test_clocks (project_id, ahead_ms) values ($1, 0) on conflict do nothing',
    [projectId],
  )
  return (await findTestClock(tx, projectId, 'for update'))!
}

export async function updateTestClock(tx: Sql, projectId: Uuid, clock: TestClock): Promise<void> {
  await tx.query(
    'update test_clocks set ahead_ms = $2, at = $3, target = $4 where project_id = $1',
    [
      projectId,
      clock.aheadMs,
      clock.at === null ? null : new Date(clock.at),
      clock.target === null ? null : new Date(clock.target),
    ],
  )
}

/** False where it is no longer as it was known: it was reset, or somebody else has turned it. */
export async function turnTestClock(
  sql: Sql,
  projectId: Uuid,
  { at, target }: TestClock,
  to: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update test_clocks set at = $2 where project_id = $1 and at = $3 and target = $4
     returning project_id`,
    [projectId, new Date(to), new Date(at!), new Date(target!)],
  )
  return rows.length > 0
}

export async function deleteTestClocks(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from test_clocks where project_id = any($1::uuid[])', [projectIds])
}
