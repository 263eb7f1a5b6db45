/** Who waits for a lock, in the database of a test alone: others use the same server. */
import type { Db, Sql, Tx } from '#kernel/world/db.ts'

/** How many sessions wait for a row or a table that another holds. */
export async function waitersFor(db: Pick<Sql, 'query'>, words = ''): Promise<number> {
  const waiting = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and wait_event <> 'advisory' and query like '%' || $1 || '%'`,
    [words],
  )
  return waiting.length
}

type Sessions = Pick<Db, 'transaction'>

/** Does something while another has all rows of a table in hand. */
export function whileRowsAreHeld<T>(
  db: Sessions,
  table: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async tx => {
    await tx.query(`select from ${table} for update`)
    return act(tx)
  })
}

/** Does something while nobody else can write to a table. */
export function whileNoneCanWrite<T>(
  db: Sessions,
  table: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async tx => {
    await tx.query(`lock table ${table} in exclusive mode`)
    return act(tx)
  })
}

/** Has every writing to a table fail until what it answers is called. */
export async function failWritings(db: Pick<Db, 'query'>, table: string) {
  await db.query(`alter table ${table} add constraint no_more check (false) not valid`)
  return async (): Promise<void> => {
    await db.query(`alter table ${table} drop constraint no_more`)
  }
}
