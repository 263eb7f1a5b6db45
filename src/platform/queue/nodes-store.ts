/** All SQL on the nodes table. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** What a node does, and which process of its machine it is (null: the only one). */
interface Duties {
  readonly roles: readonly string[]
  readonly streams: readonly string[]
  readonly process: number | null
  readonly hostname: string
}

/** What a node says of itself. */
export interface NodeState {
  /** It takes nothing new. */
  readonly isResting: boolean
  /** Its clock is too far from the database's. */
  readonly isClockOff: boolean
  readonly inHand: number
  /** How it shapes its deliveries, in the words of whoever does. */
  readonly lanes: unknown
}

interface Alive extends Duties, NodeState {
  readonly id: Uuid
  readonly startedAt: number
  readonly now: number
  /** Of its machine; null: it has one. */
  readonly processes: number | null
}

/** Says so, and hears whether it is to take nothing new. */
export async function sayAlive(sql: Sql, node: Alive): Promise<{ readonly isToRest: boolean }> {
  const [row] = await sql.query<{ isToRest: boolean }>(
    `insert into nodes (id, hostname, roles, streams, started_at, seen_at, resting, in_hand, lanes,
                        clock_off, process, processes, knows_words)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)
     on conflict (id) do update
       set seen_at = $6, resting = $7, in_hand = $8, lanes = $9, clock_off = $10
     returning draining_since is not null as "isToRest"`,
    [
      node.id,
      node.hostname,
      [...node.roles],
      [...node.streams],
      new Date(node.startedAt),
      new Date(node.now),
      node.isResting,
      node.inHand,
      JSON.stringify(node.lanes),
      node.isClockOff,
      node.process,
      node.processes,
    ],
  )
  return row!
}

/** A node as others hear of it. */
export interface HeardNode extends Duties {
  readonly startedAt: Date
  readonly seenAt: Date
}

export interface ListedNode extends HeardNode {
  readonly id: Uuid
  readonly processes: number | null
  /** It is asked to take nothing new since then. */
  readonly drainingSince: Date | null
  /** Null: of an earlier release, which says nothing of itself. */
  readonly isResting: boolean | null
  readonly isClockOff: boolean
  readonly inHand: number | null
  readonly lanes: unknown
}

const columns = `id, hostname, process, processes, roles, streams, started_at as "startedAt", seen_at as "seenAt",
  draining_since as "drainingSince", resting as "isResting", clock_off as "isClockOff", in_hand as "inHand", lanes`

/** Oldest first. */
export const selectNodes = (sql: Sql): Promise<ListedNode[]> =>
  sql.query<ListedNode>(`select ${columns} from nodes order by id`)

/** One that drains already does so since the first time. */
export async function updateDraining(
  sql: Sql,
  id: Uuid,
  since: Date | null,
): Promise<ListedNode | null> {
  const [row] = await sql.query<ListedNode>(
    `update nodes set draining_since =
       case when $2::timestamptz is null then null else coalesce(draining_since, $2) end
     where id = $1 returning ${columns}`,
    [id, since],
  )
  return row ?? null
}

/** What the nodes do that were seen since. */
export const selectDuties = (sql: Sql, since: number): Promise<HeardNode[]> =>
  sql.query<HeardNode>(
    `select roles, streams, process, hostname, started_at as "startedAt", seen_at as "seenAt"
     from nodes where seen_at > $1`,
    [new Date(since)],
  )

/** Whether one was seen since that is of a release without the index of words. */
export async function hasNodeWithoutWords(sql: Sql, since: number): Promise<boolean> {
  const rows = await sql.query('select from nodes where seen_at > $1 and not knows_words limit 1', [
    new Date(since),
  ])
  return rows.length > 0
}

export interface SeenNode {
  readonly hostname: string
  readonly seen_at: Date
}

/** The node seen last of those seen less than so much from one of the instants; null: none was. */
export async function findSeen(
  sql: Sql,
  instants: readonly number[],
  withinMs: number,
): Promise<SeenNode | null> {
  const [row] = await sql.query<SeenNode>(
    `select hostname, seen_at from nodes, unnest($1::timestamptz[], $2::timestamptz[]) near (after, before)
     where seen_at > near.after and seen_at < near.before order by seen_at desc limit 1`,
    [-withinMs, withinMs].map(by => instants.map(at => new Date(at + by))),
  )
  return row ?? null
}

/** Those seen at no time between: long ago, or at one to come, by a clock that was wrong. */
export async function forgetNodes(sql: Sql, after: number, before: number): Promise<void> {
  await sql.query('delete from nodes where seen_at < $1 or seen_at > $2', [
    new Date(after),
    new Date(before),
  ])
}

export async function removeNode(sql: Sql, id: Uuid): Promise<void> {
  await sql.query('delete from nodes where id = $1', [id])
}
