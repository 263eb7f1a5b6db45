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
 * Attaching lets readers and writers of the table go on; `create table … partition of` would wait
 * for the longest of them, a report or a dump, and everybody else behind it. Nothing is to be checked
 * at attaching: the table is empty.
 */
export async function createPartition(tx: Sql, one: Partition): Promise<void> {
  assert(/^[a-z_0-9]+$/.test(one.name + one.table), 'partition names are lower-case words')
  // Emails and recipients change state a few times, those of a page often in one transaction: with
  // room for all of them no index is touched, and the indexes need less room by as much.
  const fill = one.table === 'emails' || one.table === 'recipients' ? ' with (fillfactor = 50)' : ''
  await tx.query(
    `create table ${one.name} (like ${one.table} including all excluding indexes)${fill}`,
  )
  await tx.query(
    `alter table ${one.table} attach partition ${one.name} for values from ('${one.from}') to ('${one.to}')`,
  )
}
