/**
 * The threads of libuv's pool, which sign, hash passwords and read files, run behind the main thread
 * and the database: what they do is waited for in any case, and on a machine with few cores they
 * otherwise take the time of the one thread that everything goes through. Emails come in claims of
 * hundreds; side by side, all are signed first while nothing is sent, then all sent while nothing
 * signs and a core stands still. Behind, signing fills what the others leave.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Of nice(2): a tenth of a core under full load, all of what is free. */
const niceness = 10

/** Puts the pool's threads behind; returns how many, which is 0 where the system does not name them. */
export const putPoolBehind = (): Promise<number> => putBehind(name => name === 'libuv-worker')

/**
 * Puts every thread of this process behind: of a node for whose work nobody waits, beside one for
 * whose somebody does. What it starts later inherits it; a database that it has started does not.
 */
export const putProcessBehind = (): Promise<number> => putBehind(() => true)

async function putBehind(isMeant: (name: string) => boolean): Promise<number> {
  const threads = '/proc/self/task'
  let count = 0
  for (const id of await readdir(threads).catch(() => [])) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8').catch(() => '')
    if (!isMeant(name.trimEnd())) continue
    // Linux knows a priority per thread, and takes a thread's number where a process is asked for.
    setPriority(Number(id), niceness)
    count++
  }
  return count
}
