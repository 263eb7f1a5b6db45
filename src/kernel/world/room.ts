/**
 * Room on the disk of the database. PostgreSQL refuses a write that finds none with disk_full and
 * goes on with what needs none, so one write that succeeds says little: a table that is as large as
 * a large email says more.
 */
import { type Db, sqlState } from './db.ts'

/** A write that found no room on the disk of the server; a disk does not empty itself in seconds. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === '53100'

/** 1 MB in rows that are neither compressed nor moved out of their table. */
const [rows, rowBytes] = [550, 1_900]

/** Whether the disk of the database takes a megabyte more; nothing is left there. Throws other errors. */
export async function hasRoom(db: Pick<Db, 'transaction'>): Promise<boolean> {
  try {
    await db.transaction(async tx => {
      // Where the rows of the database are, wherever temporary tables would go.
      await tx.query("select set_config('temp_tablespaces', '', true)")
      await tx.query(
        `create temporary table malote_room on commit drop as
         select repeat('x', ${rowBytes}) as filling from generate_series(1, ${rows})`,
      )
    })
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}
