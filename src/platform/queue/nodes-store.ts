/** All SQL on the nodes table. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** What a node does. */
export interface Duties {
  readonly roles: readonly string[]
  readonly streams: readonly string[]
}

interface Alive extends Duties {
  readonly id: Uuid
  readonly hostname: string
  readonly startedAt: number
  readonly now: number
}

export async function sayAlive(sql: Sql, node: Alive): Promise<void> {
  await sql.query(
    `insert into nodes (id, hostname, roles, streams, started_at, seen_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set seen_at = $6`,
    [
      node.id,
      node.hostname,
      [...node.roles],
      [...node.streams],
      new Date(node.startedAt),
      new Date(node.now),
    ],
  )
}

/** What the nodes do that were seen since. */
export const selectDuties = (sql: Sql, since: number): Promise<Duties[]> =>
  sql.query<Duties>('select roles, streams from nodes where seen_at > $1', [new Date(since)])

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
