/**
 * The threads of libuv's pool, which sign, hash passwords and read files, run behind the main thread
 * and the database: what they do is waited for in any case, and on a machine with few cores they
 * otherwise take the time of the one thread that everything goes through. Emails come in claims of
 * hundreds; side by side, all are signed first while nothing is sent, then all sent while nothing
 * signs and a core stands still. Behind, signing fills what the others leave.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

/** Of nice(2): a tenth of a core under full load, all of what is free. */
const niceness = 10
/** Of the pool in a process that is behind itself. */
const lastNiceness = 19

const isOfPool = (thread: string): boolean => thread === 'libuv-worker'

/** Puts the pool's threads behind; returns how many, which is 0 where the system does not name them. */
export const putPoolBehind = (): Promise<number> =>
  renice(thread => (isOfPool(thread) ? niceness : null))

/**
 * Puts every thread of this process behind: of a node that marketing has for itself, beside one for
 * whose work somebody waits. Its pool is behind it as any.
 */
export async function putProcessBehind(): Promise<number> {
  const count = await renice(thread => (isOfPool(thread) ? lastNiceness : niceness))
  await putSessionBehind()
  return count
}

/** Never forward: a process may have been started further behind. */
async function renice(levelOf: (thread: string) => number | null): Promise<number> {
  const threads = '/proc/self/task'
  let count = 0
  for (const id of await readdir(threads).catch(() => [])) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8').catch(() => null)
    const level = name === null ? null : levelOf(name.trimEnd())
    if (level === null) continue
    try {
      // Linux knows a priority per thread, and takes a thread's number where a process is asked for.
      if (getPriority(Number(id)) < level) setPriority(Number(id), level)
      count++
    } catch (error) {
      const { info } = error as { info?: { code?: string } }
      // The thread has ended meanwhile.
      if (info?.code !== 'ESRCH') throw error
    }
  }
  return count
}

/**
 * Where the kernel weighs sessions against each other (autogroup, sched(7)), the niceness of a thread
 * counts within its own only, and the session has one. Not of a session that is somebody's terminal.
 */
async function putSessionBehind(): Promise<void> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '')
  // proc_pid_stat(5): the name, in brackets, is field 2 and the session field 6.
  const session = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
  if (Number(session) !== process.pid) return
  await writeFile('/proc/self/autogroup', String(niceness)).catch(() => {})
}
