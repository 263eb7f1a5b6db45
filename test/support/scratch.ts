/**
 * Where databases for tests live that no power cut has to spare: in memory where there is plenty, else
 * in the system's temporary folder. A test's database is a thousand files that live for a second, and
 * making them is most of what a test costs PostgreSQL. On a file system without a journal it is worse:
 * ext4 then gives no inode out again for a while, and looks for a free one among all that were deleted.
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

const inMemory = '/dev/shm'
/** The whole size counts, not what is free: all processes of a run must come to the same answer. */
const minBytes = 4 * 2 ** 30

/** A folder's path by its name, of this user and of this temporary folder. */
export function scratchFolder(name: string): string {
  const own = `malote-${name}-${process.getuid?.() ?? 'user'}`
  if (!isRoomy()) return path.join(os.tmpdir(), own)
  // Who sets a temporary folder of its own wants servers of its own.
  const place = createHash('sha256').update(os.tmpdir()).digest('hex').slice(0, 8)
  return path.join(inMemory, `${own}-${place}`)
}

function isRoomy(): boolean {
  try {
    const { blocks, bsize } = fs.statfsSync(inMemory)
    fs.accessSync(inMemory, fs.constants.W_OK)
    return Math.min(blocks * bsize, os.totalmem() / 2) >= minBytes
  } catch {
    return false
  }
}
