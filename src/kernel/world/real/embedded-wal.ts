/**
 * The files of a new server's write-ahead log, made before they are needed. A file that is missing
 * is made by whoever commits when the one before is full: 16 MB of zeros, written and flushed while
 * everybody waits (50 to 70 ms here, more on a slow disk). A server that has run for a while uses its
 * old files again and never meets this; a new one gets there in its first second, beside the
 * migrations. Not later: whoever sends from the start would wait for file after file.
 */
import { statfs } from 'node:fs/promises'
import type pg from 'pg'

/** 256 MB with the one in use; what a large campaign needs beyond it is made once and kept. */
const spareFiles = 15

/**
 * A server that cannot make a file of its log ends, and does not come up again before there is room.
 * With less than this, it shall need no file that it could do without.
 */
const minFreeBytes = 1024 ** 3

/** Ends when the files are there, `isStopping` says so or the server is gone; never throws. */
export async function makeSpareWal(
  client: pg.Client,
  isStopping: () => boolean,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<void> {
  try {
    const { rows } = await client.query(
      `select count(*)::integer as spare, current_setting('data_directory') as folder
       from pg_ls_waldir()
       where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`,
    )
    const { spare, folder } = rows[0]
    if (spare > spareFiles / 2) return
    // Those that are there are used first, so it takes one round through all.
    for (let round = 0; round < spareFiles; round++) {
      if (isStopping() || (await freeBytes(folder)) < minFreeBytes) return
      // A file without a word in it is not left, and only a commit goes as far as the disk.
      await client.query(`select pg_logical_emit_message(true, 'malote', '')`)
      await client.query('select pg_switch_wal()')
    }
    // What lies behind a checkpoint is used again, ahead.
    if (!isStopping()) await client.query('checkpoint')
  } catch {
    // The server is going. What is missing is made when it is needed, or after the next start.
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
