/** All SQL on what is tried before its time. */
import type { Uuid } from '#kernel/base/ids.ts'
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

/** Work of an account, or to a domain: one of the two. */
export interface WorkPart {
  readonly accountId: Uuid | null
  readonly domain: string | null
}

interface PartForward {
  readonly kinds: readonly Kind[]
  readonly accountId: Uuid | null
  readonly destination: DestinationDigest | null
  readonly dueAt: Date
  readonly limit: number
}

/**
 * Makes due at a moment what would come later and waits for us (`postpone` has moved the beginning of
 * its time then): whatever put it off says so again if it still stands. What a receiver put off keeps
 * its time.
 */
export async function bringPartForward(
  sql: Sql,
  { kinds, accountId, destination, dueAt, limit }: PartForward,
): Promise<void> {
  await sql.query(
    `update queue set due_at = $4 where id in (
       select id from queue
       where kind = any($1::text[]) and not ready and not held and attempt > tries and created_at >= due_at
         and ($2::uuid is null or project_id in (select id from projects where account_id = $2))
         and ($3::integer is null or destination = $3)
         and due_at > $4 and due_at < 'infinity'
       order by due_at limit $5 for update skip locked)`,
    [kinds, accountId, destination, dueAt, limit],
  )
}

interface WaitingPart {
  readonly kinds: readonly Kind[]
  readonly accountId: Uuid | null
  readonly destination: DestinationDigest | null
  readonly now: Date
}

/** Nobody has it in hand, and it is due or was so once: not what is planned for later. */
const waitingPart = `kind = any($1::text[]) and not held
  and due_at < 'infinity' and (due_at <= $4 or attempt > 0)
  and ($2::uuid is null or project_id in (select id from projects where account_id = $2))
  and ($3::integer is null or destination = $3)`

const maxCounted = 100_000

export async function countWaiting(
  sql: Sql,
  { kinds, accountId, destination, now }: WaitingPart,
): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::integer as n from (select from queue where ${waitingPart} limit $5) waiting`,
    [kinds, accountId, destination, now, maxCounted],
  )
  return row!.n
}

/** An entry that is locked until the transaction ends. */
export interface LockedWork {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly tries: number
}

/** Locks some of what waits, by id. */
export const lockWaiting = (
  tx: Sql,
  part: WaitingPart & { readonly after: Uuid | null; readonly limit: number },
): Promise<LockedWork[]> =>
  tx.query<LockedWork>(
    `select id, project_id as "projectId", subject, n, tries from queue
     where ${waitingPart} and ($5::uuid is null or id > $5)
     order by id limit $6 for update skip locked`,
    [part.kinds, part.accountId, part.destination, part.now, part.after, part.limit],
  )
