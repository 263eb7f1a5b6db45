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
 * Emails and recipients change state a few times, those of a page often in one transaction: with room
 * for all of them no index is touched, and the indexes need less room by as much.
 */
const changing = ['emails', 'recipients']
const filled = ' with (fillfactor = 50)'

/**
 * What changes of an email, and is long enough for its place to count. An update logs all that lies
 * between the first and the last byte that it changes, so in the partitions these stand together.
 */
const changedColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['emails', ['last_event_at', 'status']],
])

/**
 * Attaching lets readers and writers of the table go on; `create table … partition of` would wait
 * for the longest of them, a report or a dump, and everybody else behind it. Nothing is to be checked
 * at attaching: the table is empty.
 */
export async function createPartition(tx: Sql, one: Partition): Promise<void> {
  assert(/^[a-z_0-9]+$/.test(one.name + one.table), 'partition names are lower-case words')
  const changed = changedColumns.get(one.table)
  const shape = changed
    ? await columnsAround(tx, one.table, changed)
    : `like ${one.table} including all excluding indexes`
  const fill = changing.includes(one.table) ? filled : ''
  await tx.query(`create table ${one.name} (${shape})${fill}`)
  await tx.query(
    `alter table ${one.table} attach partition ${one.name} for values from ('${one.from}') to ('${one.to}')`,
  )
}

/**
 * A table's columns as a new table of the same shape says them: those of a fixed width, whole words
 * before halves so that few gaps are left, then the others. `changed` are the last of the first and
 * the first of the second, side by side.
 */
async function columnsAround(tx: Sql, table: string, changed: readonly string[]): Promise<string> {
  const [row] = await tx.query<{ columns: string }>(
    `select string_agg(
       format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
         || case when a.attnotnull then ' not null' else '' end, ', '
       order by a.attlen < 0, (a.attname = any($2::text[])) = (a.attlen > 0),
         a.attalign in ('s', 'i') and a.attlen > 0, a.attnum) as columns
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table, changed],
  )
  return row!.columns
}
