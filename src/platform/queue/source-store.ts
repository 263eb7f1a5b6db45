/** All SQL on the queue's entries of one source: a campaign, a sequence. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Puts off what nobody holds, until it is let go; says how much somebody holds. */
export async function holdSource(tx: Sql, sourceId: Uuid): Promise<{ readonly held: number }> {
  await tx.query(
    `update queue set due_at = 'infinity', ready = false where source_id = $1 and not held`,
    [sourceId],
  )
  const [row] = await tx.query<{ held: number }>(
    'select count(*)::integer as held from queue where source_id = $1 and held',
    [sourceId],
  )
  return row!
}

export async function letGoSource(tx: Sql, sourceId: Uuid, dueAt: Date): Promise<void> {
  await tx.query(
    `update queue set due_at = $2, ready = false
     where source_id = $1 and due_at = 'infinity' and not held`,
    [sourceId, dueAt],
  )
}

/** Removes what nobody holds, so much at a time; returns what it was about. */
export async function deleteOfSource(
  tx: Sql,
  sourceId: Uuid,
  max: number,
): Promise<{ readonly subject: Uuid; readonly n: number }[]> {
  return tx.query(
    `delete from queue where id in (
       select id from queue where source_id = $1 and not held limit $2 for update)
     returning subject, n`,
    [sourceId, max],
  )
}

const maxCounted = 80_000

/** What has never been tried: due, in somebody's hand, or put off; counted up to a bound. */
export async function countUntried(
  sql: Sql,
  sourceId: Uuid,
  now: Date,
): Promise<{ readonly due: number; readonly held: number; readonly later: number }> {
  const [row] = await sql.query<{ due: number; held: number; later: number }>(
    `select count(*) filter (where not held and due_at <= $2)::integer as due,
       count(*) filter (where held)::integer as held,
       count(*) filter (where not held and due_at > $2)::integer as later
     from (select held, due_at from queue where source_id = $1 and tries = 0 limit $3) as waiting`,
    [sourceId, now, maxCounted],
  )
  return row!
}

/** What has been tried and waits to be tried again. */
export async function countRetrying(sql: Sql, sourceId: Uuid): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from queue where source_id = $1 and tries > 0',
    [sourceId],
  )
  return row!.count
}
