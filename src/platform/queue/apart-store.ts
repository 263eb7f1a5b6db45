/** SQL on work that is kept apart from the loops, far ahead of every time that they look at. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Kind } from './entry.ts'

export interface OfProject {
  readonly kind: Kind
  readonly projectId: Uuid
}

/** Each index knows only what is ready, or only what is not: neither serves where that is not said. */
const ofProject = `(ready and kind = $1 and project_id = $2
  or not ready and kind = $1 and project_id = $2)`

/**
 * Moves what is due before a moment, or from it on, as far as nobody holds it; whether anything was
 * held. Both by one snapshot: whoever lets go of an entry commits what follows it in one go, and it
 * is seen held or what follows is moved.
 */
export async function moveDue(
  tx: Sql,
  { kind, projectId }: OfProject,
  { from, before }: { readonly from: Date | null; readonly before: Date | null },
  byMs: number,
): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(
    `with moved as (
       update queue set due_at = due_at + make_interval(secs => $3::float8 / 1000), ready = false
       where ${ofProject} and not held
         and ($4::timestamptz is null or due_at >= $4) and ($5::timestamptz is null or due_at < $5)
     )
     select exists (select from queue where ${ofProject} and held) as held`,
    [kind, projectId, byMs, from, before],
  )
  return row!.held
}

/** Whether a project has work of a kind that is due or in somebody's hand. */
export async function hasWorkDue(
  sql: Sql,
  { kind, projectId }: OfProject,
  now: Date,
): Promise<boolean> {
  const asked = `select from queue where (${ofProject}) and due_at <= $3 limit 1`
  return (await sql.query(asked, [kind, projectId, now])).length > 0
}

/** Moves the work of one line. */
export async function shiftLine(
  tx: Sql,
  { kind, projectId }: OfProject,
  destination: number,
  byMs: number,
): Promise<void> {
  await tx.query(
    `update queue set due_at = due_at + make_interval(secs => $4::float8 / 1000), ready = false
     where ${ofProject} and destination = $3 and not held`,
    [kind, projectId, destination, byMs],
  )
}

interface ApartRow {
  readonly id: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: number
  readonly due_at: Date
  readonly faults: number
}

export async function selectDueFrom(
  sql: Sql,
  { kind, projectId }: OfProject,
  from: Date,
  max: number,
): Promise<ApartRow[]> {
  return sql.query<ApartRow>(
    `select id, subject, n, destination, due_at, faults from queue
     where not ready and kind = $1 and project_id = $2 and due_at >= $3
     order by due_at, id limit $4`,
    [kind, projectId, from, max],
  )
}

/** After a fault of ours. */
export async function delayApart(sql: Sql, id: Uuid, byMs: number): Promise<void> {
  await sql.query(
    `update queue set due_at = due_at + make_interval(secs => $2::float8 / 1000), faults = faults + 1
     where id = $1`,
    [id, byMs],
  )
}
