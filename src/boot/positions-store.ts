/**
 * SQL on the positions of rows in lists (docs/decisions/0003-lists-by-commit-order.md) of a database
 * whose rows have come from another server: their positions are beyond all that this one gives.
 */
import type { Sql } from '#kernel/world/db.ts'

/** What has no domain yet is young, and has few: one that was made early has the first rows. */
const oldestProjects = 20

/**
 * A position that the server has yet to reach: of what the figures have counted or noted, of a
 * domain, of which every installation that sends has one and none has many, or, where there is none
 * yet, of the newest email or contact.
 */
export async function findAhead(sql: Sql): Promise<{ known: string; current: string } | null> {
  const newest = (table: string, mode: string): string =>
    `union all (select newest.xid from first_projects p cross join lateral (
       select xid from ${table} where project_id = p.id and mode = '${mode}'
       order by xid desc limit 1) newest)`
  const [row] = await sql.query<{ known: string; current: string }>(
    `with first_projects as (select id from projects order by id limit ${oldestProjects})
     select xid::text as known, next::text as current
     from (select xid from traffic_cursors union all select below_xid from traffic_noted
         union all select xid from domains
         ${['emails', 'contacts'].flatMap(table => ['test', 'live'].map(mode => newest(table, mode))).join('\n')}
       ) given,
       position_at(pg_snapshot_xmax(pg_current_snapshot())) next
     where xid >= next order by xid desc limit 1`,
  )
  return row ?? null
}

/** The highest position of all rows, and the number of the transaction that comes next. */
async function readExtent(sql: Sql): Promise<{ highest: bigint; next: bigint; position: bigint }> {
  const columns = await sql.query<{ name: string; column: string }>(
    `select quote_ident(c.relname) as name, quote_ident(a.attname) as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.atttypid = 'xid8'::regtype and not a.attisdropped`,
  )
  const each = columns.map(
    ({ name, column }) =>
      `(select ${column} as xid from ${name} where ${column} is not null order by 1 desc limit 1)`,
  )
  const [row] = await sql.query<{ highest: string; next: string; position: string }>(
    `select coalesce((select all_of_them.xid::text from (${each.join(' union all ')}) all_of_them
         order by all_of_them.xid desc limit 1), '0') as highest,
       pg_snapshot_xmax(pg_current_snapshot())::text as next,
       position_at(pg_snapshot_xmax(pg_current_snapshot()))::text as position`,
  )
  const { highest, next, position } = row!
  return { highest: BigInt(highest), next: BigInt(next), position: BigInt(position) }
}

/**
 * Puts all that comes behind all that is there. Returns by how much positions are further than the
 * numbers of transactions from now on; null where they are behind already.
 */
export async function raisePositions(tx: Sql): Promise<bigint | null> {
  const { highest, next, position } = await readExtent(tx)
  if (position > highest) return null
  const added = highest + 1n - next
  await tx.query(
    `create or replace function position_at(xid8) returns xid8
     language sql immutable strict parallel safe
     as 'select (($1::text)::numeric + ${added})::text::xid8'`,
  )
  return added
}
