/** SQL on the partitions of the growing tables. Names come from our own code, never from outside. */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Any fixed number: it names the lock that makers of partitions share. */
const partitionLock = 7_240_115

/** For a table's lock: whoever asks after us waits behind us. */
const maxLockWaitMs = 200

/** Waits until no other node makes partitions; released at the end of the transaction. */
export async function lockPartitions(tx: Sql): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [partitionLock])
  await tx.query(`select set_config('lock_timeout', '${maxLockWaitMs}ms', true)`)
}

export async function listPartitions(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i
     join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relkind = 'p' and c.relkind = 'r' and p.relnamespace = current_schema()::regnamespace`,
  )
  return rows.map(row => row.name)
}

export interface Partition {
  readonly table: string
  readonly name: string
  readonly from: Uuid
  readonly to: Uuid
}

/**
 * Of the tables whose rows change a few times, often those of a page in one transaction: the columns
 * that change, and how full a page is made at first. With room for all of them no index is touched,
 * and the indexes need less room by as much. An update logs all that lies between the first and the
 * last byte that it changes, so in the partitions what changes together stands together, at the end.
 */
const changing: ReadonlyMap<string, readonly string[]> = new Map([
  ['emails', ['last_event_at', 'status']],
  ['recipients', ['state']],
])
const filled = ' with (fillfactor = 50)'

/**
 * Attaching lets readers and writers of the table go on; `create table … partition of` would wait
 * for the longest of them, a report or a dump, and everybody else behind it. Nothing is to be checked
 * at attaching: the table is empty.
 */
export async function createPartition(tx: Sql, one: Partition): Promise<void> {
  assert(/^[a-z_0-9]+$/.test(one.name + one.table), 'partition names are lower-case words')
  const changed = changing.get(one.table)
  const shape = changed
    ? `(${await orderedColumns(tx, one.table, changed)})${filled}`
    : `(like ${one.table} including all excluding indexes)`
  await tx.query(`create table ${one.name} ${shape}`)
  await tx.query(
    `alter table ${one.table} attach partition ${one.name} for values from ('${one.from}') to ('${one.to}')`,
  )
}

/**
 * A table's columns as a new table of the same shape says them: those of a fixed width first, which
 * leaves the fewest gaps, then the others, and `last` at the end.
 */
async function orderedColumns(tx: Sql, table: string, last: readonly string[]): Promise<string> {
  const [row] = await tx.query<{ columns: string }>(
    `select string_agg(
       format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
         || case when a.attnotnull then ' not null' else '' end, ', '
       order by array_position($2::text[], a.attname::text) nulls first, a.attlen < 0, a.attnum) as columns
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table, last],
  )
  return row!.columns
}
