/** All SQL on usage: counts per project, UTC day, stream and provider. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** What is counted, in the order of the table's columns. */
export const countNames = [
  'accepted',
  'delivered',
  'deferred',
  'bounced',
  'hard',
  'complained',
  'opened',
  'clicked',
  'suppressed',
  'failed',
  'cancelled',
  'finals',
] as const
export type CountName = (typeof countNames)[number]
export type Counts = Readonly<Record<CountName, number>>

export interface UsageRow {
  readonly projectId: Uuid
  /** UTC. */
  readonly day: string
  readonly stream: string
  /** '' where no receiving server was known yet. */
  readonly provider: string
  readonly shard: number
  readonly counts: Counts
}

const columns = countNames.join(', ')
const arrays = countNames.map((_, i) => `$${i + 6}::integer[]`).join(', ')
const sums = countNames.map(name => `${name} = u.${name} + excluded.${name}`).join(', ')

/** Adds counts, in the order of the key, so that two batches never wait for each other in a ring. */
export async function addUsage(tx: Sql, rows: readonly UsageRow[]): Promise<void> {
  await tx.query(
    `insert into usage as u (project_id, day, stream, provider, shard, ${columns})
     select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::smallint[], ${arrays})
       as t (project_id, day, stream, provider, shard)
     order by project_id, day, stream, provider, shard
     on conflict (project_id, day, stream, provider, shard) do update set ${sums}`,
    [
      rows.map(row => row.projectId),
      rows.map(row => row.day),
      rows.map(row => row.stream),
      rows.map(row => row.provider),
      rows.map(row => row.shard),
      ...countNames.map(name => rows.map(row => row.counts[name])),
    ],
  )
}

const totals = countNames.map(name => `sum(${name}) as ${name}`).join(', ')

export interface UsageTotals extends Counts {
  readonly project_id: Uuid
  readonly day: string
  readonly stream: string
  readonly provider: string
}

/** The figures of projects from one UTC day to another, both included; oldest first. */
export function selectUsage(
  sql: Sql,
  projectIds: readonly Uuid[],
  from: string,
  to: string,
): Promise<UsageTotals[]> {
  return sql.query<UsageTotals>(
    `select project_id, day, stream, provider, ${totals} from usage
     where project_id = any($1::uuid[]) and day between $2 and $3
     group by project_id, day, stream, provider order by day, project_id, stream, provider`,
    [projectIds, from, to],
  )
}

/** Puts the shards of finished days together: one row per key, the sums unchanged. */
export async function mergeShards(tx: Sql, day: string): Promise<void> {
  await tx.query(
    `with old as (delete from usage where day = $1 returning *)
     insert into usage (project_id, day, stream, provider, shard, ${columns})
     select project_id, day, stream, provider, -1, ${countNames.map(n => `sum(${n})`).join(', ')}
     from old group by project_id, day, stream, provider`,
    [day],
  )
}

/** Days before `before` that are still in shards, oldest first. */
export async function unmergedDays(sql: Sql, before: string): Promise<string[]> {
  const rows = await sql.query<{ day: string }>(
    'select distinct day from usage where day < $1 and shard >= 0 order by day',
    [before],
  )
  return rows.map(row => row.day)
}
