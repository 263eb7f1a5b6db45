/** All SQL on what is tried before its time. */
import type { Sql } from '#kernel/world/db.ts'
import type { DestinationDigest, Kind } from './entry.ts'

interface BroughtForward {
  readonly kinds: readonly Kind[]
  readonly destination: DestinationDigest
  readonly now: Date
  readonly limit: number
}

/**
 * Makes due what waits for its next try at a destination, those first that would come soonest; what
 * has never been tried keeps the time that it was asked for, and what is held is in somebody's hand.
 */
export async function bringForward(
  sql: Sql,
  { kinds, destination, now, limit }: BroughtForward,
): Promise<Kind[]> {
  const rows = await sql.query<{ kind: Kind }>(
    `update queue set due_at = $3, ready = false where id in (
       select id from queue
       where kind = any($1::text[]) and not ready and not held and destination = $2
         and tries > 0 and due_at > $3 and due_at < 'infinity'
       order by due_at limit $4 for update skip locked)
     returning kind`,
    [kinds, destination, now, limit],
  )
  return rows.map(({ kind }) => kind)
}
